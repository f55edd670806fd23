import { badRequest, type TelegramRefusal } from "./errors.ts";

/** As in Telegram's MessageEntity; offset and length in UTF-16 units of the text. */
export interface Entity {
  type: string;
  offset: number;
  length: number;
  /** What goes with the type: `url`, `language`, `custom_emoji_id`, … */
  [detail: string]: unknown;
}

export interface ParsedText {
  text: string;
  entities: Entity[];
}

interface OpenTag {
  name: string;
  /** Where its text begins, in UTF-16 units. */
  start: number;
  attributes: ReadonlyMap<string, string>;
  /** Of a code block, from the code tag inside it. */
  language?: string;
}

interface Parsing {
  html: string;
  text: string;
  open: OpenTag[];
  entities: Entity[];
}

/** A text, an entity, an end tag, a start tag with its attributes; else one character out of place. */
const TOKEN =
  /([^<>&]+)|&(#x[\da-f]+|#\d+|\w+);|<\/([a-z-]+)\s*>|<([a-z-]+)((?:\s+[a-z-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*>|[\s\S]/gi;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/gi;

/**
 * Parses the HTML that Telegram's messages may have. What Telegram lets pass though it surely is a
 * missing escape or a typo (a bare `&` or `>`, an unknown attribute, a link it drops) is refused too.
 */
export function parseHtml(html: string): ParsedText {
  const parsing: Parsing = { html, text: "", open: [], entities: [] };
  for (const token of html.matchAll(TOKEN)) take(parsing, token);
  const unclosed = parsing.open.at(-1);
  if (unclosed) {
    throw cannotParse(`Can't find end tag corresponding to start tag "${unclosed.name}"`);
  }
  const { text, entities } = parsing;
  return { text, entities: entities.sort((a, b) => a.offset - b.offset || b.length - a.length) };
}

function take(parsing: Parsing, token: RegExpExecArray): void {
  const [raw, plain, entity, endTag, startTag, attributes = ""] = token;
  if (plain !== undefined) parsing.text += plain;
  else if (entity !== undefined) parsing.text += decoded(entity, parsing, token.index);
  else if (endTag !== undefined) close(parsing, endTag.toLowerCase(), token.index);
  else if (startTag !== undefined) {
    begin(parsing, startTag.toLowerCase(), attributes, token.index);
  } else throw cannotParse(`Unexpected "${raw}" ${at(parsing, token.index)}: is it escaped?`);
}

function begin(parsing: Parsing, name: string, source: string, index: number): void {
  const where = at(parsing, index);
  const known = Object.hasOwn(ATTRIBUTES, name) ? ATTRIBUTES[name] : undefined;
  if (!known) throw cannotParse(`Unsupported start tag "${name}" ${where}`);
  const attributes = new Map<string, string>();
  for (const [, attribute = "", double, single] of source.matchAll(ATTRIBUTE)) {
    const issue = known[attribute]?.((double ?? single ?? "").replaceAll("&amp;", "&"));
    if (!Object.hasOwn(known, attribute) || issue === false) {
      throw cannotParse(`Bad attribute "${attribute}" in the tag "${name}" ${where}`);
    }
    attributes.set(attribute, double ?? single ?? "");
  }
  refuseMissing(name, attributes, where);
  refuseNesting(parsing, name, where);
  parsing.open.push({ name, start: parsing.text.length, attributes });
}

function close(parsing: Parsing, name: string, index: number): void {
  const where = at(parsing, index);
  const tag = parsing.open.pop();
  if (!tag) throw cannotParse(`Unexpected end tag ${where}`);
  if (tag.name !== name) {
    throw cannotParse(`Unmatched end tag ${where}, expected "</${tag.name}>", found "</${name}>"`);
  }
  const outer = parsing.open.at(-1);
  if (outer?.name === "pre") {
    outer.language = tag.attributes.get("class")?.replace("language-", "") ?? "";
    return;
  }
  const length = parsing.text.length - tag.start;
  if (length > 0) parsing.entities.push({ offset: tag.start, length, ...described(tag) });
}

type Check = (value: string) => boolean;
const LINK_PROTOCOLS = ["http:", "https:", "tg:", "mailto:"];
const isLink: Check = (value) => LINK_PROTOCOLS.includes(URL.parse(value)?.protocol ?? "");

/** The tags there are, with the attributes each may have and what makes their values good. */
const ATTRIBUTES: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  b: {},
  strong: {},
  i: {},
  em: {},
  u: {},
  ins: {},
  s: {},
  strike: {},
  del: {},
  "tg-spoiler": {},
  span: { class: (value) => value === "tg-spoiler" },
  a: { href: isLink },
  "tg-emoji": { "emoji-id": (value) => /^\d+$/.test(value) },
  "tg-time": { unix: (value) => /^\d+$/.test(value), format: (value) => /^[rwdDtT]*$/.test(value) },
  code: { class: (value) => /^language-\S+$/.test(value) },
  pre: {},
  blockquote: { expandable: (value) => value === "" },
};

const REQUIRED: Readonly<Record<string, string>> = {
  span: "class",
  a: "href",
  "tg-emoji": "emoji-id",
  "tg-time": "unix",
};

function refuseMissing(name: string, attributes: ReadonlyMap<string, string>, where: string): void {
  const required = REQUIRED[name];
  if (required !== undefined && !attributes.has(required)) {
    throw cannotParse(`Tag "${name}" must have the attribute "${required}" ${where}`);
  }
}

function refuseNesting({ open, text }: Parsing, name: string, where: string): void {
  const outer = open.at(-1);
  const isBlockCode = name === "code" && outer?.name === "pre" && outer.start === text.length;
  const isInCode = outer?.name === "code" || (outer?.name === "pre" && !isBlockCode);
  const isRepeated = ["a", "blockquote"].includes(name) && open.some((tag) => tag.name === name);
  if (isInCode || isRepeated) {
    throw cannotParse(`The tag "${name}" cannot be inside "${outer?.name ?? ""}" ${where}`);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  span: "spoiler",
};

function described({
  name,
  attributes,
  language,
}: OpenTag): { type: string } & Record<string, unknown> {
  switch (name) {
    case "a":
      return { type: "text_link", url: (attributes.get("href") ?? "").replaceAll("&amp;", "&") };
    case "blockquote":
      return { type: attributes.has("expandable") ? "expandable_blockquote" : "blockquote" };
    case "pre":
      return language ? { type: "pre", language } : { type: "pre" };
    case "tg-emoji":
      return { type: "custom_emoji", custom_emoji_id: attributes.get("emoji-id") };
    case "tg-time":
      return { type: "date_time", unix_time: Number(attributes.get("unix")) };
    default:
      return { type: TYPES[name] ?? name };
  }
}

const NAMED: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

function decoded(entity: string, parsing: Parsing, index: number): string {
  const named = Object.hasOwn(NAMED, entity) ? NAMED[entity] : undefined;
  if (named !== undefined) return named;
  const code = entity.startsWith("#x")
    ? Number.parseInt(entity.slice(2), 16)
    : Number(entity.slice(1));
  const isSurrogate = code >= 0xd8_00 && code <= 0xdf_ff;
  if (!entity.startsWith("#") || code < 1 || code > 0x10_ff_ff || isSurrogate) {
    throw cannotParse(`Unknown entity "&${entity};" ${at(parsing, index)}`);
  }
  return String.fromCodePoint(code);
}

const at = ({ html }: Parsing, index: number): string =>
  `at byte offset ${new TextEncoder().encode(html.slice(0, index)).length}`;

const cannotParse = (why: string): TelegramRefusal => badRequest(`can't parse entities: ${why}`);
