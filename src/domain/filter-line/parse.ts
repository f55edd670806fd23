import type { Ast, Filter } from "../filter.ts";
import { MAX_FILTERS_PER_RULE, MAX_LINE_LENGTH, MAX_RULE_DEPTH } from "./limits.ts";
import { measure } from "./measure.ts";
import { isProblem, type LineProblem, problemAt, type Span } from "./problem.ts";
import { simplify } from "./simplify.ts";
import { type Token, tokenize } from "./tokens.ts";

/** What a route asks of an event: filters that must all match, or an expression in their place. */
export interface LineRule {
  filters: Filter[];
  ast?: Ast;
}

/** Reads a filter line. Everything in it is understood, or the whole is refused with the place marked. */
export function parseFilterLine(line: string): LineRule | { problem: LineProblem } {
  if (line.length > MAX_LINE_LENGTH) {
    const rest = { at: MAX_LINE_LENGTH, length: line.length - MAX_LINE_LENGTH };
    return { problem: problemAt("line.too_long", rest, { max: MAX_LINE_LENGTH }) };
  }
  const tokens = tokenize(line);
  if (isProblem(tokens)) return { problem: tokens };
  const count = tokens.filter(({ kind }) => kind === "filter").length;
  const [first] = tokens;
  if (first === undefined) return { filters: [] };
  if (count > MAX_FILTERS_PER_RULE) {
    return { problem: problemAt("line.too_many", first, { max: MAX_FILTERS_PER_RULE }) };
  }
  const tree = parseTokens(tokens, { at: line.length, length: 0 });
  if (isProblem(tree)) return { problem: tree };
  const rule = ruleOf(tree);
  return rule.ast !== undefined && measure(rule.ast).depth > MAX_RULE_DEPTH
    ? { problem: problemAt("line.too_deep", first, { max: MAX_RULE_DEPTH }) }
    : rule;
}

/** A plain list of conditions stays a list; only alternatives and groups need an expression. */
export function ruleOf(tree: Ast): LineRule {
  const ast = simplify(tree);
  if (typeof ast === "boolean") return ast ? { filters: [] } : { filters: [], ast: { any: [] } };
  if ("type" in ast) return { filters: [ast] };
  if ("all" in ast) {
    const filters = ast.all.filter((node): node is Filter => "type" in node);
    if (filters.length === ast.all.length) return { filters };
  }
  return { filters: [], ast };
}

/** How deep the parser follows; what it reads is measured when it is simplified. */
const MAX_NESTING = 4 * MAX_RULE_DEPTH;

interface Cursor {
  tokens: readonly Token[];
  next: number;
  /** Where something would stand that the line ends without. */
  end: Span;
}

function parseTokens(tokens: readonly Token[], end: Span): Ast | LineProblem {
  const cursor: Cursor = { tokens, next: 0, end };
  const tree = parseAny(cursor, 0);
  if (isProblem(tree)) return tree;
  const rest = tokens[cursor.next];
  return rest === undefined ? tree : problemAt("line.paren_close", rest);
}

/** any := all ("OR" all)* */
function parseAny(cursor: Cursor, depth: number): Ast | LineProblem {
  const any: Ast[] = [];
  do {
    const node = parseAll(cursor, depth);
    if (isProblem(node)) return node;
    any.push(node);
  } while (takes(cursor, "or"));
  const [only] = any;
  return any.length === 1 && only !== undefined ? only : { any };
}

/** all := part ("AND"? part)* */
function parseAll(cursor: Cursor, depth: number): Ast | LineProblem {
  const all: Ast[] = [];
  do {
    const node = parsePart(cursor, depth);
    if (isProblem(node)) return node;
    all.push(node);
  } while (takes(cursor, "and") || startsPart(cursor));
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : { all };
}

/** part := "-" part | "(" any ")" | filter */
function parsePart(cursor: Cursor, depth: number): Ast | LineProblem {
  const token = cursor.tokens[cursor.next];
  if (depth >= MAX_NESTING) {
    return problemAt("line.too_deep", token ?? cursor.end, { max: MAX_RULE_DEPTH });
  }
  cursor.next += 1;
  if (token?.kind === "filter") return token.filter;
  if (token?.kind === "not") return parseNegated(cursor, token, depth);
  if (token?.kind !== "open") return problemAt("line.term_missing", token ?? cursor.end);
  const inner = parseAny(cursor, depth + 1);
  if (isProblem(inner)) return inner;
  return takes(cursor, "close") ? inner : problemAt("line.paren_open", token);
}

/** A minus belongs to what follows it at once; a lone one is a slip. */
function parseNegated(cursor: Cursor, minus: Token, depth: number): Ast | LineProblem {
  const negated = cursor.tokens[cursor.next];
  const isLone = minus.length === 1 && negated?.at !== minus.at + 1;
  if (isLone) return problemAt("line.term_missing", minus);
  const inner = parsePart(cursor, depth + 1);
  return isProblem(inner) ? inner : { not: inner };
}

function takes(cursor: Cursor, kind: Token["kind"]): boolean {
  if (cursor.tokens[cursor.next]?.kind !== kind) return false;
  cursor.next += 1;
  return true;
}

function startsPart(cursor: Cursor): boolean {
  const kind = cursor.tokens[cursor.next]?.kind;
  return kind === "filter" || kind === "open" || kind === "not";
}
