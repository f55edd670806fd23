import { z } from "zod";
import { logWarning } from "../observability/log.ts";
import { parseStored } from "./stored-value.ts";

export interface Overlay {
  /** By dotted key, checked one by one. */
  messages: Readonly<Record<string, string>>;
  /** What was left out. */
  problems: readonly OverlayProblem[];
}

export interface OverlayProblem {
  key: string;
  problem: string;
}

/** Says what is wrong with a message for a key (unknown key, broken placeholder); undefined: nothing. */
export type CheckMessage = (key: string, message: string) => string | undefined;

/** `i18n:{lang}`: messages laid over the built-in ones, for any language. */
export interface I18nOverlays {
  /** At most 30 s old. */
  read(lang: string): Promise<Overlay>;
  /** Saves an overlay, nested or dotted, unless something is wrong with it; answers what is. */
  save(lang: string, messages: unknown): Promise<readonly OverlayProblem[]>;
  remove(lang: string): Promise<void>;
}

interface Deps {
  kv: KVNamespace;
  check: CheckMessage;
  now: () => number;
}

const COPY_MS = 30_000;
const MOST_COPIES = 50;
const DEEPEST = 8;

const Messages = z.record(z.string(), z.unknown());
const LANG = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/i;
const NOTHING: Overlay = Object.freeze({ messages: Object.freeze({}), problems: [] });

const keyOf = (lang: string): string => `i18n:${lang}`;

export function createI18nOverlays({ kv, check, now }: Deps): I18nOverlays {
  const copies = new Map<string, { overlay: Overlay; readAt: number }>();

  const load = async (lang: string): Promise<Overlay> => {
    const text = await kv.get(keyOf(lang));
    const stored = text === null ? undefined : parseStored(text, Messages, keyOf(lang));
    if (stored === undefined) return NOTHING;
    const overlay = checkOverlay(stored, check);
    if (overlay.problems.length > 0) {
      const [first] = overlay.problems;
      const problem = `${first?.key ?? ""}: ${first?.problem ?? ""}`;
      logWarning("storage.overlay", { key: keyOf(lang), bad: overlay.problems.length, problem });
    }
    return overlay;
  };

  return {
    async read(lang) {
      if (!LANG.test(lang)) return NOTHING;
      const copy = copies.get(lang);
      if (copy !== undefined && now() - copy.readAt < COPY_MS) return copy.overlay;
      const overlay = await load(lang);
      if (copies.size >= MOST_COPIES) copies.clear();
      copies.set(lang, { overlay, readAt: now() });
      return overlay;
    },

    async save(lang, given) {
      if (!LANG.test(lang)) return [{ key: lang, problem: "no language code" }];
      const { messages, problems } = checkOverlay(given, check);
      if (problems.length === 0) {
        await kv.put(keyOf(lang), JSON.stringify(messages));
        copies.delete(lang);
      }
      return problems;
    },

    async remove(lang) {
      await kv.delete(keyOf(lang));
      copies.delete(lang);
    },
  };
}

function checkOverlay(value: unknown, check: CheckMessage): Overlay {
  const problems: OverlayProblem[] = [];
  const messages: [string, string][] = [];
  for (const [key, message] of leavesOf(value)) {
    const problem = typeof message === "string" ? check(key, message) : "not a text";
    if (problem !== undefined) problems.push({ key, problem });
    else messages.push([key, String(message)]);
  }
  return { messages: Object.freeze(Object.fromEntries(messages)), problems };
}

/** Every text (or what stands in a text's place) with its dotted key. */
function leavesOf(value: unknown, path = "", depth = 0): [string, unknown][] {
  const isNested = typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isNested || depth > DEEPEST) return [[path, value]];
  return Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, path === "" ? key : `${path}.${key}`, depth + 1),
  );
}
