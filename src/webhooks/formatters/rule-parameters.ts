import { z } from "zod";
import type { Span } from "../../domain/text.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { oneLine } from "./fields.ts";
import { code } from "./sentence.ts";

/** Values as deep as GitHub's rules have them, and no deeper: what is compared is bounded. */
const scalar = z.union([z.boolean(), z.number(), z.string(), z.null()]);
const entry = z.record(
  z.string(),
  z.union([scalar, z.array(scalar), z.record(z.string(), scalar)]).catch(null),
);
const parameter = z.union([scalar, z.array(z.union([scalar, entry])), entry]);
type Parameter = z.infer<typeof parameter>;

/** What a rule of a ruleset is set to, by the forge's names. */
export const parameters = z.record(z.string(), parameter.optional().catch(undefined)).catch({});
export type Parameters = z.infer<typeof parameters>;

/** The forge gives what was set before as JSON in a string. */
export const writtenParameters = z.preprocess((value) => {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return {};
  }
}, parameters);

/**
 * `Required approvals 1 → 2`, `Required checks +lint −test`, one a parameter that is another now.
 * One that is there only before or only now may be a default left out, and says nothing.
 */
export function parameterChanges(before: Parameters, now: Parameters, t: Translate): Span[][] {
  return Object.entries(now).flatMap(([name, value]) => {
    const was = Object.hasOwn(before, name) ? before[name] : undefined;
    if (was === undefined || value === undefined || isSame(was, value)) return [];
    return [[nameOf(name, t), " ", ...difference(was, value, t)]];
  });
}

function difference(was: Parameter, now: Parameter, t: Translate): Span[] {
  if (Array.isArray(was) && Array.isArray(now)) return listDifference(was, now, t);
  const [before, after] = [said(was, t), said(now, t)];
  return before === undefined || after === undefined || before === after
    ? [t("ruleset.changed")]
    : [`${before} → ${after}`];
}

type Item = Extract<Parameter, readonly unknown[]>[number];

/** `+lint −test`, and `±CodeQL` for one that stays and is set otherwise. */
function listDifference(was: readonly Item[], now: readonly Item[], t: Translate): Span[] {
  const added = new Set(namesOf(now, was));
  const removed = new Set(namesOf(was, now));
  const news = [
    ...[...added].map((name) => [removed.has(name) ? "±" : "+", name] as const),
    ...[...removed].filter((name) => !added.has(name)).map((name) => ["−", name] as const),
  ];
  if (news.length === 0) return [t("ruleset.changed")];
  const shown = news
    .slice(0, ITEMS_MAX)
    .flatMap(([sign, name], i): Span[] => [i === 0 ? sign : ` ${sign}`, code(name)]);
  const more = news.length - ITEMS_MAX;
  return more > 0 ? [...shown, t("word.comma"), t("word.more", { count: more })] : shown;
}

/** More of them than this are counted. */
const ITEMS_MAX = 6;

/** The names of those that are not among the others. */
function namesOf(items: readonly Item[], others: readonly Item[]): string[] {
  const known = new Set(others.map(written));
  return items.filter((item) => !known.has(written(item))).flatMap((item) => itemName(item) ?? []);
}

/** What entries of GitHub's lists are called by. */
const NAMES = ["context", "tool", "path", "name", "file_patterns"];

function itemName(item: Item): string | undefined {
  if (item === null) return undefined;
  if (typeof item !== "object") return oneLine(String(item));
  const name = NAMES.map((key) => (Object.hasOwn(item, key) ? item[key] : undefined)).find(Boolean);
  return name === undefined || (typeof name === "object" && !Array.isArray(name))
    ? undefined
    : oneLine(String(name));
}

function said(value: Parameter, t: Translate): string | undefined {
  if (value === null) return t("word.none");
  if (typeof value === "boolean") return t(value ? "protection.on" : "protection.off");
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? (oneLine(value) ?? t("word.none")) : undefined;
}

/** In the reader's words where GitHub's settings have them, else the parameter's own name. */
function nameOf(name: string, t: Translate): Span {
  const key = `protection.${name}`;
  return isMessageKey(key) ? t(key) : code(oneLine(name) ?? "?");
}

function isSame(one: Parameter, other: Parameter): boolean {
  return written(one) === written(other);
}

/** As text, whatever order its fields came in. */
function written(value: Parameter | Item): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
