import type { Block, Span } from "../text.ts";
import { cleanLine } from "./clean.ts";
import { cutText } from "./cut.ts";
import { plainSpans } from "./plain.ts";

type Table = Extract<Block, { type: "table" }>;

/** A cell wider than this is shortened. */
const MAX_CELL = 28;
/** What a phone shows of monospaced text without breaking the line. */
const MAX_WIDTH = 44;

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\uFF01-\uFF60]/u;

/** A table as aligned lines for a monospaced block; undefined where a phone would break its lines. */
export function alignedTable(table: Table): string | undefined {
  const rows = [table.header, ...table.rows].map((row) => row.map(cellText));
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(1, ...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  if (widths.reduce((sum, width) => sum + width + 2, -2) > MAX_WIDTH) return undefined;
  const lines = rows.map((row) => lineOf(row, widths));
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

/** A table too wide for that, as one list item a row: `first cell · Header: value · Header: value`. */
export function tableAsList(table: Table): Block {
  const items = table.rows.map((row) => ({
    blocks: [{ type: "paragraph" as const, spans: rowSpans(table, row) }],
  }));
  return { type: "list", ordered: false, items };
}

function rowSpans(table: Table, row: readonly Span[][]): Span[] {
  return row
    .map((cell, column) => entry(table, cell, column))
    .filter((spans) => spans.length > 0)
    .flatMap((spans, i) => (i === 0 ? spans : [" · ", ...spans]));
}

function entry(table: Table, cell: readonly Span[], column: number): Span[] {
  const said = plainSpans(cell).trim();
  const name = plainSpans(table.header[column] ?? []).trim();
  // A badge is often called like its column.
  if (said === "" || said.toLowerCase() === name.toLowerCase()) return [];
  // What a row begins with says which row it is, where there are several.
  const unnamed = name === "" || (column === 0 && table.rows.length > 1);
  return unnamed ? [...cell] : [{ text: `${name}: `, italic: true }, ...cell];
}

function cellText(cell: readonly Span[]): string {
  return cutText(cleanLine(plainSpans(cell)), MAX_CELL);
}

function lineOf(row: readonly string[], widths: readonly number[]): string {
  return widths
    .map((width, column) => pad(row[column] ?? "", width))
    .join("  ")
    .trimEnd();
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Columns a text takes in a monospaced font: Chinese and emoji take two. */
function widthOf(text: string): number {
  let width = 0;
  for (const char of text) width += WIDE.test(char) ? 2 : 1;
  return width;
}
