/** The HTML that forges render. Anything else in angle brackets (`Vec<String>`) is text. */
const TAGS = new Set(
  (
    "a abbr b blockquote br center cite code dd del details dfn div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr " +
    "i img ins kbd li mark ol p picture pre q s samp small source span strike strong sub summary sup table " +
    "tbody td tfoot th thead tr tt u ul var video"
  ).split(" "),
);

const TOKEN = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z\d]*)((?:\s[^<>]*|\/)?)>/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

export type HtmlToken =
  | { type: "text"; text: string }
  | { type: "open"; tag: string; attributes: string }
  | { type: "close"; tag: string };

/** Raw HTML as tags and text; comments are left out. */
export function htmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  let end = 0;
  for (const match of html.matchAll(TOKEN)) {
    const token = tokenOf(match);
    if (token === "text") continue;
    if (match.index > end) tokens.push(text(html.slice(end, match.index)));
    if (token !== "comment") tokens.push(token);
    end = match.index + match[0].length;
  }
  if (end < html.length) tokens.push(text(html.slice(end)));
  return tokens;
}

/** The value of an attribute, decoded. */
export function attribute(attributes: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, "i").exec(
    attributes,
  );
  const value = match?.[1] ?? match?.[2] ?? match?.[3];
  return value === undefined ? undefined : decode(value);
}

function tokenOf(match: RegExpExecArray): HtmlToken | "comment" | "text" {
  const [, slash, name, attributes = ""] = match;
  if (name === undefined) return "comment";
  const tag = name.toLowerCase();
  if (!TAGS.has(tag)) return "text";
  return slash === "/" ? { type: "close", tag } : { type: "open", tag, attributes };
}

function text(html: string): HtmlToken {
  return { type: "text", text: decode(html) };
}

function decode(html: string): string {
  return html.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? all;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : all;
  });
}
