import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { ELLIPSIS } from "../../domain/text/cut.ts";
import type { Block } from "../../domain/text.ts";
import { boundSource, isCostly, isUnmarked } from "./bounded-source.ts";
import type { MarkdownContext } from "./context.ts";
import { flowBlocks } from "./flow.ts";
import type { Definitions, Node } from "./inline.ts";
import { textSpans } from "./references.ts";
import { tidySpans } from "./tidy.ts";

/**
 * A text of a forge, in its flavour of Markdown, as blocks. Never throws. Of a very long text only
 * the beginning is read, and the last block then says so with an ellipsis.
 */
export function markdownToBlocks(
  markdown: string | null | undefined,
  context: MarkdownContext = {},
): Block[] {
  const { text, cut } = boundSource(markdown ?? "");
  const plain = isUnmarked(text) || isCostly(text);
  const blocks = plain ? paragraphs(text, context) : parsed(text, context);
  return cut ? [...blocks, { type: "paragraph", spans: [ELLIPSIS] }] : blocks;
}

// Made once: putting them together costs as much as parsing a short text.
const FLAVOUR = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] };

function parsed(text: string, context: MarkdownContext): Block[] {
  const root = fromMarkdown(text, FLAVOUR);
  return flowBlocks(root.children, { context, definitions: definitionsOf(root.children) });
}

function definitionsOf(nodes: readonly Node[]): Definitions {
  const found = new Map<string, string>();
  for (const node of nodes) {
    // As in Markdown itself, the first definition of a label counts.
    if (node.type === "definition" && !found.has(node.identifier))
      found.set(node.identifier, node.url);
  }
  return found;
}

/** Text that needs no parser, or would keep it too busy. */
function paragraphs(text: string, context: MarkdownContext): Block[] {
  return text
    .split(/\n[ \t\r]*\n/)
    .map((part) => tidySpans(textSpans(part, {}, context)))
    .filter((spans) => spans.length > 0)
    .map((spans) => ({ type: "paragraph", spans }));
}
