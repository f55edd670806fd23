import { z } from "zod";

export type Platform = "discord" | "telegram";

const snowflake = z.string().regex(/^\d{1,20}$/);
const chatId = z.string().regex(/^-?\d{1,20}$/);

export const DiscordTarget = z.object({
  platform: z.literal("discord"),
  channelId: snowflake,
  threadId: snowflake.optional(),
});
export const TelegramTarget = z.object({
  platform: z.literal("telegram"),
  chatId,
  topicId: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
});

/** Where a notification goes: a Discord channel or thread, a Telegram chat or topic. */
export const Target = z.preprocess(
  (value) =>
    typeof value === "object" && value !== null && !("platform" in value)
      ? { platform: "discord", ...value }
      : value,
  z.discriminatedUnion("platform", [DiscordTarget, TelegramTarget]),
);

export type DiscordTarget = z.infer<typeof DiscordTarget>;
export type TelegramTarget = z.infer<typeof TelegramTarget>;
export type Target = DiscordTarget | TelegramTarget;

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
