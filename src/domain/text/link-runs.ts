import type { Span, StyledSpan } from "../text.ts";

/** Neighbours that lead to one address, which a reader sees as one link. */
export interface LinkRun {
  url: string;
  /** Without the address. */
  spans: StyledSpan[];
}

/** Spans with links of several styles put together, as in `[**a** b](…)`; all others as they are. */
export function linkRuns(spans: readonly Span[]): (Span | LinkRun)[] {
  const all: (Span | LinkRun)[] = [];
  spans.forEach((span, i) => {
    const url = urlOf(span);
    const last = all.at(-1);
    if (url !== undefined && last !== undefined && isLinkRun(last) && last.url === url) {
      last.spans.push(withoutUrl(span));
    } else if (url !== undefined && urlOf(spans[i + 1]) === url) {
      all.push({ url, spans: [withoutUrl(span)] });
    } else all.push(span);
  });
  return all;
}

export function isLinkRun(one: Span | LinkRun): one is LinkRun {
  return typeof one !== "string" && "spans" in one;
}

function urlOf(span: Span | undefined): string | undefined {
  return typeof span === "object" && "text" in span ? span.url : undefined;
}

function withoutUrl(span: Span): StyledSpan {
  if (typeof span === "string" || !("text" in span)) return { text: "" };
  const { url: _left, ...rest } = span;
  return rest;
}
