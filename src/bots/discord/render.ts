import type { APIAllowedMentions, APIEmbed, APIEmbedField } from "discord-api-types/v10";
import type { Field, Notification } from "../../domain/notification.ts";
import { cutSpans, cutText } from "../../domain/text/cut.ts";
import { fit, fitBlocks, fitText } from "../../domain/text/fit.ts";
import { linkHeadline } from "../../domain/text/link-headline.ts";
import { plainNotification } from "../../domain/text/plain-notification.ts";
import { plainSpans } from "../../domain/text/plain.ts";
import { tidyNotification } from "../../domain/text/tidy-notification.ts";
import { isPublicHost } from "../../domain/text/web-url.ts";
import type { Span } from "../../domain/text.ts";
import type { Voice } from "../../domain/voice.ts";
import type { Translate } from "../../i18n/translate.ts";
import { renderBlocks } from "./blocks.ts";
import { renderButtons, type ButtonRow } from "./buttons.ts";
import { escapeMarkup, escapeText, maskedLink } from "./escape.ts";
import {
  AUTHOR_MAX,
  CONTENT_MAX,
  DESCRIPTION_MAX,
  EMBEDS_MAX,
  FIELD_NAME_MAX,
  FIELD_VALUE_MAX,
  FIELDS_MAX,
  FOOTER_MAX,
  TITLE_MAX,
} from "./limits.ts";
import { renderBold, renderSpans } from "./spans.ts";
import { colorOf } from "./tones.ts";

/** What a message shows; who it pings is the adapter's to say. */
export interface DiscordMessage {
  content: string;
  embeds: APIEmbed[];
  components: ButtonRow[];
}

export const NO_MENTIONS: APIAllowedMentions = { parse: [] };

/** What a phone shows of a text without scrolling. Discord cannot fold a longer one away. */
const BODY_ROOM = { chars: 1_000, lines: 16 };
const VALUE_ROOM = { chars: 600, lines: 12 };
const HEADLINE_ROOM = 400;
/** So that a body always finds some place beside them. */
const ALL_FIELDS_MAX = 3_000;

/** The address behind "… 12 more characters"; a longer one would take the place of what it leads to. */
const MORE_LINK_MAX = 300;
/** What the two lines that say what is left out take at most, addresses encoded. */
const MORE_RESERVE = 2 * (MORE_LINK_MAX * 1.5 + 100);

/** A notification as one embed with buttons. */
export function renderCard(notification: Notification, voice: Voice, t: Translate): DiscordMessage {
  const shown = tidyNotification(notification, voice);
  const embed: APIEmbed = { color: colorOf(shown.tone), ...titleOf(shown), ...footerOf(shown) };
  const opening = openingOf(shown);
  if (opening.author) embed.author = opening.author;
  if (shown.imageUrl !== undefined && isPublicHost(shown.imageUrl))
    embed.thumbnail = { url: shown.imageUrl };
  const { fields, dropped } = renderFields(shown.fields ?? []);
  if (fields.length > 0) embed.fields = fields;
  const description = describe(shown, opening.line, dropped, EMBEDS_MAX - sizeOf(embed), t);
  if (description !== "") embed.description = description;
  return { content: "", embeds: [embed], components: renderButtons(shown.actions ?? []) };
}

/** A notification without any markup, after Discord refused the card. */
export function renderPlain(
  notification: Notification,
  voice: Voice,
  contentRoom = CONTENT_MAX,
): DiscordMessage {
  const text = plainNotification(tidyNotification(notification, voice), BODY_ROOM);
  return { content: fitText(text, contentRoom, escapeText), embeds: [], components: [] };
}

function titleOf({ title, url }: Notification): Pick<APIEmbed, "title" | "url"> {
  if (title === undefined) return {};
  const text = fitText(title, TITLE_MAX, escapeMarkup);
  return url !== undefined && isPublicHost(url) ? { title: text, url } : { title: text };
}

function footerOf({ footer, at }: Notification): Pick<APIEmbed, "footer" | "timestamp"> {
  return {
    ...(footer === undefined ? {} : { footer: { text: cutText(footer, FOOTER_MAX) } }),
    ...(at === undefined ? {} : { timestamp: new Date(at).toISOString() }),
  };
}

interface Opening {
  author?: NonNullable<APIEmbed["author"]>;
  /** The headline where it needs markup; else it is the author's line itself. */
  line: string;
}

/**
 * The headline stands beside the avatar, above the title. That line takes plain text only, so a
 * headline that names somebody of the chat, or is long, opens the description instead.
 */
function openingOf(notification: Notification): Opening {
  const { headline, icon, author, title, url } = notification;
  const text = [icon, plainSpans(headline)].filter(Boolean).join(" ");
  const avatar = author?.avatarUrl;
  // A title carries the notification's own link; without one the headline does.
  const address = (title === undefined ? (url ?? linkIn(headline)) : undefined) ?? author?.url;
  const rest = {
    ...(address !== undefined && isPublicHost(address) ? { url: address } : {}),
    ...(avatar !== undefined && isPublicHost(avatar) ? { icon_url: avatar } : {}),
  };
  if (text.length <= AUTHOR_MAX && !headline.some(needsMarkup))
    return { author: { name: text.replace(/\s+/g, " "), ...rest }, line: "" };
  const leading = linkHeadline(notification);
  const line = fit(
    HEADLINE_ROOM * 3,
    HEADLINE_ROOM,
    (chars) => renderBold(cutSpans(leading, { chars, lines: 3 })),
    (markup) => markup.length,
  );
  const bold = icon === undefined ? line : `${escapeText(icon)} ${line}`;
  return author && author.name !== ""
    ? { author: { name: cutText(author.name, AUTHOR_MAX), ...rest }, line: bold }
    : { line: bold };
}

/** What a headline links, people aside: the last link is the thing it is about. */
function linkIn(headline: readonly Span[]): string | undefined {
  const links = headline.flatMap((span) =>
    typeof span !== "string" && "text" in span && span.url !== undefined ? [span.url] : [],
  );
  return links.at(-1);
}

function needsMarkup(span: Span): boolean {
  return typeof span !== "string" && ("at" in span || ("person" in span && "discordId" in span));
}

interface RenderedFields {
  fields: APIEmbedField[];
  dropped: number;
}

function renderFields(fields: readonly Field[]): RenderedFields {
  const shown: APIEmbedField[] = [];
  let room = ALL_FIELDS_MAX;
  for (const field of fields.slice(0, FIELDS_MAX)) {
    const rendered = renderField(field);
    room -= rendered.name.length + rendered.value.length;
    if (room < 0) break;
    shown.push(rendered);
  }
  return { fields: shown, dropped: fields.length - shown.length };
}

function renderField({ name, value, inline }: Field): APIEmbedField {
  const text = fit(
    FIELD_VALUE_MAX,
    VALUE_ROOM.chars,
    (chars) => renderSpans(cutSpans(value, { ...VALUE_ROOM, chars })),
    (markup) => markup.length,
  );
  const field = {
    name: fitText(name, FIELD_NAME_MAX, escapeMarkup),
    // Only an address longer than a field can leave nothing.
    value: text === "" ? "…" : text,
  };
  return inline ? { ...field, inline } : field;
}

function describe(
  notification: Notification,
  opening: string,
  droppedFields: number,
  room: number,
  t: Translate,
): string {
  const limit = Math.min(DESCRIPTION_MAX, room);
  const more = (key: "render.left_out" | "render.fields_left_out", count: number): string[] =>
    count > 0 ? [moreLink(t(key, { count }), notification.url)] : [];
  const bodyLimit = limit - opening.length - MORE_RESERVE;
  const body = fitBlocks(notification.body ?? [], BODY_ROOM, bodyLimit, renderBlocks);
  const leftOut = more("render.left_out", body.left + (notification.bodyLeft ?? 0));
  const fieldsLeftOut = more("render.fields_left_out", droppedFields);
  return [opening, body.text, ...leftOut, ...fieldsLeftOut]
    .filter((part) => part !== "")
    .join("\n");
}

function moreLink(text: string, url: string | undefined): string {
  if (url === undefined || url.length > MORE_LINK_MAX) return escapeText(text);
  return maskedLink(escapeMarkup(text), url);
}

function sizeOf(embed: APIEmbed): number {
  const fields = embed.fields ?? [];
  return [
    embed.title,
    embed.author?.name,
    embed.footer?.text,
    ...fields.flatMap((field) => [field.name, field.value]),
  ].reduce((sum, text) => sum + (text?.length ?? 0), 0);
}
