import type { Filter } from "../filter.ts";
import { lookup } from "../lookup.ts";
import { isEventWord } from "./event-names.ts";
import { LINE_KEYS, suggestedKey, typeOfKey } from "./keys.ts";
import { isProblem, type LineProblem, problemAt, type Span } from "./problem.ts";
import {
  invisibleAt,
  isColon,
  isComma,
  isMinus,
  isOpening,
  isQuote,
  isShutting,
  isSpace,
  scanValue,
  skipSpace,
  type Value,
} from "./scan.ts";
import { filterOf } from "./term.ts";

export type Token = Span &
  ({ kind: "open" | "close" | "or" | "and" | "not" } | { kind: "filter"; filter: Filter });

const WORDS: Readonly<Record<string, "or" | "and" | "not">> = { OR: "or", AND: "and", NOT: "not" };

/** The tokens of a line, or the first thing in it that cannot be understood. */
export function tokenize(line: string): readonly Token[] | LineProblem {
  const tokens: Token[] = [];
  for (let at = skipSpace(line, 0); at < line.length; at = skipSpace(line, at)) {
    const token = invisibleAt(line, at) ?? nextToken(line, at);
    if (isProblem(token)) return token;
    tokens.push(token);
    at += token.length;
  }
  return tokens;
}

function nextToken(line: string, at: number): Token | LineProblem {
  const char = line.charAt(at);
  if (isOpening(char)) return { kind: "open", at, length: 1 };
  if (isShutting(char)) return { kind: "close", at, length: 1 };
  if (isMinus(char)) return { kind: "not", at, length: 1 };
  if (isQuote(char) || char === "/") return filterFrom(line, { at, length: 0 }, "text");
  const word = wordAt(line, at);
  const operator = lookup(WORDS, word);
  const end = at + word.length;
  if (isColon(line.charAt(end))) return filterFrom(line, { at, length: word.length + 1 }, word);
  if (operator !== undefined) return { kind: operator, at, length: word.length };
  return bareWord(word, at);
}

function wordAt(line: string, from: number): string {
  let at = from;
  const ends = (char: string) =>
    char === "" ||
    [isSpace, isColon, isComma, isOpening, isShutting, isQuote].some((is) => is(char));
  while (!ends(line.charAt(at))) at += 1;
  return line.slice(from, at);
}

/** The filter whose key and colon (`head`) stand there. */
function filterFrom(line: string, head: Span, key: string): Token | LineProblem {
  const type = typeOfKey(key);
  if (type === undefined) return unknownKey(key, { at: head.at, length: Math.max(1, key.length) });
  const scanned = scanValues(line, head.at + head.length, key);
  if (isProblem(scanned)) return scanned;
  const filter = filterOf(type, scanned.values);
  if (isProblem(filter)) return filter;
  return { kind: "filter", filter, at: head.at, length: scanned.end - head.at };
}

function unknownKey(key: string, span: Span): LineProblem {
  const suggestion = suggestedKey(key);
  const known = Object.keys(LINE_KEYS).join(", ");
  return suggestion === undefined
    ? problemAt("line.unknown_key", span, { key, known })
    : problemAt("line.unknown_key_near", span, { key, suggestion });
}

/** Values between commas; a space after a comma is a slip that can only mean one thing. */
function scanValues(
  line: string,
  from: number,
  key: string,
): { values: readonly Value[]; end: number } | LineProblem {
  const values: Value[] = [];
  let at = from;
  for (;;) {
    if (isMissing(line, at, values.length > 0)) {
      return problemAt("line.value_missing", { at: Math.max(0, at - 1), length: 1 }, { key });
    }
    const value = scanValue(line, at);
    if (isProblem(value)) return value;
    values.push(value);
    at += value.length;
    if (!isComma(line.charAt(at))) return { values, end: at };
    at = skipSpace(line, at + 1);
  }
}

function isMissing(line: string, at: number, isAfterComma: boolean): boolean {
  const char = line.charAt(at);
  if (char === "" || isSpace(char) || isComma(char) || isShutting(char)) return true;
  const word = wordAt(line, at);
  // `label:bug, base:main`: the comma was a slip, or a value is missing; it is not for us to choose.
  return isAfterComma && isColon(line.charAt(at + word.length)) && typeOfKey(word) !== undefined;
}

/** Words that are searched for stand in quotes, so that no slip is taken for one. */
function bareWord(word: string, at: number): LineProblem {
  const span = { at, length: Math.max(1, word.length) };
  if (word === "") return problemAt("line.term_missing", span);
  if (lookup(WORDS, word.toUpperCase()) !== undefined) {
    return problemAt("line.bare_word_near", span, { word, suggestion: word.toUpperCase() });
  }
  if (typeOfKey(word) !== undefined && !isEventWord(word)) {
    return problemAt("line.bare_word_near", span, { word, suggestion: `${word.toLowerCase()}:` });
  }
  if (isEventWord(word)) {
    return problemAt("line.bare_word_near", span, { word, suggestion: `events:${word}` });
  }
  return problemAt("line.bare_word", span, { word });
}
