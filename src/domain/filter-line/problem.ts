/** What is wrong with a line, and where. `key` names the sentence in the catalogues. */
export interface LineProblem {
  key: LineProblemKey;
  params: Readonly<Record<string, string | number>>;
  /** Where in the line, in UTF-16 units. */
  at: number;
  length: number;
}

export type LineProblemKey =
  | "line.unknown_key"
  | "line.unknown_key_near"
  | "line.unknown_event"
  | "line.unknown_event_near"
  | "line.unknown_value"
  | "line.unknown_value_near"
  | "line.bare_word"
  | "line.bare_word_near"
  | "line.repo_name"
  | "line.value_missing"
  | "line.term_missing"
  | "line.quote_open"
  | "line.quote_stray"
  | "line.dash"
  | "line.invisible"
  | "line.paren_open"
  | "line.paren_close"
  | "line.paren_in_value"
  | "line.too_long"
  | "line.too_many"
  | "line.too_deep";

/** A place in the line. */
export interface Span {
  at: number;
  length: number;
}

export function problemAt(
  key: LineProblemKey,
  { at, length }: Span,
  params: LineProblem["params"] = {},
): LineProblem {
  return { key, params, at, length };
}

export function isProblem(value: object): value is LineProblem {
  return "params" in value && "key" in value && "at" in value;
}

/** How much of the line is shown around the place of a problem. */
const CONTEXT_LENGTH = 24;

/** The line around a problem, its place between ▸ and ◂: `events:pulls ▸lable◂:bug`. */
export function markedLine(line: string, { at, length }: Span): string {
  const start = Math.max(0, at - CONTEXT_LENGTH);
  const end = Math.min(line.length, at + length + CONTEXT_LENGTH);
  const before = `${start > 0 ? "…" : ""}${line.slice(start, at)}`;
  const after = `${line.slice(at + length, end)}${end < line.length ? "…" : ""}`;
  return `${before}▸${line.slice(at, at + length)}◂${after}`.toWellFormed();
}
