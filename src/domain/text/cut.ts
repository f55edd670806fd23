import type { Block, ListItem, Span } from "../text.ts";
import { plainBlocks, plainSpan } from "./plain.ts";

export const ELLIPSIS = "…";

/** A cluster longer than this was made to be long; it may be cut inside, between code points. */
const MAX_CLUSTER = 64;

const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** How much of a text may be shown: UTF-16 units and lines. */
export interface Room {
  chars: number;
  lines: number;
}

interface Cut {
  blocks: Block[];
  /** Visible UTF-16 units that are not shown. */
  left: number;
}

/** The text, or as much of it as fits with an ellipsis, never splitting what reads as one character. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return "";
  return text.slice(0, boundaryBefore(text, max - ELLIPSIS.length)).trimEnd() + ELLIPSIS;
}

/** As many spans as fit into `room`; the last may be shortened. */
export function cutSpans(spans: readonly Span[], room: Room): Span[] {
  return takeSpans(spans, opened(room));
}

/** As many blocks as fit into `room`. What is open where the room ends is closed properly. */
export function cutBlocks(blocks: readonly Block[], room: Room): Cut {
  const kept = takeBlocks(blocks, opened(room));
  return { blocks: kept, left: Math.max(0, sizeOf(blocks) - sizeOf(kept)) };
}

/** What is left of a room; `full` once something did not fit, so that nothing after it is shown. */
interface OpenRoom extends Room {
  full: boolean;
}

function opened(room: Room): OpenRoom {
  return { ...room, full: room.chars <= 0 || room.lines <= 0 };
}

function takeBlocks(blocks: readonly Block[], room: OpenRoom): Block[] {
  const kept: Block[] = [];
  for (const block of blocks) {
    if (room.full) break;
    const part = takeBlock(block, room);
    if (part) kept.push(part);
    endLine(room);
  }
  return kept;
}

function takeBlock(block: Block, room: OpenRoom): Block | undefined {
  switch (block.type) {
    case "paragraph":
    case "heading": {
      const spans = takeSpans(block.spans, room);
      return unlessEmpty({ ...block, spans }, spans);
    }
    case "code": {
      const text = take(block.text, room);
      return unlessEmpty({ ...block, text }, text);
    }
    case "quote": {
      const blocks = takeBlocks(block.blocks, room);
      return unlessEmpty({ ...block, blocks }, blocks);
    }
    case "list": {
      const items = takeItems(block.items, room);
      return unlessEmpty({ ...block, items }, items);
    }
    case "table":
      return takeTable(block, room);
    case "details": {
      const summary = takeSpans(block.summary, room);
      return unlessEmpty({ ...block, summary }, summary);
    }
    case "rule":
      return block;
  }
}

function unlessEmpty<T>(block: T, content: { length: number }): T | undefined {
  return content.length > 0 ? block : undefined;
}

function takeItems(items: readonly ListItem[], room: OpenRoom): ListItem[] {
  const kept: ListItem[] = [];
  for (const item of items) {
    if (room.full) break;
    const blocks = takeBlocks(item.blocks, room);
    if (blocks.length > 0) kept.push({ ...item, blocks });
  }
  return kept;
}

/** Rows are shown whole or not at all. */
function takeTable(
  table: Extract<Block, { type: "table" }>,
  room: OpenRoom,
): typeof table | undefined {
  const rows: Span[][][] = [];
  spend(rowSize(table.header), room);
  for (const row of table.rows) {
    if (room.full) break;
    spend(rowSize(row), room);
    endLine(room);
    if (!room.full) rows.push(row);
  }
  return rows.length > 0 || table.rows.length === 0 ? { ...table, rows } : undefined;
}

function rowSize(row: readonly Span[][]): number {
  return row.reduce(
    (sum, cell) => sum + cell.reduce((n, span) => n + plainSpan(span).length, 0),
    0,
  );
}

function spend(chars: number, room: OpenRoom): void {
  room.chars -= chars;
  if (room.chars < 0) room.full = true;
}

function endLine(room: OpenRoom): void {
  room.lines -= 1;
  if (room.lines <= 0) room.full = true;
}

function takeSpans(spans: readonly Span[], room: OpenRoom): Span[] {
  const kept: Span[] = [];
  for (const span of spans) {
    if (room.full) break;
    const part = takeSpan(span, room);
    if (part !== undefined) kept.push(part);
  }
  return kept;
}

function takeSpan(span: Span, room: OpenRoom): Span | undefined {
  if (typeof span === "string") return take(span, room) || undefined;
  if ("text" in span) {
    const text = take(span.text, room);
    return text === "" ? undefined : { ...span, text };
  }
  // A name or a time is shown whole or not at all.
  spend(plainSpan(span).length, room);
  return room.full ? undefined : span;
}

function take(text: string, room: OpenRoom): string {
  const lines = firstLines(text, room.lines);
  const part = cutText(lines, room.chars);
  room.chars -= part.length;
  if (part.length === text.length) {
    room.lines -= count(part, "\n");
    return part;
  }
  room.full = true;
  return part.endsWith(ELLIPSIS) ? part : part + ELLIPSIS;
}

function firstLines(text: string, lines: number): string {
  let end = -1;
  for (let line = 0; line < lines; line += 1) {
    end = text.indexOf("\n", end + 1);
    if (end === -1) return text;
  }
  return text.slice(0, end).trimEnd();
}

function count(text: string, part: string): number {
  return text.split(part).length - 1;
}

function sizeOf(blocks: readonly Block[]): number {
  return plainBlocks(blocks).length;
}

function boundaryBefore(text: string, max: number): number {
  const near = text.slice(0, max + MAX_CLUSTER);
  const cluster = clusters.segment(near).containing(max);
  const start = cluster?.index ?? max;
  if (max - start < MAX_CLUSTER) return start;
  return isLowSurrogate(text.charCodeAt(max)) ? max - 1 : max;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
