const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text for where Telegram looks for nothing in it: inside links and code, and in attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char);
}

/** An unseen character that Telegram's search for mentions, commands and tags does not pass. */
const JOINER = "\u2060";

const ADDRESS = /https?:\/\/\S+/gi;
/** `@name`, `/command`, `#tag`, `$USD` where Telegram would make something to press of it. */
const LIVE = /@(?=\w)|(?<![\w/<>])\/(?=[a-z\d_])|#(?=[\p{L}_]|\d+[\p{L}_])|\$(?=[A-Z]{3,8}\b)/giu;
/** Names of files whose ending is also a top-level domain: `README.md` is no web site. */
const FILE_NAME = /(?<=[\w-])\.(?=(?:md|py|rs|sh|pl|cc|so|zip|mov|ps|mk|ml|tf|st)\b)/gi;

/** Text that Telegram shows as it is: no tag, no mention, no command. Addresses become links. */
export function escapeText(text: string): string {
  let escaped = "";
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    escaped += escapeHtml(inert(text.slice(end, match.index)) + match[0]);
    end = match.index + match[0].length;
  }
  return escaped + escapeHtml(inert(text.slice(end)));
}

/** Text in which nothing can be pressed, without escapes: for messages that have no markup. */
export function inert(text: string): string {
  return text.replace(LIVE, `$&${JOINER}`).replace(FILE_NAME, `$&${JOINER}`);
}

/** UTF-16 units that Telegram counts: without tags, an entity for what it stands for. */
export function visibleLength(html: string): number {
  return html.replace(/<[^>]*>/g, "").replace(/&\w+;/g, "x").length;
}
