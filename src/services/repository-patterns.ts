import type { Ast, Filter } from "../domain/filter.ts";
import type { Rule } from "./subscription-routes.ts";

/** A rule with each pattern of its repositories as `pattern` makes it. */
export function withPatterns({ filters, ast }: Rule, pattern: (one: string) => string): Rule {
  const filter = (one: Filter): Filter => {
    if (one.type !== "repo") return one;
    const { match } = one;
    return { ...one, match: typeof match === "string" ? pattern(match) : match.map(pattern) };
  };
  const node = (one: Ast): Ast => {
    if ("type" in one) return filter(one);
    if ("not" in one) return { not: node(one.not) };
    return "all" in one ? { all: one.all.map(node) } : { any: one.any.map(node) };
  };
  return { filters: filters.map(filter), ...(ast === undefined ? {} : { ast: node(ast) }) };
}
