import type { Ast, Filter } from "../filter.ts";

/**
 * The same expression without what says nothing: groups of one, groups in groups of their kind,
 * double negations, empty alternatives. A boolean where it always or never holds.
 */
export function simplify(ast: Ast): Ast | boolean {
  if ("type" in ast) return simplifyFilter(ast);
  if ("not" in ast) return negate(simplify(ast.not));
  return "all" in ast ? combine(ast.all, "all") : combine(ast.any, "any");
}

/** A filter by nothing matches nothing. One pattern is no list; `exclude: false` is the default. */
function simplifyFilter({ type, match, exclude }: Filter): Ast | boolean {
  const patterns = (typeof match === "string" ? [match] : match).filter((text) => text !== "");
  const [only] = patterns;
  if (only === undefined) return exclude === true;
  const said = patterns.length === 1 ? only : patterns;
  return exclude === true ? { type, match: said, exclude } : { type, match: said };
}

function negate(node: Ast | boolean): Ast | boolean {
  if (typeof node === "boolean") return !node;
  if ("not" in node) return node.not;
  if (!("type" in node)) return { not: node };
  const { exclude, ...filter } = node;
  return exclude === true ? filter : { ...filter, exclude: true };
}

function combine(nodes: readonly Ast[], kind: "all" | "any"): Ast | boolean {
  // What decides a group of its kind at once, and what says nothing in it.
  const deciding = kind === "any";
  const parts: Ast[] = [];
  for (const node of nodes) {
    const part = simplify(node);
    if (part === deciding) return deciding;
    if (typeof part !== "boolean") parts.push(...membersOf(part, kind));
  }
  const [only] = parts;
  if (only === undefined) return !deciding;
  if (parts.length === 1) return only;
  return kind === "all" ? { all: parts } : { any: parts };
}

function membersOf(part: Ast, kind: "all" | "any"): readonly Ast[] {
  if (kind === "all") return "all" in part ? part.all : [part];
  return "any" in part ? part.any : [part];
}
