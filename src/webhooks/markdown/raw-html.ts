import { isBlank } from "../../domain/text/clean.ts";
import type { Span } from "../../domain/text.ts";
import { awaitsSummary, collect, type Frames, openOrClose, summarise } from "./frames.ts";
import { htmlTokens, type HtmlToken } from "./html.ts";
import { htmlSpans, restyle, type Source } from "./inline.ts";
import type { Style } from "./references.ts";
import { textBlock } from "./tidy.ts";

/** Tags that say nothing about where a line ends. */
const INLINE_TAGS = new Set(
  "a abbr b br cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup tt u var".split(
    " ",
  ),
);

export function readHtml(html: string, source: Source, frames: Frames): void {
  let style: Style = {};
  let spans: Span[] = [];
  /** What stands in a `<pre>`, which keeps its lines. */
  let code: string | undefined;
  const flush = (level?: number): void => {
    collect(textBlock(spans, level), frames);
    spans = [];
  };
  for (const token of htmlTokens(html)) {
    if (code !== undefined && !isEnd(token, "pre")) {
      code += token.type === "text" ? token.text : "";
      continue;
    }
    spans.push(...htmlSpans(inLine(token), source, style));
    style = restyle(style, token, {}, source.context);
    if (token.type === "text" || INLINE_TAGS.has(token.tag)) continue;
    if (isEnd(token, "summary") && awaitsSummary(frames)) {
      summarise(spans, frames);
      spans = [];
    } else flush(token.type === "close" ? headingLevel(token.tag) : undefined);
    if (token.tag === "pre") code = preformatted(code, frames);
    else if (token.tag === "hr") collect([{ type: "rule" }], frames);
    else openOrClose(token, frames);
  }
  flush();
  preformatted(code, frames);
}

/** Line breaks in HTML are spaces. */
function inLine(token: HtmlToken): HtmlToken {
  return token.type === "text" ? { ...token, text: token.text.replace(/\s+/g, " ") } : token;
}

function isEnd(token: HtmlToken, tag: string): boolean {
  return token.type === "close" && token.tag === tag;
}

function headingLevel(tag: string): number | undefined {
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : undefined;
}

/** A `<pre>` begins, or ends with what it holds. */
function preformatted(code: string | undefined, frames: Frames): string | undefined {
  if (code === undefined) return "";
  const text = code.replace(/^\n/, "").trimEnd();
  if (!isBlank(text)) collect([{ type: "code", text }], frames);
  return undefined;
}
