import { lookup } from "../../domain/lookup.ts";
import type { MessageKey, MessageParams, Translate } from "../../i18n/translate.ts";
import { plainSpans } from "../../domain/text/plain.ts";
import type { Span } from "../../domain/text.ts";

/** What fills a placeholder: spans, or a number for plurals. Nothing known is said as "something". */
export type Slot = Span | readonly Span[] | number | undefined;

/** Private-use characters around a slot's name while a message is formatted. */
const OPEN = "\uE000";
const CLOSE = "\uE001";
const MARKED = /\uE000([^\uE001]+)\uE001/;

/**
 * A sentence of the catalogue with spans in its places. What a payload says never passes through
 * the message formatter, so it cannot be taken for syntax.
 */
export function sentence(
  t: Translate,
  key: MessageKey,
  slots: Readonly<Record<string, Slot>>,
): Span[] {
  const params = paramsOf(slots);
  // Splitting by a pattern with one group: words and slot names take turns.
  const spans = t(key, params)
    .split(MARKED)
    .flatMap((part, i) => (i % 2 === 0 ? words(part) : spansOf(lookup(slots, part), t)));
  return capitalised(withoutGaps(spans), t);
}

/** Chinese has spaces beside Latin words only: none where a slot turned out to be Chinese itself. */
function withoutGaps(spans: readonly Span[]): Span[] {
  return spans.map((span, i) => {
    if (typeof span !== "string") return span;
    const before = plainSpans(spans.slice(Math.max(i - 1, 0), i));
    const after = plainSpans(spans.slice(i + 1, i + 2));
    let text = span;
    if (ENDS_HAN.test(before) && /^ \p{Script=Han}/u.test(text + after)) text = text.slice(1);
    if (STARTS_HAN.test(after) && /\p{Script=Han} $/u.test(before + text)) text = text.slice(0, -1);
    return text;
  });
}

const ENDS_HAN = /\p{Script=Han}$/u;
const STARTS_HAN = /^\p{Script=Han}/u;

/** Names are marked for later; one that nobody fills, as an overlay may have, must not throw. */
function paramsOf(slots: Readonly<Record<string, Slot>>): MessageParams {
  return new Proxy<MessageParams>(
    {},
    {
      has: () => true,
      get(_, name) {
        const slot = lookup(slots, String(name));
        return typeof slot === "number" ? slot : `${OPEN}${String(name)}${CLOSE}`;
      },
    },
  );
}

/** Words of ours that stand for what is not known; a sentence may begin with one. */
const STAND_INS = [
  "word.something",
  "word.somebody",
  "word.somewhere",
  "word.a_branch",
  "word.a_workflow",
  "word.a_group",
  "word.private_sponsor",
] as const;

function capitalised([first, ...rest]: Span[], t: Translate): Span[] {
  if (first === undefined) return [];
  const ours = typeof first === "string" && STAND_INS.some((key) => t(key) === first);
  return [ours ? first.charAt(0).toUpperCase() + first.slice(1) : first, ...rest];
}

/** A list of things, with the language's comma between them. */
export function joined(items: readonly (Span | readonly Span[])[], t: Translate): Span[] {
  return items.flatMap((item, i) => {
    const spans = isSpans(item) ? item : [item];
    return i === 0 ? [...spans] : [t("word.comma"), ...spans];
  });
}

export function linked(text: string, url: string | undefined): Span {
  return url === undefined ? text : { text, url };
}

export function code(text: string, url?: string): Span {
  return url === undefined ? { text, code: true } : { text, code: true, url };
}

export function bold(text: string, url?: string): Span {
  return url === undefined ? { text, bold: true } : { text, bold: true, url };
}

function words(part: string): Span[] {
  return part === "" ? [] : [part];
}

function spansOf(slot: Slot, t: Translate): Span[] {
  if (slot === undefined || slot === "") return [t("word.something")];
  if (typeof slot === "number") return [String(slot)];
  return isSpans(slot) ? [...slot] : [slot];
}

function isSpans(slot: Span | readonly Span[]): slot is readonly Span[] {
  return Array.isArray(slot);
}
