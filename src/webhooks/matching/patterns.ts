import { RE2JS } from "re2js";
import { MAX_PATTERN_LENGTH } from "../../domain/filter-line/limits.ts";
import { starMatcher } from "./glob.ts";

/**
 * How much of one text a regular expression reads, in UTF-16 units. With the program's size it
 * bounds what a tenant's pattern can cost: well under a millisecond when warm.
 */
const MAX_REGEX_INPUT = 2_048;
/** Counted repeats multiply: `(.{1000})(.{1000})` is short and costs a quarter of a second. */
const MAX_PROGRAM_SIZE = 300;

/** Whether a text fits a pattern. The text is already in lower case. */
export type TextTest = (lowerCased: string) => boolean;

/** What is wrong with a rule: a key of the catalogues and its parameters. */
export interface RuleProblem {
  key:
    | "rule.pattern_empty"
    | "rule.pattern_long"
    | "rule.pattern_regex"
    | "rule.pattern_costly"
    | "rule.filter_large"
    | "rule.deep"
    | "rule.large"
    | "rule.never"
    | "rule.hopeless"
    | "rule.strangers"
    | "rule.no_action"
    | "rule.no_action_merged";
  params: Readonly<Record<string, string | number>>;
}

type Compiled = { test: TextTest } | { problem: RuleProblem };

/**
 * `whole`: equality and globs are about the whole text; `within`: they are looked for in it.
 * A regular expression is always searched.
 */
type Scope = "whole" | "within";
export type PatternCompiler = (pattern: string, scope: Scope) => Compiled;

/** Many rules share their patterns (`*[bot]`, `main`); this many different ones are remembered. */
const MAX_REMEMBERED = 5_000;

/** A compiler that remembers what it compiled. */
export function createPatternCompiler(): PatternCompiler {
  const memory = new Map<string, Compiled>();
  return (pattern, scope) => {
    const key = `${scope}:${pattern}`;
    const known = memory.get(key);
    if (known !== undefined) return known;
    if (memory.size >= MAX_REMEMBERED) memory.clear();
    const made = compilePattern(pattern, scope);
    memory.set(key, made);
    return made;
  };
}

/** Why a pattern may not be saved; `undefined` when it may. */
export function patternProblem(pattern: string): RuleProblem | undefined {
  const compiled = compilePattern(pattern, "whole");
  return "problem" in compiled ? compiled.problem : undefined;
}

export function compilePattern(pattern: string, scope: Scope): Compiled {
  if (pattern === "") return { problem: { key: "rule.pattern_empty", params: {} } };
  if (pattern.length > MAX_PATTERN_LENGTH) {
    return { problem: { key: "rule.pattern_long", params: { max: MAX_PATTERN_LENGTH } } };
  }
  if (isRegex(pattern)) return compileRegex(pattern, pattern.slice(1, -1), RE2JS.CASE_INSENSITIVE);
  const lower = pattern.toLowerCase();
  if (/[*?]/.test(lower)) return compileGlob(lower, scope);
  return { test: scope === "whole" ? (text) => text === lower : (text) => text.includes(lower) };
}

export function isRegex(pattern: string): boolean {
  return pattern.length > 2 && pattern.startsWith("/") && pattern.endsWith("/");
}

/** `?` is one character, not one UTF-16 unit, which the regular expressions know how to count. */
function compileGlob(glob: string, scope: Scope): Compiled {
  const whole = scope === "whole";
  if (!glob.includes("?")) return { test: starMatcher(whole ? glob : `*${glob}*`) };
  const source = RE2JS.quote(glob).replaceAll("\\*", ".*").replaceAll("\\?", ".");
  return compileRegex(glob, whole ? `^${source}$` : source, RE2JS.DOTALL);
}

/** Texts longer than this are not kept for the sake of an answer. */
const MAX_REMEMBERED_TEXT = 256;

/** Many rules ask one expression of one event's branch: the last answer is remembered. */
function remembering(test: TextTest): TextTest {
  let last: string | undefined;
  let answer = false;
  return (text) => {
    if (text === last) return answer;
    const found = test(text);
    if (text.length <= MAX_REMEMBERED_TEXT) [last, answer] = [text, found];
    return found;
  };
}

function compileRegex(pattern: string, source: string, flags: number): Compiled {
  try {
    const regex = RE2JS.compile(source, flags);
    return regex.programSize() > MAX_PROGRAM_SIZE
      ? { problem: { key: "rule.pattern_costly", params: { pattern } } }
      : { test: remembering((text) => regex.test(text.slice(0, MAX_REGEX_INPUT))) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { problem: { key: "rule.pattern_regex", params: { pattern, reason } } };
  }
}
