import type { Ast, Filter } from "../../domain/filter.ts";
import {
  MAX_FILTERS_PER_RULE,
  MAX_PATTERNS_PER_FILTER,
  MAX_RULE_DEPTH,
} from "../../domain/filter-line/limits.ts";
import { measure } from "../../domain/filter-line/measure.ts";
import { patternProblem, type RuleProblem } from "./patterns.ts";

/** Everything that speaks against saving a rule; empty when it may be saved. */
export function ruleProblems(rule: {
  filters: readonly Filter[];
  ast?: Ast | undefined;
}): readonly RuleProblem[] {
  const ast = rule.ast ?? { all: [...rule.filters] };
  const { size, depth } = measure(ast);
  if (depth > MAX_RULE_DEPTH) return [{ key: "rule.deep", params: { max: MAX_RULE_DEPTH } }];
  if (size > MAX_FILTERS_PER_RULE) {
    return [{ key: "rule.large", params: { max: MAX_FILTERS_PER_RULE } }];
  }
  return filtersOf(ast).flatMap(filterProblems);
}

function filterProblems({ type, match }: Filter): readonly RuleProblem[] {
  const patterns = typeof match === "string" ? [match] : match;
  if (patterns.length === 0) return [{ key: "rule.never", params: { type } }];
  if (patterns.length > MAX_PATTERNS_PER_FILTER) {
    return [{ key: "rule.filter_large", params: { type, max: MAX_PATTERNS_PER_FILTER } }];
  }
  return patterns.flatMap((pattern) => patternProblem(pattern) ?? []);
}

function filtersOf(ast: Ast): readonly Filter[] {
  if ("type" in ast) return [ast];
  if ("not" in ast) return filtersOf(ast.not);
  return ("all" in ast ? ast.all : ast.any).flatMap(filtersOf);
}
