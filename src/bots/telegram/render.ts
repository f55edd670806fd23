import type { Field, Notification } from "../../domain/notification.ts";
import { cutSpans, cutText } from "../../domain/text/cut.ts";
import { fit, fitBlocks } from "../../domain/text/fit.ts";
import { linkHeadline } from "../../domain/text/link-headline.ts";
import { plainNotification } from "../../domain/text/plain-notification.ts";
import { plainBlocks } from "../../domain/text/plain.ts";
import { tidyNotification } from "../../domain/text/tidy-notification.ts";
import type { Block } from "../../domain/text.ts";
import type { Voice } from "../../domain/voice.ts";
import type { Translate } from "../../i18n/translate.ts";
import { renderBlocks } from "./blocks.ts";
import { renderButtons, type Button } from "./buttons.ts";
import { escapeHtml, inert, visibleLength } from "./escape.ts";
import { TEXT_MAX } from "./limits.ts";
import { renderBold, renderSpans } from "./spans.ts";

interface LinkPreview {
  is_disabled?: boolean;
  url?: string;
  prefer_small_media?: boolean;
  show_above_text?: boolean;
}

/** What a message shows. Without `parse_mode` the text is no markup. */
export interface TelegramMessage {
  text: string;
  parse_mode?: "HTML";
  link_preview_options: LinkPreview;
  keyboard: Button[][];
}

/** A text up to this size is read at once; a longer one is folded until somebody opens it. */
const OPEN_ROOM = { chars: 300, lines: 7 };
const BODY_ROOM = { chars: 2_400, lines: 60 };
const HEADLINE_ROOM = { chars: 400, lines: 3 };
const TITLE_ROOM = 256;
const VALUE_ROOM = { chars: 400, lines: 12 };
const NAME_ROOM = 80;
const FOOTER_ROOM = 200;
const ALL_FIELDS_MAX = 1_400;
/** The lines that say what is left out. */
const MORE_RESERVE = 200;
/** Addresses do not count for Telegram's limit, but a message is no place for a megabyte of them. */
const MARKUP_PER_CHAR = 6;

/** A notification as HTML with an inline keyboard. */
export function renderCard(
  notification: Notification,
  voice: Voice,
  t: Translate,
): TelegramMessage {
  const shown = tidyNotification(notification, voice);
  const { lines, dropped } = renderFields(shown.fields ?? []);
  const opening = [headlineOf(shown), titleOf(shown)].filter(isText).join("\n");
  const details = [
    ...lines,
    ...(dropped > 0 ? [moreLine(t("render.fields_left_out", { count: dropped }), shown.url)] : []),
  ].join("\n");
  const footer = footerOf(shown);
  const taken = [opening, details, footer].reduce((sum, html) => sum + visibleLength(html), 0);
  const body = renderBody(shown, TEXT_MAX - taken - MORE_RESERVE, t);
  return {
    text: [openingWithBody(opening, body), details, footer].filter(isText).join("\n\n"),
    parse_mode: "HTML",
    link_preview_options: previewOf(shown),
    keyboard: renderButtons(shown.actions ?? []),
  };
}

/** A notification without any markup, after Telegram refused the card. */
export function renderPlain(notification: Notification, voice: Voice): TelegramMessage {
  const text = plainNotification(tidyNotification(notification, voice), BODY_ROOM);
  return {
    text: fit(
      TEXT_MAX,
      TEXT_MAX,
      (chars) => inert(cutText(text, chars)),
      (made) => made.length,
    ),
    link_preview_options: { is_disabled: true },
    keyboard: [],
  };
}

/** A quote stands apart by itself: no empty line between it and what says whose it is. */
function openingWithBody(opening: string, body: string): string {
  return [opening, body].filter(isText).join(body.startsWith("<blockquote") ? "\n" : "\n\n");
}

function headlineOf(notification: Notification): string {
  const { icon } = notification;
  const linked = linkHeadline(notification);
  const html = sized(HEADLINE_ROOM.chars, (chars) =>
    renderBold(cutSpans(linked, { ...HEADLINE_ROOM, chars })),
  );
  return icon === undefined ? html : `${escapeHtml(icon)} ${html}`;
}

function titleOf({ title, url }: Notification): string {
  if (title === undefined) return "";
  const text = cutText(title, TITLE_ROOM);
  return renderSpans([url === undefined ? text : { text, url }]);
}

function renderFields(fields: readonly Field[]): { lines: string[]; dropped: number } {
  const lines: string[] = [];
  let room = ALL_FIELDS_MAX;
  for (const { name, value } of fields) {
    const text = sized(VALUE_ROOM.chars, (chars) =>
      renderSpans(cutSpans(value, { ...VALUE_ROOM, chars })),
    );
    const line = `${renderBold([cutText(name, NAME_ROOM)])} ${text}`;
    room -= visibleLength(line) + 1;
    if (room < 0) break;
    lines.push(line);
  }
  return { lines, dropped: fields.length - lines.length };
}

function footerOf({ footer, at }: Notification): string {
  const parts: string[] = [];
  if (footer !== undefined)
    parts.push(renderSpans([{ text: cutText(footer, FOOTER_ROOM), italic: true }]));
  if (at !== undefined) parts.push(renderSpans([{ at, style: "time" }]));
  return parts.join(" · ");
}

function renderBody(
  { body = [], bodyLeft = 0, url }: Notification,
  limit: number,
  t: Translate,
): string {
  const folded = isLong(body);
  const blocks = folded ? unquoted(body) : body;
  const { text, left: cut } = fitBlocks(
    blocks,
    BODY_ROOM,
    limit,
    (blocks) => renderBlocks(blocks, folded),
    weightOf,
  );
  const html = folded && text !== "" ? `<blockquote expandable>${text}</blockquote>` : text;
  const left = cut + bodyLeft;
  const more = left > 0 ? moreLine(t("render.left_out", { count: left }), url) : "";
  return [html, more].filter(isText).join("\n");
}

function isLong(body: readonly Block[]): boolean {
  const text = plainBlocks(body);
  return text.length > OPEN_ROOM.chars || text.split("\n").length > OPEN_ROOM.lines;
}

/** What is nothing but a quote needs no second one around it. */
function unquoted(body: readonly Block[]): readonly Block[] {
  const [first] = body;
  return body.length === 1 && first?.type === "quote" ? first.blocks : body;
}

/** A preview only where the notification has a picture to show, and then a small one below. */
function previewOf({ imageUrl }: Notification): LinkPreview {
  if (imageUrl === undefined) return { is_disabled: true };
  return { url: imageUrl, prefer_small_media: true, show_above_text: false };
}

function moreLine(text: string, url: string | undefined): string {
  return renderSpans([url === undefined ? { text, italic: true } : { text, url }]);
}

function sized(limit: number, render: (chars: number) => string): string {
  return fit(limit * 2, limit, render, weightOf);
}

function weightOf(html: string): number {
  return Math.max(visibleLength(html), Math.ceil(html.length / MARKUP_PER_CHAR));
}

function isText(text: string): boolean {
  return text !== "";
}
