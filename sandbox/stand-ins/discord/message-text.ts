import { embedTexts } from "./message-limits.ts";
import { isRecord, recordOf, recordsOf, textOf } from "./validate.ts";

type Body = Readonly<Record<string, unknown>>;

/** What a person reads of a message: content, embeds, V2 texts, one a line, markup resolved. */
export function shownText(body: Body, nameOf: (id: string) => string | undefined): string {
  const texts = [
    textOf(body["content"]),
    ...recordsOf(body["embeds"]).flatMap((embed) => embedTexts(embed)),
    ...recordsOf(body["components"]).flatMap((component) => displayedTexts(component)),
  ];
  return texts
    .filter((text) => text !== "")
    .map((text) => withoutMarkup(text, nameOf))
    .join("\n");
}

function displayedTexts(component: Body): string[] {
  const own = component["type"] === 10 ? [textOf(component["content"])] : [];
  return [...own, ...recordsOf(component["components"]).flatMap((child) => displayedTexts(child))];
}

/** Where the private-use area keeps literal characters while markup is taken away. */
const HIDDEN_BASE = 0xf0000;
const HIDDEN = /[\u{F0000}-\u{F007F}]/gu;
const LINK = /\[((?:[^[\]]|\[[^[\]]*\])*)\]\(<?https?:\/\/(?:[^\s()<>]|\([^\s()]*\))*>?\)/g;

/** What markup leaves alone: an escaped character, a bracketed address, a code block, a code span. */
const LITERAL =
  /\\([!-/:-@[-`{-~])|(?<!\]\()<(https?:\/\/[^\s<>]+)>|```(?:[\w+-]+\n)?\n?([\s\S]*?)\n?```|(?<!`)(`{1,2})(?!`)([\s\S]*?[^`])\4(?!`)/g;

function withoutMarkup(text: string, nameOf: (id: string) => string | undefined): string {
  return text
    .replace(
      LITERAL,
      (_, escaped?: string, url?: string, block?: string, _ticks?: string, code?: string) =>
        hidden(escaped ?? url ?? block ?? unpadded(code)),
    )
    .replace(/<@[!&]?(\d+)>/g, (mention, id: string) => `@${nameOf(id) ?? mention}`)
    .replace(/<#(\d+)>/g, (mention, id: string) => `#${nameOf(id) ?? mention}`)
    .replace(/<t:(\d{1,12})(?::([a-zA-Z]))?>/g, (_, seconds: string, style?: string) =>
      shownTime(Number(seconds), style),
    )
    .replace(LINK, "$1")
    .replace(/(\*\*|__|~~|\|\|)(?=\S)([\s\S]*?\S)\1/g, "$2")
    .replace(/(?<!\w)([*_])(?=\S)([^*_]*[^*_\s])\1(?!\w)/g, "$2")
    .replace(/^(?:>>> |> |-# |#{1,3} )/gm, "")
    .replace(HIDDEN, (mark) => String.fromCodePoint((mark.codePointAt(0) ?? 0) - HIDDEN_BASE));
}

/** The space that keeps a backtick of the code from its marks is not shown. */
const unpadded = (code = ""): string => code.replace(/^ (?=`)|(?<=`) $/g, "");

/** Punctuation moved out of markup's sight. */
const hidden = (text: string): string =>
  text.replace(/[!-/:-@[-`{-~]/g, (mark) => String.fromCodePoint(HIDDEN_BASE + mark.charCodeAt(0)));

/** https://docs.discord.com/developers/reference#message-formatting: `d` and `D` are days. */
function shownTime(seconds: number, style?: string): string {
  const iso = new Date(seconds * 1000).toISOString();
  return style === "d" || style === "D" ? iso.slice(0, 10) : iso;
}

/**
 * Whom a message notifies. Only content pings, never an embed; `repliedTo` is the author of the
 * message it answers. Escapes and code do not count: better one ping too many in a test's eyes.
 */
export function pingsOf(body: Body, repliedTo?: string): string[] {
  const allowed = recordOf(body["allowed_mentions"]);
  const may = (kind: string): boolean =>
    Array.isArray(allowed["parse"]) && allowed["parse"].includes(kind);
  const listed = (kind: string, id: string): boolean =>
    Array.isArray(allowed[kind]) && allowed[kind].includes(id);
  const content = textOf(body["content"]);
  const ids = (pattern: RegExp): string[] =>
    [...content.matchAll(pattern)].map((match) => match[1] ?? "");

  const pinged = [
    ...ids(/@(everyone|here)/g).filter(() => may("everyone")),
    ...ids(/<@!?(\d+)>/g)
      .filter((id) => may("users") || listed("users", id))
      .map((id) => `user:${id}`),
    ...ids(/<@&(\d+)>/g)
      .filter((id) => may("roles") || listed("roles", id))
      .map((id) => `role:${id}`),
    ...(repliedTo !== undefined && allowed["replied_user"] === true ? [`user:${repliedTo}`] : []),
  ];
  return [...new Set(pinged)];
}

export interface ShownButton {
  label: string;
  customId?: string;
  url?: string;
  disabled: boolean;
}

/** The buttons of a message's body, as a person sees them. */
export function buttonsOf(body: Body): ShownButton[] {
  return recordsOf(body["components"]).flatMap((component) => {
    if (component["type"] !== 2) return buttonsOf(component);
    const { custom_id: customId, url, emoji } = component;
    const face = [isRecord(emoji) ? textOf(emoji["name"]) : "", textOf(component["label"])];
    return [
      {
        label: face.filter((part) => part !== "").join(" "),
        ...(typeof customId === "string" ? { customId } : {}),
        ...(typeof url === "string" ? { url } : {}),
        disabled: component["disabled"] === true,
      },
    ];
  });
}
