import type { Ast, Filter, FilterType } from "../../domain/filter.ts";
import { MAX_FILTERS_PER_RULE, MAX_RULE_DEPTH } from "../../domain/filter-line/limits.ts";
import { measure } from "../../domain/filter-line/measure.ts";
import type { PatternCompiler } from "./patterns.ts";
import type { Values } from "./values.ts";

/** A rule made ready: `undefined` when an event passes, else why it does not. */
export type Rule = (values: Values) => string | undefined;

/** `owner/name#123`: the repository with this id, whatever it is called now. */
const REPOSITORY_BY_ID = /^[^#]*#(\d+)$/;

/** `acme/*#private`: of what the pattern means, what is private. */
const PRIVATE_REPOSITORY = /^([^#]+)#private$/i;

type Test = (values: Values) => boolean;

/** Compiles what a route asks of an event. A pattern that cannot be read never matches and harms nobody else. */
export function compileRule(
  route: { filters: readonly Filter[]; ast?: Ast | undefined },
  patterns: PatternCompiler,
): Rule {
  if (route.ast === undefined) return allOf(route.filters, patterns);
  if (!isBounded(route.ast)) return () => "its expression is too large to be read";
  return allOf(conjuncts(route.ast), patterns);
}

const SIEVED: readonly FilterType[] = ["event", "action", "repo"];

/** What of a route's rule the kind of an event and its repository decide alone, whatever else it carries. */
export function compileSieve(
  { filters, ast }: { filters: readonly Filter[]; ast?: Ast | undefined },
  patterns: PatternCompiler,
): Rule {
  if (ast !== undefined && !isBounded(ast)) return () => undefined;
  const parts = ast === undefined ? filters : conjuncts(ast);
  return allOf(
    parts.filter((part) => "type" in part && SIEVED.includes(part.type)),
    patterns,
  );
}

interface Condition {
  test: Test;
  refusal: string;
}

/** Most rules are refused by their first part; the others are compiled when they are first asked. */
function allOf(parts: readonly Ast[], patterns: PatternCompiler): Rule {
  const conditions: Condition[] = [];
  return (values) => {
    for (let at = 0; at < parts.length; at += 1) {
      const part = parts[at];
      if (part === undefined) break;
      const condition = (conditions[at] ??= compileNode(part, patterns));
      if (!condition.test(values)) return condition.refusal;
    }
    return undefined;
  };
}

/** The parts of an expression that must all hold, so that a refusal can name the one that did not. */
function conjuncts(ast: Ast): readonly Ast[] {
  return "all" in ast ? ast.all.flatMap(conjuncts) : [ast];
}

function compileNode(ast: Ast, patterns: PatternCompiler): Condition {
  if ("type" in ast) return compileFilter(ast, patterns);
  if ("not" in ast) {
    const inner = compileNode(ast.not, patterns);
    return { test: (values) => !inner.test(values), refusal: "an excluded expression holds" };
  }
  const isAll = "all" in ast;
  const nodes = (isAll ? ast.all : ast.any).map((node) => compileNode(node, patterns).test);
  return {
    test: isAll
      ? (values) => nodes.every((test) => test(values))
      : (values) => nodes.some((test) => test(values)),
    refusal: "none of its alternatives holds",
  };
}

function compileFilter(filter: Filter, compiler: PatternCompiler): Condition {
  const patterns = typeof filter.match === "string" ? [filter.match] : filter.match;
  const tests = patterns.map((pattern) => compileTest(filter.type, pattern, compiler));
  const excluded = filter.exclude === true;
  return {
    test: (values) => {
      for (const test of tests) if (test(values)) return !excluded;
      return excluded;
    },
    refusal: `the filter ${excluded ? "-" : ""}${filter.type}:${patterns.join(",").slice(0, 80)} says no`,
  };
}

function compileTest(type: FilterType, pattern: string, compiler: PatternCompiler): Test {
  const id = type === "repo" ? REPOSITORY_BY_ID.exec(pattern)?.[1] : undefined;
  if (id !== undefined) return (values) => values.repoId === id;
  const privately = type === "repo" ? PRIVATE_REPOSITORY.exec(pattern)?.[1] : undefined;
  if (privately !== undefined) {
    const isMeant = compileTest(type, privately, compiler);
    return (values) => values.isPrivate && isMeant(values);
  }
  const compiled = compiler(pattern, type === "keyword" ? "within" : "whole");
  if ("problem" in compiled) return () => false;
  const { test } = compiled;
  return (values) => {
    for (const value of values[type]) if (test(value)) return true;
    return false;
  };
}

/** Stored expressions were bounded when they were saved; one that was not must not cost the others. */
function isBounded(ast: Ast): boolean {
  const { size, depth } = measure(ast);
  return size <= MAX_FILTERS_PER_RULE && depth <= MAX_RULE_DEPTH;
}
