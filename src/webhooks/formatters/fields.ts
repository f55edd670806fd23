import { z } from "zod";
import { withEmoji } from "../markdown/emoji.ts";

/**
 * The pieces that payload schemas are made of. None of them ever refuses: what is missing, null
 * or of another shape reads as undefined, so that one odd field never costs a message.
 */

/** Longer names are nobody's, and a state is stored once per subject. */
const LINE_MAX = 300;

/** Text on one line, without control characters or ones that turn the reading direction around. */
export const line = z.string().transform(oneLine).optional().catch(undefined);

/** A line that a person wrote, with the emoji that a forge shows for `:bug:`. */
export const written = z
  .string()
  .transform((value) => oneLine(withEmoji(value)))
  .optional()
  .catch(undefined);

/** Text as a person wrote it, line breaks and all. */
export const text = z.string().transform(nonEmpty).optional().catch(undefined);

export const count = z.number().int().optional().catch(undefined);
export const flag = z.boolean().optional().catch(undefined);

/** A numeric id, as digits. */
export const id = z
  .union([z.number().int().transform(String), z.string().regex(/^\d+$/)])
  .optional()
  .catch(undefined);

/** A link a platform would accept. */
export const link = z.string().transform(webAddress).optional().catch(undefined);

/** A point in time in ms, from ISO text or unix seconds. */
export const time = z
  .union([z.string().transform((value) => known(Date.parse(value))), z.number().transform(toMs)])
  .optional()
  .catch(undefined);

/** Whatever can be said on one line: text, a number, a chosen option, several of them. */
const scalar = z.union([
  z.string().transform(oneLine),
  z.number().transform(String),
  z.boolean().transform(String),
  z.object({ name: z.string().transform(oneLine) }).transform(({ name }) => name),
  z.object({ title: z.string().transform(oneLine) }).transform(({ title }) => title),
]);
export const anything = z
  .union([
    scalar,
    z.array(scalar).transform((all) => oneLine(all.filter((one) => one !== undefined).join(", "))),
  ])
  .optional()
  .catch(undefined);

/** An object, of which only `shape` is looked at. */
export function object<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.object(shape).optional().catch(undefined);
}

/** An object as above that reads as an empty one when it is missing, so that its fields can be named directly. */
export function part<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const schema = z.object(shape);
  // Every field tolerates its own absence.
  const nothing = schema.parse({});
  return schema
    .optional()
    .catch(undefined)
    .transform((known) => known ?? nothing);
}

/** A list without the items that cannot be read. */
export function list<Item extends z.ZodType>(item: Item) {
  return z
    .array(item)
    .transform((items) => items.filter((one) => one !== undefined))
    .optional()
    .catch(undefined);
}

export const person = object({ login: line, name: line, html_url: link, avatar_url: link });
export type Person = NonNullable<z.infer<typeof person>>;

export const label = object({ name: written });
export const milestone = object({ title: line, html_url: link });
export const team = object({ name: line, slug: line, html_url: link });

/** What most payloads carry around their own news. */
export const Surroundings = z.object({
  sender: person,
  repository: object({
    id,
    name: line,
    full_name: line,
    html_url: link,
    default_branch: line,
    private: flag,
    owner: object({ login: line, avatar_url: link }),
  }),
  organization: object({ login: line, html_url: link, avatar_url: link }),
  enterprise: object({ name: line, slug: line, html_url: link }),
});
export type Surroundings = z.infer<typeof Surroundings>;

/** `refs/heads/main` → `main`. */
export function shortRef(ref: string): string {
  return ref.replace(/^refs\/(heads|tags)\//, "");
}

export function shortSha(sha: string): string {
  return wholeStart(sha, 7);
}

/** The first line of a commit message or of any text. */
export function firstLine(value: string): string | undefined {
  return oneLine(value.trimStart().split("\n", 1)[0] ?? "");
}

export function oneLine(value: string): string | undefined {
  const cut = value.length > LINE_MAX ? `${wholeStart(value, LINE_MAX)}…` : value;
  const clean = cut
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .replace(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .trim();
  return clean === "" ? undefined : clean;
}

/** The beginning of a text, not ending within a surrogate pair. */
export function wholeStart(value: string, max: number): string {
  return value.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}

function nonEmpty(value: string): string | undefined {
  const clean = value.toWellFormed();
  return clean.trim() === "" ? undefined : clean;
}

function webAddress(value: string): string | undefined {
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : undefined;
}

function toMs(value: number): number | undefined {
  return known(value < 1e11 ? value * 1000 : value);
}

function known(ms: number): number | undefined {
  return Number.isNaN(new Date(ms).getTime()) ? undefined : ms;
}
