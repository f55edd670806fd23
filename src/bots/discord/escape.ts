import { webUrl } from "../../domain/text/web-url.ts";

/** An address written in a text, up to the first character that could be markup. */
const ADDRESS = /https?:\/\/[^\s<>"`|\\^{}[\]*~]+/gi;
const TRAILING = /[.,:;!?'")_”’»」』）。，、！？]+$/;

const INLINE_MARKUP = /[\\*_~`|[\]<>]|@(?=everyone|here)|:(?=\/\/)/g;
const HEADING_OR_LIST = /^(\s*)(#{1,3}(?=\s)|-#|[-+](?=\s))/gm;
const NUMBERED = /^(\s*\d+)\.(?=\s)/gm;

/** Text that Discord shows as it is: no markup, no mention. Addresses stay links. */
export function escapeText(text: string): string {
  let escaped = "";
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    const address = match[0].replace(TRAILING, "");
    const link = autolink(address);
    if (link === undefined) continue;
    escaped += escapeMarkup(text.slice(end, match.index)) + link;
    end = match.index + address.length;
  }
  return escaped + escapeMarkup(text.slice(end));
}

/** The same where Discord links nothing by itself: titles, the names of fields. */
export function escapeMarkup(text: string): string {
  return text
    .replace(INLINE_MARKUP, String.raw`\$&`)
    .replace(HEADING_OR_LIST, String.raw`$1\$2`)
    .replace(NUMBERED, String.raw`$1\.`);
}

/** `<https://…>`: the brackets say where the address ends and keep Discord from unfolding it. */
export function autolink(address: string): string | undefined {
  return webUrl(address) === undefined
    ? undefined
    : `<${address.replace(/[<>\s]/g, encodeURIComponent)}>`;
}

/** `[text](address)`; `text` is markup already. */
export function maskedLink(text: string, url: string): string {
  return `[${text}](${inMarkup(url)})`;
}

const ENCODED: Readonly<Record<string, string>> = {
  "(": "%28",
  ")": "%29",
  "<": "%3C",
  ">": "%3E",
  "\\": "%5C",
  '"': "%22",
  "'": "%27",
  " ": "%20",
};

function inMarkup(url: string): string {
  return url.replace(/[()<>\\"' ]/g, (char) => ENCODED[char] ?? "");
}
