import type { Ast, Filter, FilterType } from "../../domain/filter.ts";
import { MAX_FILTERS_PER_RULE, MAX_RULE_DEPTH } from "../../domain/filter-line/limits.ts";
import { compilePattern } from "./patterns.ts";
import type { Values } from "./values.ts";

/** A rule made ready: `undefined` when an event passes, else why it does not. */
export type Rule = (values: Values) => string | undefined;

type Test = (values: Values) => boolean;

/** Compiles what a route asks of an event. A pattern that cannot be read never matches and harms nobody else. */
export function compileRule(route: { filters: readonly Filter[]; ast?: Ast | undefined }): Rule {
  if (route.ast === undefined) return allOf(route.filters.map(compileFilter));
  if (!isBounded(route.ast)) return () => "its expression is too large to be read";
  return allOf(conjuncts(route.ast).map(compileNode));
}

interface Condition {
  test: Test;
  refusal: string;
}

function allOf(conditions: readonly Condition[]): Rule {
  return (values) => conditions.find(({ test }) => !test(values))?.refusal;
}

/** The parts of an expression that must all hold, so that a refusal can name the one that did not. */
function conjuncts(ast: Ast): readonly Ast[] {
  return "all" in ast ? ast.all.flatMap(conjuncts) : [ast];
}

function compileNode(ast: Ast): Condition {
  if ("type" in ast) return compileFilter(ast);
  if ("not" in ast) {
    const inner = compileNode(ast.not);
    return { test: (values) => !inner.test(values), refusal: "an excluded expression holds" };
  }
  const isAll = "all" in ast;
  const nodes = (isAll ? ast.all : ast.any).map((node) => compileNode(node).test);
  return {
    test: isAll
      ? (values) => nodes.every((test) => test(values))
      : (values) => nodes.some((test) => test(values)),
    refusal: "none of its alternatives holds",
  };
}

function compileFilter(filter: Filter): Condition {
  const patterns = typeof filter.match === "string" ? [filter.match] : filter.match;
  const tests = patterns.map((pattern) => compileTest(filter.type, pattern));
  const matches: Test = (values) => tests.some((test) => test(values));
  const excluded = filter.exclude === true;
  return {
    test: excluded ? (values) => !matches(values) : matches,
    refusal: `the filter ${excluded ? "-" : ""}${filter.type}:${patterns.join(",").slice(0, 80)} says no`,
  };
}

function compileTest(type: FilterType, pattern: string): Test {
  const byId = type === "repo" ? /^[^/#]*\/?[^/#]*#(\d+)$/.exec(pattern)?.[1] : undefined;
  if (byId !== undefined) return (values) => values.repoId === byId;
  const compiled = lazily(() => compilePattern(pattern, type === "keyword" ? "within" : "whole"));
  return (values) => {
    const candidates = values[type];
    if (candidates.length === 0) return false;
    const ready = compiled();
    return "test" in ready && candidates.some(ready.test);
  };
}

/** Most rules are refused by their first filter; what follows is compiled when it is first asked. */
function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Stored expressions were bounded when they were saved; one that was not must not cost the others. */
function isBounded(ast: Ast): boolean {
  const { size, depth } = measure(ast);
  return size <= MAX_FILTERS_PER_RULE && depth <= MAX_RULE_DEPTH;
}

/** How many filters an expression has and how deep it is; it stops counting where it is too deep. */
export function measure(ast: Ast, depth = 1): { size: number; depth: number } {
  if ("type" in ast) return { size: 1, depth };
  if (depth > MAX_RULE_DEPTH) return { size: 0, depth };
  const inner = "not" in ast ? [ast.not] : "all" in ast ? ast.all : ast.any;
  const parts = inner.map((node) => measure(node, depth + 1));
  return {
    size: parts.reduce((sum, part) => sum + part.size, 0),
    depth: Math.max(depth, ...parts.map((part) => part.depth)),
  };
}
