import { createDiscordUser, type DiscordUser, type Seen } from "./discord-user.ts";
import { createTelegramUser, type TelegramUser, type Told } from "./telegram-user.ts";
import type { World } from "./world.ts";

export const PLATFORMS = ["discord", "telegram"] as const;
export type Platform = (typeof PLATFORMS)[number];

/** What somebody is answered, on whatever platform. */
export interface Said {
  text: string;
  /** Labels, with what they lead to. */
  buttons: Readonly<Record<string, string>>;
  press(button: string): Promise<Said>;
  /** Gives the words that were asked for. */
  fill(text: string): Promise<Said>;
}

/** Somebody who says the same on either platform: options by name there, words here. */
export interface Speaker {
  /** Where they speak: a channel on Discord, the private chat on Telegram. */
  chat: { platform: Platform; chatId: string };
  say(path: string, options?: Readonly<Record<string, string>>): Promise<Said>;
  login(as: string): Promise<{ text: string }>;
}

export function createSpeaker(
  world: World,
  platform: Platform,
  who: { name: string; speaks?: "en" | "zh" } = { name: "Ada" },
): Speaker {
  const { name, speaks = "en" } = who;
  if (platform === "discord") {
    const locale = speaks === "zh" ? "zh-CN" : "en-US";
    const user = createDiscordUser(world, { name, locale, permissions: 8n });
    return onDiscord(user, speaks, world.channelId);
  }
  const languageCode = speaks === "zh" ? "zh-hans" : "en";
  return onTelegram(createTelegramUser(world, { name, languageCode }), speaks);
}

function onDiscord(user: DiscordUser, speaks: "en" | "zh", chatId: string): Speaker {
  const said = (seen: Seen): Said => ({
    text: seen.text,
    buttons: seen.buttons,
    press: async (button) => said(await user.press(seen.message, button)),
    fill: async (text) => said(await user.submit(seen, { text })),
  });
  return {
    chat: { platform: "discord", chatId },
    say: async (path, options = {}) => said(await user.slash(path, options)),
    login: (as) => user.login(as, LINK[speaks]),
  };
}

function onTelegram(user: TelegramUser, speaks: "en" | "zh"): Speaker {
  const said = (told: Told): Said => ({
    text: told.text === "" ? (told.notice ?? "") : told.text,
    buttons: told.buttons,
    press: async (button) => said(await user.press(told.message, button)),
    async fill(text) {
      if (told.message === undefined) throw new Error("Nothing asks for words");
      return said(await user.write(text, { replyTo: told.message }));
    },
  });
  return {
    chat: { platform: "telegram", chatId: user.person.id },
    async say(path, options = {}) {
      const words = Object.entries(options).map(([name, value]) =>
        name === "text" || name === "title" ? value : `${name}:“${value}”`,
      );
      return said(await user.write(["/gh", path, ...words].join(" ")));
    },
    login: (as) => user.login(as, LINK[speaks]),
  };
}

const LINK = { en: "Link GitHub", zh: "绑定 GitHub" } as const;
