import { isBlank } from "../../domain/text/clean.ts";
import { ELLIPSIS } from "../../domain/text/cut.ts";
import { plainBlocks, plainSpans } from "../../domain/text/plain.ts";
import type { Block, ListItem, Span } from "../../domain/text.ts";
import { htmlTokens, type HtmlToken } from "./html.ts";
import { htmlSpans, restyle, type Source } from "./inline.ts";
import type { Style } from "./references.ts";
import { textBlock, tidySpans } from "./tidy.ts";

/** An element that is still open, with what it holds so far. The outermost one is the text itself. */
interface Frame {
  tag: string;
  blocks: Block[];
  /** Of a `<details>`; `shown`, where it is unfolded from the start. */
  summary: Span[];
  shown: boolean;
  /** Of a list. */
  items: ListItem[];
  /** Of a table's row, and of a table. */
  cells: Span[][];
  rows: Span[][][];
}

/** Elements of raw HTML may span several nodes of Markdown, so open ones are kept on a stack. */
export type Frames = Frame[];

/** Elements with blocks of their own, and those whose beginning ends an open one of these. */
const ENDED_BY_NEXT: Readonly<Record<string, readonly string[]>> = {
  details: [],
  blockquote: [],
  ul: [],
  ol: [],
  li: ["li"],
  table: [],
  tr: ["td", "th", "tr"],
  td: ["td", "th"],
  th: ["td", "th"],
};
/** Nobody indents deeper by hand, and renderers go down step by step. */
const DEPTH_MAX = 10;

/** Tags that say nothing about where a line ends. */
const INLINE_TAGS = new Set(
  "a abbr b br cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup tt u var".split(
    " ",
  ),
);

export function newFrames(): Frames {
  return [newFrame("")];
}

/** Puts blocks where they stand: into the innermost open element. */
export function collect(blocks: readonly Block[], frames: Frames): void {
  top(frames).blocks.push(...blocks);
}

/** Everything collected; what nobody closed is closed. */
export function collected(frames: Frames): Block[] {
  while (frames.length > 1) close(frames);
  return top(frames).blocks;
}

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
    if (isEnd(token, "summary")) {
      top(frames).summary = tidySpans(spans);
      spans = [];
    } else flush(token.type === "close" ? headingLevel(token.tag) : undefined);
    if (token.tag === "pre") code = preformatted(code, frames);
    else if (token.tag === "hr") collect([{ type: "rule" }], frames);
    else if (token.tag in ENDED_BY_NEXT) openOrClose(token, frames);
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

function openOrClose(token: Exclude<HtmlToken, { type: "text" }>, frames: Frames): void {
  if (token.type === "close") {
    const from = frames.findLastIndex(({ tag }) => tag === token.tag);
    if (from > 0) for (const _ of frames.slice(from)) close(frames);
    return;
  }
  while (ENDED_BY_NEXT[token.tag]?.includes(top(frames).tag)) close(frames);
  if (frames.length > DEPTH_MAX) return;
  frames.push({ ...newFrame(token.tag), shown: /\sopen\b/i.test(token.attributes) });
}

function newFrame(tag: string): Frame {
  return { tag, blocks: [], summary: [], shown: false, items: [], cells: [], rows: [] };
}

/** What the innermost open element holds becomes part of the one around it. */
function close(frames: Frames): void {
  const frame = frames.pop() ?? newFrame("");
  const around = top(frames);
  if ((frame.tag === "td" || frame.tag === "th") && around.tag === "tr") {
    around.cells.push(cellOf(frame.blocks));
  } else if (frame.tag === "tr" && around.tag === "table") {
    if (frame.cells.length > 0) around.rows.push(frame.cells);
  } else if (frame.tag === "li" && (around.tag === "ul" || around.tag === "ol")) {
    if (frame.blocks.length > 0) around.items.push({ blocks: frame.blocks });
  } else around.blocks.push(...blocksOf(frame));
}

function blocksOf({ tag, blocks, summary, shown, items, rows }: Frame): Block[] {
  if (tag === "details") return details(summary, blocks, shown);
  if (tag === "table") return [...blocks, ...table(rows)];
  if (tag === "blockquote" && blocks.length > 0) return [{ type: "quote", blocks }];
  if (tag === "li" && blocks.length > 0) return [list(false, [{ blocks }])];
  return items.length === 0 ? blocks : [...blocks, list(tag === "ol", items)];
}

function details(summary: Span[], blocks: Block[], shown: boolean): Block[] {
  const title = isBlank(plainSpans(summary)) ? [ELLIPSIS] : summary;
  if (shown) return [...textBlock(summary, HEADING_OF_DETAILS), ...blocks];
  return [{ type: "details", summary: title, blocks }];
}

const HEADING_OF_DETAILS = 6;

function list(ordered: boolean, items: ListItem[]): Block {
  return { type: "list", ordered, items };
}

/** One row alone only puts things side by side. */
function table([header = [], ...rows]: Span[][][]): Block[] {
  if (rows.length > 0) return [{ type: "table", header, rows }];
  const filled = header.filter((cell) => cell.length > 0);
  return textBlock(filled.flatMap((cell, i) => (i === 0 ? cell : [" · ", ...cell])));
}

/** A cell is a line, whatever is in it. */
function cellOf(blocks: readonly Block[]): Span[] {
  return tidySpans(
    blocks.flatMap((block, i) => (i === 0 ? lineOf(block) : [" ", ...lineOf(block)])),
  );
}

function lineOf(block: Block): Span[] {
  return "spans" in block ? block.spans : [plainBlocks([block]).replace(/\s+/g, " ")];
}

function top(frames: Frames): Frame {
  const frame = frames.at(-1);
  if (frame === undefined) throw new Error("raw html: the outermost frame is never closed");
  return frame;
}
