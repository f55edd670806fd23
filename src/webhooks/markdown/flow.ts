import { isBlank } from "../../domain/text/clean.ts";
import { ELLIPSIS } from "../../domain/text/cut.ts";
import { plainSpans } from "../../domain/text/plain.ts";
import type { Block, ListItem, Span } from "../../domain/text.ts";
import { htmlTokens, type HtmlToken } from "./html.ts";
import { htmlSpans, inlineSpans, restyle, type Node, type Source } from "./inline.ts";
import type { Style } from "./references.ts";
import { tidySpans } from "./tidy.ts";

/** Blocks being collected, and the `<details>` they are in. */
interface Frame {
  blocks: Block[];
  summary: Span[];
}

/** Flow content as blocks. A `<details>` may span several nodes, so open ones are kept on a stack. */
export function flowBlocks(nodes: readonly Node[], source: Source): Block[] {
  const root: Frame = { blocks: [], summary: [] };
  const stack = [root];
  for (const node of nodes) {
    if (node.type === "html") readHtml(node.value, source, stack);
    else top(stack).blocks.push(...blocksOf(node, source));
  }
  while (stack.length > 1) closeDetails(stack);
  return root.blocks;
}

function blocksOf(node: Node, source: Source): Block[] {
  switch (node.type) {
    case "heading":
      return textBlock(inlineSpans(node.children, source), node.depth);
    case "code":
      return node.value === "" ? [] : [codeBlock(node.value, node.lang)];
    case "blockquote":
      return quote(flowBlocks(node.children, source));
    case "list":
      return list(node, source);
    case "table":
      return [table(node, source)];
    case "thematicBreak":
      return [{ type: "rule" }];
    case "definition":
      return [];
    case "footnoteDefinition":
      return flowBlocks(node.children, source);
    default:
      return "children" in node ? textBlock(inlineSpans(node.children, source)) : [];
  }
}

function textBlock(spans: Span[], level?: number): Block[] {
  const tidy = tidySpans(spans);
  if (isBlank(plainSpans(tidy))) return [];
  return [
    level === undefined
      ? { type: "paragraph", spans: tidy }
      : { type: "heading", level, spans: tidy },
  ];
}

function codeBlock(text: string, language: string | null | undefined): Block {
  return language ? { type: "code", text, language } : { type: "code", text };
}

const ALERT = /^\[!(NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]\s*/i;

function quote(blocks: Block[]): Block[] {
  if (blocks.length === 0) return [];
  const [first, ...rest] = blocks;
  const opening = first?.type === "paragraph" ? first.spans[0] : undefined;
  const kind = typeof opening === "string" ? ALERT.exec(opening) : null;
  if (first?.type !== "paragraph" || typeof opening !== "string" || kind === null)
    return [{ type: "quote", blocks }];
  const name = String(kind[1]);
  const title: Block = {
    type: "heading",
    level: 6,
    spans: [name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()],
  };
  const text = textBlock([opening.slice(kind[0].length), ...first.spans.slice(1)]);
  return [{ type: "quote", blocks: [title, ...text, ...rest] }];
}

function list(node: Extract<Node, { type: "list" }>, source: Source): Block[] {
  const items = node.children.map((item): ListItem => {
    const blocks = flowBlocks(item.children, source);
    return typeof item.checked === "boolean" ? { checked: item.checked, blocks } : { blocks };
  });
  const shown = items.filter((item) => item.blocks.length > 0);
  if (shown.length === 0) return [];
  const ordered = node.ordered === true;
  return [
    typeof node.start === "number"
      ? { type: "list", ordered, start: node.start, items: shown }
      : { type: "list", ordered, items: shown },
  ];
}

function table(node: Extract<Node, { type: "table" }>, source: Source): Block {
  const [header = [], ...rows] = node.children.map((row) =>
    row.children.map((cell) => tidySpans(inlineSpans(cell.children, source))),
  );
  return { type: "table", header, rows };
}

/** Tags that say nothing about where a line ends. */
const INLINE_TAGS = new Set(
  "a abbr b br cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup tt u var".split(
    " ",
  ),
);

function readHtml(html: string, source: Source, stack: Frame[]): void {
  let style: Style = {};
  let spans: Span[] = [];
  const flush = (level?: number): void => {
    top(stack).blocks.push(...textBlock(spans, level));
    spans = [];
  };
  for (const token of htmlTokens(html)) {
    spans.push(...htmlSpans(inLine(token), source, style));
    style = restyle(style, token, {}, source.context);
    if (token.type === "text" || INLINE_TAGS.has(token.tag)) continue;
    if (token.type === "close" && token.tag === "summary") {
      top(stack).summary = tidySpans(spans);
      spans = [];
    } else flush(token.type === "close" ? headingLevel(token.tag) : undefined);
    if (token.tag === "details") openOrClose(token.type, stack);
    if (token.tag === "li" && token.type === "open") spans.push("• ");
    if (token.tag === "hr") top(stack).blocks.push({ type: "rule" });
  }
  flush();
}

/** Line breaks in HTML are spaces. */
function inLine(token: HtmlToken): HtmlToken {
  return token.type === "text" ? { ...token, text: token.text.replace(/\s+/g, " ") } : token;
}

function headingLevel(tag: string): number | undefined {
  return /^h[1-6]$/.test(tag) ? Number(tag[1]) : undefined;
}

function openOrClose(type: "open" | "close", stack: Frame[]): void {
  if (type === "open") stack.push({ blocks: [], summary: [] });
  else if (stack.length > 1) closeDetails(stack);
}

function closeDetails(stack: Frame[]): void {
  const { blocks, summary } = stack.pop() ?? { blocks: [], summary: [] };
  const title = isBlank(plainSpans(summary)) ? [ELLIPSIS] : summary;
  top(stack).blocks.push({ type: "details", summary: title, blocks });
}

function top(stack: Frame[]): Frame {
  const frame = stack.at(-1);
  if (frame === undefined) throw new Error("flow: the outermost frame is never closed");
  return frame;
}
