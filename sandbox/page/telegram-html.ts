import { element, onlyWebAddress, relativeTime } from "./dom.ts";

/** Telegram's HTML as elements of our own making: unknown tags leave only their text. */
export function telegramMarkup(html: string): DocumentFragment {
  // A parsed document is inert: nothing in it runs or loads.
  const parsed = new DOMParser().parseFromString(`<body>${html}`, "text/html");
  return children(parsed.body);
}

type Draw = (source: Element, content: DocumentFragment) => Node;

const plain =
  (tag: keyof HTMLElementTagNameMap): Draw =>
  (_, content) =>
    element(tag, {}, content);

const DRAWN: Readonly<Record<string, Draw>> = {
  b: plain("b"),
  strong: plain("b"),
  i: plain("i"),
  em: plain("i"),
  u: plain("u"),
  ins: plain("u"),
  s: plain("s"),
  strike: plain("s"),
  del: plain("s"),
  code: plain("code"),
  pre: plain("pre"),
  "tg-spoiler": (_, content) => spoiler(content),
  span: (source, content) => (source.className === "tg-spoiler" ? spoiler(content) : content),
  a: (source, content) => link(source.getAttribute("href") ?? "", content),
  blockquote: (source, content) => quote(content, source.hasAttribute("expandable")),
  "tg-time": (source, content) => moment(source, content),
};

function children(source: Node): DocumentFragment {
  const shown = document.createDocumentFragment();
  for (const child of source.childNodes) {
    if (isElement(child)) {
      const tag = child.nodeName.toLowerCase();
      const content = children(child);
      const draw = Object.hasOwn(DRAWN, tag) ? DRAWN[tag] : undefined;
      shown.append(draw ? draw(child, content) : content);
    } else {
      const text = child.textContent ?? "";
      // A line break right after a block is the block's own end.
      shown.append(isBlock(child.previousSibling) ? text.replace(/^\n/, "") : text);
    }
  }
  return shown;
}

const isBlock = (node: Node | null): boolean => /^(pre|blockquote)$/i.test(node?.nodeName ?? "");

// Nodes of another document are not instances of this window's classes.
const isElement = (node: Node): node is Element => node.nodeType === Node.ELEMENT_NODE;

function link(address: string, content: Node): Node {
  const href = onlyWebAddress(address);
  return href === undefined
    ? element("span", { class: "mention" }, content)
    : element("a", { href, target: "_blank", rel: "noreferrer" }, content);
}

function spoiler(content: Node): Node {
  const drawn = element("span", { class: "spoiler", tabindex: 0, role: "button" }, content);
  drawn.addEventListener("click", () => drawn.classList.add("open"));
  return drawn;
}

/** Telegram shows the first three lines until somebody asks for more. */
function quote(content: Node, isExpandable: boolean): Node {
  const drawn = element("blockquote", { class: isExpandable ? "expandable" : "" }, content);
  if (isExpandable) drawn.addEventListener("click", () => drawn.classList.toggle("open"));
  return drawn;
}

function moment(source: Element, content: Node): Node {
  const at = Number(source.getAttribute("unix")) * 1000;
  if (!Number.isFinite(at) || at === 0) return element("span", {}, content);
  const format = source.getAttribute("format") ?? "";
  const styles: Intl.DateTimeFormatOptions = {
    ...(/d/i.test(format) ? { dateStyle: format.includes("D") ? "long" : "medium" } : {}),
    ...(/t/i.test(format) ? { timeStyle: format.includes("T") ? "medium" : "short" } : {}),
  };
  const text = format === "r" ? relativeTime(at) : new Date(at).toLocaleString([], styles);
  return element("time", { datetime: new Date(at).toISOString() }, format === "" ? content : text);
}
