import type { Block, ListItem } from "../../domain/text.ts";
import { collect, collected, newFrames } from "./frames.ts";
import { inlineSpans, type Node, type Source } from "./inline.ts";
import { readHtml } from "./raw-html.ts";
import { textBlock, tidySpans } from "./tidy.ts";

/** Flow content as blocks. */
export function flowBlocks(nodes: readonly Node[], source: Source): Block[] {
  const frames = newFrames();
  for (const node of nodes) {
    if (node.type === "html") readHtml(node.value, source, frames);
    else collect(blocksOf(node, source), frames);
  }
  return collected(frames);
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
      return labelled(`[${node.label ?? node.identifier}] `, flowBlocks(node.children, source));
    default:
      return "children" in node ? textBlock(inlineSpans(node.children, source)) : [];
  }
}

function codeBlock(text: string, language: string | null | undefined): Block {
  return language ? { type: "code", text, language } : { type: "code", text };
}

/** A footnote, told from the text above it. */
function labelled(label: string, blocks: Block[]): Block[] {
  const [first, ...rest] = blocks;
  return first?.type === "paragraph"
    ? [...textBlock([label, ...first.spans]), ...rest]
    : [...textBlock([label]), ...blocks];
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
