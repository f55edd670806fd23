import type { Block, ListItem, Moment, Span } from "../text.ts";

/** What a span says, without its style. Times are in UTC, and say so. */
export function plainSpan(span: Span): string {
  if (typeof span === "string") return span;
  if ("text" in span) return span.text;
  return "person" in span ? span.person : plainMoment(span);
}

export function plainSpans(spans: readonly Span[]): string {
  return spans.map(plainSpan).join("");
}

/** Blocks as lines of text; what a `details` hides stays hidden. */
export function plainBlocks(blocks: readonly Block[]): string {
  return blocks.map(plainBlock).join("\n");
}

/** `2026-05-04`, or with the time `2026-05-04 12:30 UTC`. */
export function plainMoment(moment: Moment): string {
  const date = new Date(moment.at);
  if (Number.isNaN(date.getTime())) return "";
  const [day, time] = date.toISOString().split("T");
  return moment.style === "date" ? String(day) : `${day} ${time?.slice(0, 5)} UTC`;
}

function plainBlock(block: Block): string {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return plainSpans(block.spans);
    case "code":
      return block.text;
    case "quote":
      return plainBlocks(block.blocks).replace(/^/gm, "> ");
    case "list":
      return block.items.map((item, index) => plainItem(item, markerOf(block, index))).join("\n");
    case "table":
      return [block.header, ...block.rows].map((row) => row.map(plainSpans).join(" | ")).join("\n");
    case "details":
      return plainSpans(block.summary);
    case "rule":
      return "---";
  }
}

function plainItem(item: ListItem, marker: string): string {
  const box = item.checked === undefined ? "" : `[${item.checked ? "x" : " "}] `;
  return marker + box + plainBlocks(item.blocks).replaceAll("\n", "\n  ");
}

/** What stands in front of a list's item: `- `, or its number. */
export function markerOf(list: { ordered: boolean; start?: number }, index: number): string {
  return list.ordered ? `${(list.start ?? 1) + index}. ` : "- ";
}
