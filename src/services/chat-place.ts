import type { Platform, Target } from "../domain/target.ts";

/** A place in a chat that somebody stands in, and whether they may speak for it. */
export interface ChatPlace {
  target: Target;
  platform: Platform;
  title?: string;
  /** Asked of the platform only when it matters. */
  mayAdminister: () => Promise<boolean>;
}

export function sameTarget(a: Target, b: Target): boolean {
  if (a.platform === "discord") {
    if (b.platform !== "discord") return false;
    return (a.threadId ?? a.channelId) === (b.threadId ?? b.channelId);
  }
  return b.platform === "telegram" && a.chatId === b.chatId && a.topicId === b.topicId;
}
