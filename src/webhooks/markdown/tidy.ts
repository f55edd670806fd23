import { cleanText, isBlank } from "../../domain/text/clean.ts";
import { plainSpans } from "../../domain/text/plain.ts";
import type { Block, Span, StyledSpan } from "../../domain/text.ts";

/** Spans as a paragraph or, with a level, a heading; nothing where there is nothing to read. */
export function textBlock(spans: readonly Span[], level?: number): Block[] {
  const tidy = tidySpans(spans);
  if (isBlank(plainSpans(tidy))) return [];
  return [
    level === undefined
      ? { type: "paragraph", spans: tidy }
      : { type: "heading", level, spans: tidy },
  ];
}

/** Spans as people read them: cleaned, neighbours of one style joined, no space at either end. */
export function tidySpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of spans) {
    const clean = cleaned(span);
    const last = joined.at(-1);
    const both = last === undefined ? undefined : join(last, clean);
    if (both === undefined) joined.push(clean);
    else joined[joined.length - 1] = both;
  }
  return trimEnd(trimStart(joined))
    .map((span) => (typeof span === "string" ? span.replace(/ *\n */g, "\n") : span))
    .filter((span) => textOf(span) !== "");
}

function cleaned(span: Span): Span {
  if (typeof span === "string") return onceSpaced(cleanText(span));
  if (!("text" in span)) return span;
  const text = cleanText(span.text);
  return { ...span, text: span.code ? text : onceSpaced(text) };
}

function onceSpaced(text: string): string {
  return text.replace(/[ \t]+/g, " ");
}

function join(first: Span, second: Span): Span | undefined {
  if (typeof first === "string" && typeof second === "string") return first + second;
  if (typeof first === "string" || typeof second === "string") return undefined;
  if (!("text" in first) || !("text" in second) || !sameStyle(first, second)) return undefined;
  return { ...first, text: first.text + second.text };
}

function sameStyle(first: StyledSpan, second: StyledSpan): boolean {
  return (["url", "bold", "italic", "strike", "code"] as const).every(
    (key) => first[key] === second[key],
  );
}

function trimStart(spans: readonly Span[]): Span[] {
  const [first, ...rest] = spans;
  if (typeof first !== "string") return [...spans];
  const text = first.trimStart();
  return text === "" ? trimStart(rest) : [text, ...rest];
}

function trimEnd(spans: readonly Span[]): Span[] {
  const last = spans.at(-1);
  if (typeof last !== "string") return [...spans];
  const text = last.trimEnd();
  const rest = spans.slice(0, -1);
  return text === "" ? trimEnd(rest) : [...rest, text];
}

function textOf(span: Span): string | undefined {
  if (typeof span === "string") return span;
  return "text" in span ? span.text : undefined;
}
