import type { Ast, Filter, FilterType } from "../filter.ts";
import { collapseEvents } from "./event-names.ts";
import { keyOfType } from "./keys.ts";
import { isProblem } from "./problem.ts";
import { isMinus, scanValue } from "./scan.ts";
import { simplify } from "./simplify.ts";
import { patternsOf } from "./term.ts";

/** The line that says a rule; `undefined` for a rule that never matches, which no line says. */
export function printFilterLine(rule: {
  filters: readonly Filter[];
  ast?: Ast | undefined;
}): string | undefined {
  const ast = simplify(rule.ast ?? { all: [...rule.filters] });
  if (typeof ast === "boolean") return ast ? "" : undefined;
  return printNode(ast);
}

function printNode(ast: Ast): string {
  if ("type" in ast) return printFilter(ast);
  if ("not" in ast) return `-(${printNode(ast.not)})`;
  if ("any" in ast) return ast.any.map(printNode).join(" OR ");
  return ast.all
    .map((node) => ("any" in node ? `(${printNode(node)})` : printNode(node)))
    .join(" ");
}

function printFilter({ type, match, exclude }: Filter): string {
  const patterns = typeof match === "string" ? [match] : match;
  const key = type === "keyword" ? "" : `${keyOfType(type)}:`;
  return `${exclude === true ? "-" : ""}${key}${printPatterns(type, patterns).join(",")}`;
}

function printPatterns(type: FilterType, patterns: readonly string[]): readonly string[] {
  if (type === "keyword") return patterns.map(quoted);
  if (type !== "event") return patterns.map((pattern) => printed(type, pattern));
  return collapseEvents(patterns).map(({ text, isName }) => (isName ? text : printed(type, text)));
}

/** In quotes only where it would be read as something else without. */
function printed(type: FilterType, pattern: string): string {
  return readsAsItself(type, pattern) ? pattern : quoted(pattern);
}

function readsAsItself(type: FilterType, pattern: string): boolean {
  const value = scanValue(pattern, 0);
  if (isProblem(value) || value.isQuoted || value.text !== pattern) return false;
  if (isMinus(pattern.charAt(0)) && pattern.charAt(0) !== "-") return false;
  const patterns = patternsOf(type, value);
  return !isProblem(patterns) && patterns.length === 1 && patterns[0] === pattern;
}

/** A backslash is doubled only where it would otherwise be read as an escape. */
function quoted(text: string): string {
  const escaped = text.replace(/\\(?=[\\"]|$)/g, "\\\\").replace(/"/g, '\\"');
  return `"${escaped}"`;
}
