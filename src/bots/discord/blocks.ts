import type { Block, ListItem } from "../../domain/text.ts";
import { markerOf } from "../../domain/text/plain.ts";
import { alignedTable, tableAsList } from "../../domain/text/table.ts";
import { renderBold, renderSpans } from "./spans.ts";

const FENCE = "```";

/** Blocks as Discord's Markdown. They must be clean (`domain/text/clean.ts`). */
export function renderBlocks(blocks: readonly Block[], quoted = false): string {
  let markup = "";
  let before: Block | undefined;
  for (const block of blocks) {
    const next = renderBlock(block, quoted);
    if (next === "") continue;
    if (before !== undefined) markup += gapBetween(before, block);
    markup += next;
    before = block;
  }
  return markup;
}

/** Only paragraphs and headings need air before them: the rest stands out by itself. */
function gapBetween(before: Block, after: Block): string {
  if (before.type === "heading" || before.type === "code") return "\n";
  // Two quotes that touch each other are one.
  if (before.type === "quote" && after.type === "quote") return "\n\n";
  return after.type === "paragraph" || after.type === "heading" ? "\n\n" : "\n";
}

function renderBlock(block: Block, quoted: boolean): string {
  switch (block.type) {
    case "paragraph":
      return renderSpans(block.spans);
    case "heading":
      // Discord's own headings would shout louder than the card's title.
      return renderBold(block.spans);
    case "code":
      return fenced(block.text, block.language);
    case "quote":
      return renderQuote(renderBlocks(block.blocks, true), quoted);
    case "list":
      return block.items
        .map((item, index) => renderItem(item, markerOf(block, index), quoted))
        .join("\n");
    case "table": {
      const aligned = alignedTable(block);
      return aligned === undefined ? renderBlock(tableAsList(block), quoted) : fenced(aligned);
    }
    case "details":
      return `▸ ${renderBold(block.summary)}`;
    case "rule":
      return "───";
  }
}

function renderItem(item: ListItem, marker: string, quoted: boolean): string {
  const box = item.checked === undefined ? "" : item.checked ? "✓ " : "☐ ";
  const text = item.blocks.map((block) => renderBlock(block, quoted)).join("\n");
  return marker + box + indented(text);
}

/** Code stays at the margin, where Discord takes every space for part of it. */
function indented(text: string): string {
  let inCode = false;
  return text
    .split("\n")
    .map((line, index) => {
      const fence = line.startsWith(FENCE);
      const kept = index === 0 || inCode || fence;
      if (fence) inCode = !inCode;
      return kept ? line : `  ${line}`;
    })
    .join("\n");
}

/** Discord has one level of quotes: one within only gets a mark. */
function renderQuote(markup: string, quoted: boolean): string {
  if (markup === "") return "";
  return quoted ? `› ${markup}` : markup.replace(/^/gm, "> ");
}

function fenced(text: string, language = ""): string {
  const name = /^[\w+.-]{1,20}$/.test(language) ? language : "";
  const code = text.replaceAll(FENCE, "`\u200B`\u200B`").replace(/`$/, "`\u200B");
  return `${FENCE}${name}\n${code}\n${FENCE}`;
}
