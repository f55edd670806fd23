import { isProblem, type LineProblem, problemAt, type Span } from "./problem.ts";

/** One value of a term. What stands in quotes is meant to the letter. */
export interface Value extends Span {
  text: string;
  isQuoted: boolean;
}

const CLOSING: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "“”‟",
  "”": "“”‟",
  "„": "“”‟",
  "‟": "“”‟",
  "«": "»",
  "»": "«",
  "「": "」",
  "『": "』",
  "＂": "＂",
};
const QUOTES = `${Object.keys(CLOSING).join("")}」』`;
const COMMAS = ",，、";
const OPENING = "(（";
const SHUTTING = ")）";
const COLONS = ":：";
/** Hyphens and dashes of typography, in place of which keyboards and editors put them. */
const DASH = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/;
/** Zero-width, direction and control characters. A joiner (U+200D) belongs to emoji. */
const INVISIBLE =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000E-\u001F\u007F\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/;
const REGEX = /^\/(?:\\.|[^/\s\\])+\/(?=[\s,，、()（）]|$)/u;

export const isSpace = (char: string) => /^\s$/.test(char) && !INVISIBLE.test(char);
export const isQuote = (char: string) => char !== "" && QUOTES.includes(char);
export const isComma = (char: string) => char !== "" && COMMAS.includes(char);
export const isOpening = (char: string) => char !== "" && OPENING.includes(char);
export const isShutting = (char: string) => char !== "" && SHUTTING.includes(char);
export const isColon = (char: string) => char !== "" && COLONS.includes(char);
export const isMinus = (char: string) => char === "-" || DASH.test(char);

export function skipSpace(line: string, from: number): number {
  let at = from;
  while (isSpace(line.charAt(at))) at += 1;
  return at;
}

/** An invisible character at a place, as a problem. */
export function invisibleAt(line: string, at: number): LineProblem | undefined {
  const char = line.charAt(at);
  if (!INVISIBLE.test(char)) return undefined;
  const code = char.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  return problemAt("line.invisible", { at, length: 1 }, { code });
}

/** The value that begins at a place: in quotes, a regular expression between slashes, or a bare word. */
export function scanValue(line: string, at: number): Value | LineProblem {
  const quote = line.charAt(at);
  const value = CLOSING[quote] === undefined ? scanUnquoted(line, at) : scanQuoted(line, at);
  if (isProblem(value)) return value;
  const next = line.charAt(at + value.length);
  if (isQuote(next) || (value.isQuoted && !endsValue(next))) {
    return problemAt("line.quote_stray", { at: at + value.length, length: 1 });
  }
  if (isOpening(next)) {
    return problemAt("line.paren_in_value", { at: at + value.length, length: 1 });
  }
  return value;
}

function endsValue(char: string): boolean {
  return char === "" || isSpace(char) || isComma(char) || isShutting(char) || isOpening(char);
}

function scanQuoted(line: string, start: number): Value | LineProblem {
  const closing = CLOSING[line.charAt(start)] ?? "";
  let text = "";
  for (let at = start + 1; at < line.length; at += 1) {
    const char = line.charAt(at);
    const next = line.charAt(at + 1);
    if (char === "\\" && (next === "\\" || next === '"')) {
      text += next;
      at += 1;
    } else if (closing.includes(char)) {
      return { text, isQuoted: true, at: start, length: at + 1 - start };
    } else text += char;
  }
  return problemAt("line.quote_open", { at: start, length: 1 });
}

function scanUnquoted(line: string, start: number): Value | LineProblem {
  const regex = REGEX.exec(line.slice(start))?.[0];
  const text = regex ?? line.slice(start, endOfWord(line, start));
  for (const [offset, char] of [...text.matchAll(/[\s\S]/g)].map((m) => [m.index, m[0]] as const)) {
    const problem =
      invisibleAt(line, start + offset) ??
      (DASH.test(char) ? problemAt("line.dash", { at: start + offset, length: 1 }) : undefined);
    if (problem !== undefined) return problem;
  }
  return { text, isQuoted: false, at: start, length: text.length };
}

function endOfWord(line: string, start: number): number {
  let at = start;
  while (at < line.length && !endsValue(line.charAt(at)) && !isQuote(line.charAt(at))) at += 1;
  return at;
}
