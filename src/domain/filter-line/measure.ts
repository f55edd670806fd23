import type { Ast } from "../filter.ts";
import { MAX_RULE_DEPTH } from "./limits.ts";

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
