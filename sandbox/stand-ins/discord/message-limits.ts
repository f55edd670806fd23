import { componentIssues, IS_COMPONENTS_V2 } from "./component-limits.ts";
import { type FormIssue, issue, refusal } from "./errors.ts";
import { isRecord, recordOf, recordsOf, textOf } from "./validate.ts";

const CONTENT_LIMIT = 2000;
/** Over all embeds of a message. */
const EMBEDS_LIMIT = 6000;

/** What Discord documents about messages beyond its specification's schemas. */
export function messageIssues(message: Readonly<Record<string, unknown>>): FormIssue[] {
  const at = ["content"];
  const length = textOf(message["content"]).length;
  return [
    ...(length > CONTENT_LIMIT
      ? [issue(at, "BASE_TYPE_MAX_LENGTH", `Must be ${CONTENT_LIMIT} or fewer in length.`)]
      : []),
    ...mentionIssues(message["allowed_mentions"]),
    ...recordsOf(message["embeds"]).flatMap((embed, index) =>
      embedIssues(embed, ["embeds", index]),
    ),
    ...embedSizeIssues(recordsOf(message["embeds"])),
    ...componentIssues(message),
  ];
}

/** Throws 50006 when a person would see nothing. Give the message as it will stand. */
export function refuseEmpty(message: Readonly<Record<string, unknown>>): void {
  const hasContent = textOf(message["content"]).trim() !== "";
  const hasEmbed = recordsOf(message["embeds"]).some((embed) => !isEmptyEmbed(embed));
  const isV2 = (Number(message["flags"] ?? 0) & IS_COMPONENTS_V2) !== 0;
  const hasComponents = isV2 && recordsOf(message["components"]).length > 0;
  if (!hasContent && !hasEmbed && !hasComponents) throw refusal(50006);
}

/**
 * Stricter than Discord: it pings by default when `allowed_mentions` is left out, on edits too,
 * so every message has to say whom it may ping.
 */
function mentionIssues(mentions: unknown): FormIssue[] {
  const at = ["allowed_mentions"];
  if (!isRecord(mentions)) {
    const why = "The sandbox wants allowed_mentions stated on every message and every edit.";
    return [issue(at, "BASE_TYPE_REQUIRED", why)];
  }
  const parse: unknown[] = Array.isArray(mentions["parse"]) ? mentions["parse"] : [];
  return ["users", "roles"].flatMap((kind) => {
    const ids = mentions[kind];
    const isBoth = parse.includes(kind) && Array.isArray(ids) && ids.length > 0;
    const why = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
    return isBoth ? [issue(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", why)] : [];
  });
}

function embedIssues(
  embed: Readonly<Record<string, unknown>>,
  at: readonly (string | number)[],
): FormIssue[] {
  const required: [unknown, (string | number)[]][] = recordsOf(embed["fields"]).flatMap(
    (field, index): [unknown, (string | number)[]][] => [
      [field["name"], ["fields", index, "name"]],
      [field["value"], ["fields", index, "value"]],
    ],
  );
  if (isRecord(embed["author"])) required.push([embed["author"]["name"], ["author", "name"]]);
  if (isRecord(embed["footer"])) required.push([embed["footer"]["text"], ["footer", "text"]]);
  return [
    ...required
      .filter(([text]) => textOf(text).trim() === "")
      .map(([, path]) => issue([...at, ...path], "BASE_TYPE_REQUIRED", "This field is required")),
    ...embedUrls(embed).flatMap(([url, path]) => urlIssues(url, [...at, ...path])),
    ...(Number.isInteger(embed["color"] ?? 0)
      ? []
      : [issue([...at, "color"], "NUMBER_TYPE_COERCE", "Not an integer")]),
  ];
}

function embedUrls(embed: Readonly<Record<string, unknown>>): [unknown, string[]][] {
  return [
    [embed["url"], ["url"]],
    [recordOf(embed["author"])["url"], ["author", "url"]],
    [recordOf(embed["author"])["icon_url"], ["author", "icon_url"]],
    [recordOf(embed["footer"])["icon_url"], ["footer", "icon_url"]],
    [recordOf(embed["image"])["url"], ["image", "url"]],
    [recordOf(embed["thumbnail"])["url"], ["thumbnail", "url"]],
  ];
}

export function urlIssues(url: unknown, path: readonly (string | number)[]): FormIssue[] {
  if (url === undefined || url === null) return [];
  const text = textOf(url);
  const parsed = URL.parse(text);
  if (!parsed || /\s/.test(text)) {
    return [issue(path, "URL_TYPE_INVALID_URL", "Not a well formed URL.")];
  }
  if (["http:", "https:"].includes(parsed.protocol)) return [];
  const scheme = parsed.protocol.slice(0, -1);
  const why = `Scheme "${scheme}" is not supported. Scheme must be one of ('http', 'https').`;
  return [issue(path, "URL_TYPE_INVALID_SCHEME", why)];
}

function embedSizeIssues(embeds: readonly Record<string, unknown>[]): FormIssue[] {
  const size = embeds
    .flatMap((embed) => embedTexts(embed))
    .reduce((sum, text) => sum + text.length, 0);
  if (size <= EMBEDS_LIMIT) return [];
  const why = `Embed size exceeds maximum size of ${EMBEDS_LIMIT}`;
  return [issue(["embeds"], "MAX_EMBED_SIZE_EXCEEDED", why)];
}

/** The texts that count, in the order a person reads them. */
export function embedTexts(embed: Readonly<Record<string, unknown>>): string[] {
  return [
    textOf(recordOf(embed["author"])["name"]),
    textOf(embed["title"]),
    textOf(embed["description"]),
    ...recordsOf(embed["fields"]).flatMap((field) => [
      textOf(field["name"]),
      textOf(field["value"]),
    ]),
    textOf(recordOf(embed["footer"])["text"]),
  ];
}

function isEmptyEmbed(embed: Readonly<Record<string, unknown>>): boolean {
  const hasText = embedTexts(embed).some((text) => text.trim() !== "");
  return !hasText && !isRecord(embed["image"]) && !isRecord(embed["thumbnail"]);
}
