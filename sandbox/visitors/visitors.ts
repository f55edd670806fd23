import type { Platforms, Visiting } from "../platforms.ts";
import type { ShownMessage } from "../stand-ins/chat-log.ts";
import { createDiscordVisitor, type DiscordVisitor } from "./discord-visitor.ts";
import { createTelegramVisitor, type TelegramVisitor } from "./telegram-visitor.ts";

/** Everybody a visitor of the page can be, and what they can do. */
export interface Visitors {
  discord: DiscordVisitor;
  telegram: TelegramVisitor;
  /** Throws for an id that nobody has. */
  person(id: string): Visiting;
  /** Throws when it is gone. */
  message(platform: ShownMessage["platform"], chatId: string, messageId: string): ShownMessage;
}

export function createVisitors({ discord, telegram, people }: Platforms): Visitors {
  return {
    discord: createDiscordVisitor(discord),
    telegram: createTelegramVisitor(telegram),
    person(id) {
      const found = people.get(id);
      if (!found) throw new Error(`Nobody here is called ${id}`);
      return found;
    },
    message(platform, chatId, messageId) {
      const found = { discord, telegram }[platform].log
        .messages()
        .find((shown) => shown.chatId === chatId && shown.messageId === messageId);
      if (!found || found.deleted) throw new Error("The message is gone");
      return found;
    },
  };
}
