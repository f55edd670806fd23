import { z } from "zod";
import type { SubjectState } from "../../domain/subject.ts";
import { readValue } from "./facets.ts";

/** What is kept of a text: all of it, or its beginning and how many characters are behind that. */
export const Excerpt = z.union([z.string(), z.object({ text: z.string(), left: z.number() })]);
export type Excerpt = z.infer<typeof Excerpt>;

/** What a card keeps of a description: enough to know what it is about on a phone. */
const CARD_MAX = 500;
/** What a message of its own quotes of a text; the renderers cut to their platform's limit. */
const POST_MAX = 1800;

/** No message shows more lines, and the parser's work grows with their square. */
const LINES_MAX = 120;

/** The beginning of a Markdown text as a card shows it, cut between lines or words. */
export function excerpt(markdown: string): Excerpt {
  return cut(withoutComments(markdown).trim(), CARD_MAX);
}

export function quotation(markdown: string): Excerpt {
  return cut(withoutComments(markdown).trim(), POST_MAX);
}

/** What a state keeps of a text; undefined where there is nothing to read. */
export function excerptOf(state: SubjectState, facet: string): Excerpt | undefined {
  return readValue(state, facet, Excerpt) || undefined;
}

export function textIn(kept: Excerpt): string {
  return typeof kept === "string" ? kept : kept.text;
}

/** How much of it was left out when it was kept. */
export function leftOut(kept: Excerpt | undefined): number | undefined {
  return typeof kept === "object" ? kept.left : undefined;
}

/** Code, which keeps its comments, or a comment. */
const CODE_OR_COMMENT = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|<!--[\s\S]*?-->/g;
const UNFINISHED_COMMENT = /^ {0,3}<!--[\s\S]*/m;

/** Issue templates hide instructions in comments; they must not use up the space. */
function withoutComments(markdown: string): string {
  const text = markdown.toWellFormed();
  // Where no comment ends any more, looking for its end from each beginning would take long.
  const last = text.lastIndexOf("-->");
  const end = last === -1 ? 0 : last + "-->".length;
  const read = text.slice(0, end).replace(CODE_OR_COMMENT, (_, code?: string) => code ?? "");
  return read + text.slice(end).replace(UNFINISHED_COMMENT, "");
}

/** A line that ends needs no mark of its own: that there is more is said below. */
function cut(text: string, max: number): Excerpt {
  const lines = firstLines(text);
  if (lines.length <= max) return kept(lines, "", text);
  const room = lines.slice(0, max);
  const lineEnd = room.lastIndexOf("\n");
  if (lineEnd > max / 2) return kept(room.slice(0, lineEnd).trimEnd(), "", text);
  const wordEnd = room.lastIndexOf(" ");
  const words = room.slice(0, wordEnd > max / 2 ? wordEnd : lastWhole(room)).trimEnd();
  return kept(finished(words), " …", text);
}

function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < LINES_MAX; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end).trimEnd();
}

function kept(start: string, mark: string, whole: string): Excerpt {
  const left = whole.length - start.length;
  return left === 0 ? whole : { text: start + mark, left };
}

/** A link or a tag that the cut went through would be shown as its marks; code and bold are closed. */
function finished(text: string): string {
  const whole = text.replace(/(?:!?\[[^\]\n]*(?:\]\([^)\n]*)?|<[a-z/][^<>\n]*)$/i, "").trimEnd();
  if (isOpen(whole, /^ {0,3}```/gm)) return whole;
  const line = whole.slice(whole.lastIndexOf("\n") + 1);
  if (isOpen(line, /`/g)) return `${whole}\``;
  return isOpen(line, /\*\*/g) ? `${whole}**` : whole;
}

function isOpen(text: string, mark: RegExp): boolean {
  return (text.match(mark) ?? []).length % 2 === 1;
}

/** Not inside a character that takes two units or joins several. */
function lastWhole(text: string): number {
  let end = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) end = index;
  return end;
}
