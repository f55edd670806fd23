import { isBlank } from "../../domain/text/clean.ts";
import { ELLIPSIS } from "../../domain/text/cut.ts";
import { plainBlocks, plainSpans } from "../../domain/text/plain.ts";
import type { Block, ListItem, Span } from "../../domain/text.ts";
import type { HtmlToken } from "./html.ts";
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

/** Of an element without blocks of its own nothing is open. */
export function openOrClose(token: Exclude<HtmlToken, { type: "text" }>, frames: Frames): void {
  if (!(token.tag in ENDED_BY_NEXT)) return;
  if (token.type === "close") {
    const from = frames.findLastIndex(({ tag }) => tag === token.tag);
    if (from > 0) for (const _ of frames.slice(from)) close(frames);
    return;
  }
  while (ENDED_BY_NEXT[token.tag]?.includes(top(frames).tag)) close(frames);
  if (frames.length > DEPTH_MAX) return;
  frames.push({ ...newFrame(token.tag), shown: /\sopen\b/i.test(token.attributes) });
}

/** Whether the end of a `<summary>` is that of the innermost open element, which has none yet. */
export function awaitsSummary(frames: Frames): boolean {
  const { tag, summary } = top(frames);
  return tag === "details" && summary.length === 0;
}

export function summarise(spans: readonly Span[], frames: Frames): void {
  top(frames).summary = tidySpans(spans);
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

function blocksOf({ tag, blocks, summary, shown, items, cells, rows }: Frame): Block[] {
  if (tag === "details") return details(summary, blocks, shown);
  if (tag === "table") return [...blocks, ...table(rows)];
  // A row that stands in no table.
  if (tag === "tr") return [...blocks, ...table([cells])];
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
