import type { fromMarkdown } from "mdast-util-from-markdown";
import { ELLIPSIS } from "../../domain/text/cut.ts";
import type { Span } from "../../domain/text.ts";
import type { MarkdownContext } from "./context.ts";
import { attribute, htmlTokens, type HtmlToken } from "./html.ts";
import { styled, textSpans, type Style } from "./references.ts";
import { resolveLink, shortName } from "./resolve-link.ts";

type Nodes = ReturnType<typeof fromMarkdown>["children"];
export type Node = Nodes[number];

/** Addresses of `[text][label]` links, by label. */
export type Definitions = ReadonlyMap<string, string>;

/** What inline rendering has to know wherever it happens. */
export interface Source {
  context: MarkdownContext;
  definitions: Definitions;
}

/** Phrasing content as spans. Inline HTML styles what stands between its tags. */
export function inlineSpans(nodes: readonly Node[], source: Source, style: Style = {}): Span[] {
  let current = style;
  const spans: Span[] = [];
  for (const node of nodes) {
    if (node.type !== "html") {
      spans.push(...inlineNode(node, source, current));
      continue;
    }
    for (const token of htmlTokens(node.value)) {
      spans.push(...htmlSpans(token, source, current));
      current = restyle(current, token, style, source.context);
    }
  }
  return spans;
}

/** What one token of HTML shows by itself. */
export function htmlSpans(token: HtmlToken, source: Source, style: Style): Span[] {
  if (token.type === "text") return textSpans(token.text, style, source.context);
  if (token.type === "close") return [];
  if (token.tag === "br") return ["\n"];
  if (token.tag !== "img" && token.tag !== "video") return [];
  const address = attribute(token.attributes, "src") ?? "";
  return image(address, attribute(token.attributes, "alt"), source, style);
}

const STYLED_TAGS: Readonly<Record<string, Style>> = {
  b: { bold: true },
  strong: { bold: true },
  th: { bold: true },
  i: { italic: true },
  em: { italic: true },
  s: { strike: true },
  del: { strike: true },
  strike: { strike: true },
  code: { code: true },
  kbd: { code: true },
  samp: { code: true },
  tt: { code: true },
};

/** The style after a tag; a closing tag goes back to the style around. */
export function restyle(
  style: Style,
  token: HtmlToken,
  around: Style,
  context: MarkdownContext,
): Style {
  if (token.type === "text") return style;
  if (token.tag === "a") {
    const { url: _left, ...rest } = style;
    if (token.type === "close")
      return around.url === undefined ? rest : { ...rest, url: around.url };
    const url = resolveLink(attribute(token.attributes, "href") ?? "", context);
    return url === undefined ? style : { ...style, url };
  }
  const tagStyle = STYLED_TAGS[token.tag];
  if (tagStyle === undefined) return style;
  if (token.type === "open") return { ...style, ...tagStyle };
  const kept = Object.entries(style).filter(([name]) => !(name in tagStyle) || name in around);
  return Object.fromEntries(kept);
}

function inlineNode(node: Node, source: Source, style: Style): Span[] {
  switch (node.type) {
    case "text":
      return textSpans(node.value, style, source.context);
    case "strong":
      return inlineSpans(node.children, source, { ...style, bold: true });
    case "emphasis":
      return inlineSpans(node.children, source, { ...style, italic: true });
    case "delete":
      return inlineSpans(node.children, source, { ...style, strike: true });
    case "inlineCode":
      return [styled(node.value, { ...style, code: true })];
    case "break":
      return ["\n"];
    case "footnoteReference":
      return [styled(`[${node.label ?? node.identifier}]`, style)];
    default:
      return linkNode(node, source, style);
  }
}

function linkNode(node: Node, source: Source, style: Style): Span[] {
  switch (node.type) {
    case "link":
      return link(node.url, node.children, source, style);
    case "linkReference":
      return link(source.definitions.get(node.identifier) ?? "", node.children, source, style);
    case "image":
      return image(node.url, node.alt, source, style);
    case "imageReference":
      return image(source.definitions.get(node.identifier) ?? "", node.alt, source, style);
    default:
      return "children" in node ? inlineSpans(node.children, source, style) : [];
  }
}

function link(href: string, children: readonly Node[], source: Source, style: Style): Span[] {
  const url = resolveLink(href, source.context);
  if (url === undefined) return inlineSpans(children, source, style);
  const [only] = children;
  const bare = children.length === 1 && only?.type === "text" && only.value === href;
  const short = bare ? shortName(url, source.context) : undefined;
  if (short !== undefined) return [{ text: short, ...style, url }];
  return inlineSpans(children, source, { ...style, url });
}

/** An image becomes a link to it; inside a link (a badge) its description carries that link. */
function image(
  address: string,
  alt: string | null | undefined,
  source: Source,
  style: Style,
): Span[] {
  const url = style.url ?? resolveLink(address, source.context);
  const text = alt?.trim() || nameOf(address);
  return [styled(text, url === undefined ? style : { ...style, url })];
}

/** The last part of an address, where it names a file; else its host. */
function nameOf(address: string): string {
  const name = address.split(/[?#]/)[0]?.split("/").at(-1) ?? "";
  if (/\.\w{2,5}$/.test(name)) return name;
  return URL.parse(address)?.host || ELLIPSIS;
}
