/** Nobody reads more of a text in a chat, and parsing it is the dearest thing we do with an event. */
const MAX_SOURCE = 2_000;
/** Quotes and lists in each other, on one line. */
const MAX_NESTING = 10;
/** Lines, and quotes and items that begin on them: each line is held against all that is open. */
const MAX_LINES = 150;
const MAX_CONTAINERS = 300;
/** Runs of emphasis and brackets that the parser has to match against each other. */
const MAX_EMPHASIS = 200;
const MAX_BRACKETS = 250;

/** Of each of these the parser asks whether an address ends there, and looks at all that follow. */
const PUNCTUATION = /[!"')*,.:;<?\]_~]{150}/;

const LINE_START = /^[ \t\d>*+.)-]+/gm;
const CONTAINER = />|[-*+](?=[ \t])|\d[.)](?=[ \t])/g;
const NESTED = new RegExp(
  `^(?:[ \\t]{0,6}(?:>|[-*+](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_NESTING + 1}}`,
  "m",
);

interface BoundedSource {
  text: string;
  /** There was more. */
  cut: boolean;
}

/** The beginning of a text, up to the end of a line. */
export function boundSource(source: string): BoundedSource {
  if (source.length <= MAX_SOURCE) return { text: source, cut: false };
  const start = source.slice(0, MAX_SOURCE).toWellFormed();
  const end = start.lastIndexOf("\n");
  return { text: end > MAX_SOURCE / 2 ? start.slice(0, end) : start, cut: true };
}

/** Whether a text is built to keep a Markdown parser busy; nobody writes such by hand. */
export function isCostly(text: string): boolean {
  return (
    NESTED.test(text) ||
    PUNCTUATION.test(text) ||
    matches(text, /\n/g) > MAX_LINES ||
    matches(text.match(LINE_START)?.join("\n") ?? "", CONTAINER) > MAX_CONTAINERS ||
    matches(text, /\*+|_+|~+/g) > MAX_EMPHASIS ||
    matches(text, /[[\]]/g) > MAX_BRACKETS
  );
}

const MARKED = /[\\`*_~[\]<>|&#=+:\t-]|^ {4}|^\s*\d+[.)]|www\.|@/m;

/** Whether a text can be read as it stands, as most comments can. */
export function isUnmarked(text: string): boolean {
  return !MARKED.test(text);
}

function matches(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
