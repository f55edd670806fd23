import { z } from "zod";
import { withoutNulls } from "./without-nulls.ts";

export type Platform = "discord" | "telegram";

/** Ids are digits; an older writer's JSON may have them as numbers, unless they are too large for one. */
const idOf = (digits: RegExp) =>
  z.union([z.string(), z.int().transform(String)]).pipe(z.string().regex(digits));
const snowflake = idOf(/^\d{1,20}$/);
const chatId = idOf(/^-?\d{1,20}$/);

export const DiscordTarget = z.object({
  platform: z.literal("discord"),
  channelId: snowflake,
  threadId: snowflake.optional(),
});
export const TelegramTarget = z.object({
  platform: z.literal("telegram"),
  chatId,
  topicId: snowflake.optional(),
});

/** Where a notification goes: a Discord channel or thread, a Telegram chat or topic. */
export const Target = z.preprocess(
  targetOfOlderRoute,
  z.discriminatedUnion("platform", [DiscordTarget, TelegramTarget]),
);

export type DiscordTarget = z.infer<typeof DiscordTarget>;
export type TelegramTarget = z.infer<typeof TelegramTarget>;
export type Target = DiscordTarget | TelegramTarget;

/** Discord was the only platform once. */
function targetOfOlderRoute(value: unknown): unknown {
  const said = withoutNulls(value);
  return typeof said === "object" && said !== null && !("platform" in said)
    ? { platform: "discord", ...said }
    : said;
}

/** The stored `target_id`: `discord:{threadId or channelId}` or `telegram:{chatId}[:{topicId}]`. */
export function targetId(target: Target): string {
  if (target.platform === "discord") return `discord:${target.threadId ?? target.channelId}`;
  return target.topicId === undefined
    ? `telegram:${target.chatId}`
    : `telegram:${target.chatId}:${target.topicId}`;
}

/**
 * What a platform rate-limits as one: a Discord channel or thread, a whole Telegram chat
 * with all its topics. Pauses are kept by place.
 */
export function placeOf(target: Target): string {
  return target.platform === "discord" ? targetId(target) : `telegram:${target.chatId}`;
}
