import { shownText } from "../../sandbox/stand-ins/discord/message-text.ts";
import { parseHtml } from "../../sandbox/stand-ins/telegram/html.ts";
import { renderCard as discordCard } from "../../src/bots/discord/render.ts";
import { renderCard as telegramCard } from "../../src/bots/telegram/render.ts";
import type { Notification } from "../../src/domain/notification.ts";
import type { Voice } from "../../src/domain/voice.ts";
import { translator } from "../../src/i18n/translate.ts";

/** A message as somebody reads it in Discord: what stands where, without its markup. */
export function drawnInDiscord(notification: Notification, voice: Voice): string {
  const { embeds, components } = discordCard(notification, voice, translator(voice.lang));
  const [embed = {}] = embeds;
  const fields = (embed.fields ?? []).map(({ name, value }) => `${read(name)}: ${read(value)}`);
  const buttons = components.flatMap((row) => row.components.map(({ label }) => `[${label}]`));
  return lines(
    embed.author?.name,
    read(embed.title),
    read(embed.description),
    ...fields,
    footer(embed.footer?.text, embed.timestamp),
    embed.thumbnail && "(a small picture)",
    buttons.join(" "),
  );
}

/** A message as somebody reads it in Telegram. */
export function drawnInTelegram(notification: Notification, voice: Voice): string {
  const { text, keyboard, ...rest } = telegramCard(notification, voice, translator(voice.lang));
  const rows = keyboard.map((row) => row.map((button) => `[${button.text}]`).join(" "));
  const preview = rest.link_preview_options.url === undefined ? "" : "(a small picture)";
  return lines(parseHtml(text).text, preview, ...rows);
}

function read(markup = ""): string {
  return shownText({ content: markup }, () => undefined);
}

function footer(text: string | undefined, timestamp: string | undefined): string {
  const time = timestamp?.replace("T", " ").slice(0, 16);
  return [text, time && `${time} UTC`].filter(Boolean).join(" · ");
}

function lines(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== "").join("\n");
}
