import type { Filter, FilterType } from "../filter.ts";
import { lookup } from "../lookup.ts";
import { expandEvent, suggestedEvent } from "./event-names.ts";
import { keyOfType } from "./keys.ts";
import { isProblem, type LineProblem, problemAt } from "./problem.ts";
import type { Value } from "./scan.ts";
import { nearest } from "./suggest.ts";

const DRAFT: Readonly<Record<string, string>> = {
  true: "true",
  yes: "true",
  false: "false",
  no: "false",
};

const CONCLUSIONS: readonly string[] = [
  "success",
  "failure",
  "cancelled",
  "timed_out",
  "action_required",
  "neutral",
  "skipped",
  "stale",
  "startup_failure",
  "pending",
  "error",
  "in_progress",
  "queued",
  "waiting",
  "inactive",
];

/** What people say for a conclusion, further from its name than a slip of the finger. */
const SAID_CONCLUSIONS: Readonly<Record<string, string>> = {
  fail: "failure",
  failed: "failure",
  broken: "failure",
  red: "failure",
  ok: "success",
  pass: "success",
  passed: "success",
  succeeded: "success",
  green: "success",
  timeout: "timed_out",
  running: "in_progress",
};

/** The filter that a term's values make. */
export function filterOf(type: FilterType, values: readonly Value[]): Filter | LineProblem {
  const patterns: string[] = [];
  for (const value of values) {
    const read = patternsOf(type, value);
    if (isProblem(read)) return read;
    patterns.push(...read);
  }
  const [only] = patterns;
  return { type, match: patterns.length === 1 && only !== undefined ? only : patterns };
}

/** The patterns that a value stands for. What is in quotes stands for itself, however odd. */
export function patternsOf(type: FilterType, value: Value): readonly string[] | LineProblem {
  if (value.text === "") {
    return problemAt("line.value_missing", value, { key: keyOfType(type) });
  }
  return value.isQuoted ? [value.text] : (READERS[type] ?? asWritten)(value, type);
}

type Reader = (value: Value, type: FilterType) => readonly string[] | LineProblem;

const asWritten: Reader = ({ text }) => [text];

const READERS: Readonly<Partial<Record<FilterType, Reader>>> = {
  event(value) {
    const events = expandEvent(value.text);
    return events.length > 0
      ? events
      : unknown("line.unknown_event", value, suggestedEvent(value.text));
  },
  draft(value) {
    const draft = lookup(DRAFT, value.text.toLowerCase());
    return draft === undefined ? unknown("line.unknown_value", value, "true", "draft") : [draft];
  },
  conclusion(value) {
    const { text } = value;
    if (isPattern(text) || CONCLUSIONS.includes(text.toLowerCase())) return [text];
    const meant = lookup(SAID_CONCLUSIONS, text.toLowerCase()) ?? nearest(text, CONCLUSIONS);
    return unknown("line.unknown_value", value, meant, "conclusion");
  },
  repo(value) {
    const { text } = value;
    if (isPattern(text) || /^[^/]+\/[^/]+$/.test(text)) return [text];
    return problemAt("line.repo_name", value, { value: text, suggestion: `${text}/*` });
  },
  // What people copy from elsewhere, as the forge says it: a ref, a mention, a path from the root.
  branch: ({ text }) => [text.replace(/^refs\/heads\/(?=.)/, "")],
  base: ({ text }) => [text.replace(/^refs\/heads\/(?=.)/, "")],
  actor: ({ text }) => [text.replace(/^@(?=.)/, "")],
  path: ({ text }) => [
    isPattern(text) && text.endsWith("/") ? text : text.replace(/^\.?\/(?=.)/, ""),
  ],
};

function unknown(
  key: "line.unknown_event" | "line.unknown_value",
  value: Value,
  suggestion: string | undefined,
  filter?: string,
): LineProblem {
  const params = { value: value.text, ...(filter === undefined ? {} : { key: filter }) };
  return suggestion === undefined
    ? problemAt(key, value, params)
    : problemAt(`${key}_near`, value, { ...params, suggestion });
}

function isPattern(text: string): boolean {
  return /[*?]/.test(text) || (text.length > 2 && text.startsWith("/") && text.endsWith("/"));
}
