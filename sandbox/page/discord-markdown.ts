import { element, onlyWebAddress, relativeTime } from "./dom.ts";

/** Discord's markup as elements; anything it does not know stays text. */
export function discordMarkup(text: string): DocumentFragment {
  const shown = document.createDocumentFragment();
  for (const part of text.split(/(```(?:[\w+-]+\n)?[\s\S]*?```)\n?/)) {
    const code = /^```(?:[\w+-]+\n)?\n?([\s\S]*?)\n?```$/.exec(part);
    if (code) shown.append(element("discord-code", { multiline: true }, code[1] ?? ""));
    else appendLines(shown, part);
  }
  return shown;
}

/** A text whose place takes no markup, such as a title's. */
export function withoutDiscordMarkup(text: string): string {
  return inline(text).textContent ?? "";
}

const LINE_KINDS: readonly {
  pattern: RegExp;
  draw: (lines: readonly string[]) => Node;
}[] = [
  { pattern: /^> ?/, draw: (lines) => element("discord-quote", {}, joined(lines)) },
  {
    pattern: /^\s*[-*] /,
    draw: (lines) => element("ul", {}, ...lines.map((line) => element("li", {}, inline(line)))),
  },
  { pattern: /^-# /, draw: (lines) => element("small", {}, joined(lines)) },
  { pattern: /^#{1,3} /, draw: (lines) => element("strong", { class: "heading" }, joined(lines)) },
];

function appendLines(shown: DocumentFragment, text: string): void {
  const lines = text.split("\n");
  let isAfterBlock = true;
  for (let at = 0; at < lines.length;) {
    const kind = LINE_KINDS.find(({ pattern }) => pattern.test(lines[at] ?? ""));
    if (!kind) {
      if (!isAfterBlock) shown.append(element("br"));
      shown.append(inline(lines[at] ?? ""));
      isAfterBlock = false;
      at += 1;
      continue;
    }
    const end = lines.findIndex((line, index) => index > at && !kind.pattern.test(line));
    const run = lines.slice(at, end === -1 ? undefined : end);
    shown.append(kind.draw(run.map((line) => line.replace(kind.pattern, ""))));
    isAfterBlock = true;
    at += run.length;
  }
}

function joined(lines: readonly string[]): DocumentFragment {
  const shown = document.createDocumentFragment();
  lines.forEach((line, index) => {
    if (index > 0) shown.append(element("br"));
    shown.append(inline(line));
  });
  return shown;
}

const LINK = String.raw`\[((?:\\.|[^\]\\])+)\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()]*\))+)>?\)`;

/** Sticky, first match wins. */
const SPANS: readonly { pattern: RegExp; draw: (match: RegExpExecArray) => Node | string }[] = [
  { pattern: /\\([!-/:-@[-`{-~])/y, draw: ([, character = ""]) => character },
  { pattern: /(`{1,2})([^`]+)\1/y, draw: ([, , code = ""]) => element("discord-code", {}, code) },
  { pattern: new RegExp(LINK, "y"), draw: ([, text = "", url = ""]) => link(url, inline(text)) },
  { pattern: /<(https?:\/\/[^\s>]+)>/y, draw: ([, url = ""]) => link(url, url) },
  { pattern: /https?:\/\/[^\s<>)]+/y, draw: ([url]) => link(url, url) },
  { pattern: /<t:(-?\d{1,12})(?::([a-zA-Z]))?>/y, draw: ([, at = "", style]) => moment(at, style) },
  { pattern: /<@!?(\d+)>/y, draw: ([, id = ""]) => mention("user", id) },
  { pattern: /<@&(\d+)>/y, draw: ([, id = ""]) => mention("role", id) },
  { pattern: /<#(\d+)>/y, draw: ([, id = ""]) => mention("channel", id) },
  { pattern: /<\/([^:>]+):\d+>/y, draw: ([, name = ""]) => mention("slash", name) },
  {
    pattern: /\*\*(?=\S)(.+?)\*\*(?!\*)/y,
    draw: ([, text = ""]) => element("b", {}, inline(text)),
  },
  { pattern: /__(?=\S)(.+?)__/y, draw: ([, text = ""]) => element("u", {}, inline(text)) },
  { pattern: /~~(?=\S)(.+?)~~/y, draw: ([, text = ""]) => element("s", {}, inline(text)) },
  {
    pattern: /\|\|(?=\S)(.+?)\|\|/y,
    draw: ([, text = ""]) => element("discord-spoiler", {}, inline(text)),
  },
  { pattern: /\*(?=\S)([^*]+)\*/y, draw: ([, text = ""]) => element("i", {}, inline(text)) },
  { pattern: /_(?=\S)([^_]+)_(?!\w)/y, draw: ([, text = ""]) => element("i", {}, inline(text)) },
];

function inline(text: string): DocumentFragment {
  const shown = document.createDocumentFragment();
  let plain = "";
  for (let at = 0; at < text.length;) {
    const found = matchAt(text, at);
    if (found) {
      shown.append(plain, found.node);
      plain = "";
      at += found.length;
    } else {
      plain += text.charAt(at);
      at += 1;
    }
  }
  shown.append(plain);
  return shown;
}

function matchAt(text: string, at: number): { node: Node | string; length: number } | undefined {
  for (const { pattern, draw } of SPANS) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) return { node: draw(match), length: match[0].length };
  }
  return undefined;
}

function link(url: string, content: Node | string): Node {
  const href = onlyWebAddress(url);
  return href === undefined
    ? element("span", {}, content)
    : element("a", { href, target: "_blank", rel: "noreferrer" }, content);
}

function mention(type: string, name: string): Node {
  return element("discord-mention", { type }, name);
}

function moment(seconds: string, style = "f"): Node {
  const at = new Date(Number(seconds) * 1000);
  const text =
    style === "R"
      ? relativeTime(at.getTime())
      : style === "D"
        ? at.toLocaleDateString(undefined, { dateStyle: "long" })
        : at.toLocaleString();
  return element("discord-time", { title: at.toString() }, text);
}
