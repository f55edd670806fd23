import type { Block, ListItem } from "../../domain/text.ts";
import { markerOf } from "../../domain/text/plain.ts";
import { alignedTable, tableAsList } from "../../domain/text/table.ts";
import { escapeHtml } from "./escape.ts";
import { renderBold, renderSpans } from "./spans.ts";

const INDENT = "    ";

/** Blocks as Telegram's HTML. They must be clean (`domain/text/clean.ts`). `quoted`: a quote is open around. */
export function renderBlocks(blocks: readonly Block[], quoted = false): string {
  let html = "";
  let before: Block | undefined;
  for (const block of blocks) {
    const next = renderBlock(block, quoted);
    if (next === "") continue;
    if (before !== undefined) html += gapBetween(before, block);
    html += next;
    before = block;
  }
  return html;
}

/** Only paragraphs and headings need air before them: the rest stands out by itself. */
function gapBetween(before: Block, after: Block): string {
  if (before.type === "heading" || before.type === "code" || before.type === "quote") return "\n";
  return after.type === "paragraph" || after.type === "heading" ? "\n\n" : "\n";
}

function renderBlock(block: Block, quoted: boolean): string {
  switch (block.type) {
    case "paragraph":
      return renderSpans(block.spans);
    case "heading":
      return renderBold(block.spans);
    case "code":
      return renderCode(block.text, block.language);
    case "quote":
      return renderQuote(block.blocks, quoted);
    case "list":
      return block.items
        .map((item, index) => renderItem(item, markerOf(block, index), quoted))
        .join("\n");
    case "table": {
      const aligned = alignedTable(block);
      return aligned === undefined ? renderBlock(tableAsList(block), quoted) : renderCode(aligned);
    }
    case "details":
      return `▸ ${renderBold(block.summary)}`;
    case "rule":
      return "───";
  }
}

/** Quotes cannot be in each other: an inner one only gets a mark. */
function renderQuote(blocks: readonly Block[], quoted: boolean): string {
  const html = renderBlocks(blocks, true);
  if (html === "") return "";
  return quoted ? `› ${html}` : `<blockquote>${html}</blockquote>`;
}

function renderItem(item: ListItem, marker: string, quoted: boolean): string {
  const [first, ...rest] = item.blocks;
  const text = first === undefined ? "" : indented(renderInItem(first, quoted), first);
  const more = rest.map((block) => `\n${indented(renderInItem(block, quoted), block)}`).join("");
  return markOf(item, marker) + text.replace(/^ +/, "") + more;
}

/** A quote in a list would end the list for the eye. */
function renderInItem(block: Block, quoted: boolean): string {
  return block.type === "quote" ? renderQuote(block.blocks, true) : renderBlock(block, quoted);
}

function markOf(item: ListItem, marker: string): string {
  const bullet = marker === "- " ? "• " : marker;
  if (item.checked === undefined) return bullet;
  const box = item.checked ? "✓ " : "☐ ";
  return bullet === "• " ? box : bullet + box;
}

function indented(html: string, block: Block): string {
  return block.type === "code" || block.type === "table" ? html : html.replace(/^/gm, INDENT);
}

function renderCode(text: string, language = ""): string {
  if (text.trim() === "") return "";
  const code = escapeHtml(text);
  return /^[\w+.#-]{1,20}$/.test(language)
    ? `<pre><code class="language-${language}">${code}</code></pre>`
    : `<pre>${code}</pre>`;
}
