import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import { createDiscord, type DiscordStandIn } from "../../sandbox/stand-ins/discord.ts";
import type { Fault } from "../../sandbox/stand-ins/faults.ts";
import { createTelegram, type TelegramStandIn } from "../../sandbox/stand-ins/telegram.ts";

/** A message on its way to a chat. */
export interface Sending {
  platform: "discord" | "telegram";
  /** The channel, thread or chat. */
  chatId: string;
  on: "post" | "edit";
}

/** The strict stand-ins of both platforms, with what goes wrong on the way to them. */
export interface Chats {
  discord: DiscordStandIn;
  telegram: TelegramStandIn;
  reach(request: Request, sees: (post: ShownMessage) => void): Promise<Response>;
  /** Decides for each message whether it fails. */
  faultOf: (sending: Sending) => Fault | undefined;
  /** Posts that arrived, though their sender was told nothing. */
  lost: ShownMessage[];
  /** What was injected, by kind. */
  injected: Map<Fault["kind"], number>;
  /** Content that a platform refused without being told to. */
  refused: string[];
  messages(): ShownMessage[];
}

export const DISCORD_TOKEN = "discord-token";
export const TELEGRAM_TOKEN = "4242:telegram-token";

export async function createChats(now: () => number): Promise<Chats> {
  const discord = await createDiscord({ token: DISCORD_TOKEN, now });
  const telegram = createTelegram({ token: TELEGRAM_TOKEN, now });
  const chats: Chats = {
    discord,
    telegram,
    faultOf: () => undefined,
    lost: [],
    injected: new Map(),
    refused: [],
    messages: () => [...discord.log.messages(), ...telegram.log.messages()],
    async reach(request, sees) {
      const sending = await sendingOf(request.clone());
      const fault = sending && chats.faultOf(sending);
      const standIn = new URL(request.url).hostname.includes("discord") ? discord : telegram;
      if (fault !== undefined) {
        standIn.faults.add({ fault, times: 1 });
        chats.injected.set(fault.kind, (chats.injected.get(fault.kind) ?? 0) + 1);
      }
      const before = standIn.log.messages().length;
      const posted = () => standIn.log.messages()[before];
      try {
        const response = await standIn.fetch(request);
        const post = posted();
        if (post !== undefined) sees(post);
        if (fault?.kind !== "rejected") await noteRefusal(chats, response.clone());
        return response;
      } catch (error) {
        const post = posted();
        if (post !== undefined) chats.lost.push(post);
        throw error;
      } finally {
        standIn.faults.clear();
      }
    },
  };
  return chats;
}

/** Undefined for calls that show nothing. */
async function sendingOf(request: Request): Promise<Sending | undefined> {
  const { hostname, pathname } = new URL(request.url);
  if (hostname.includes("discord")) {
    const [, chatId, edited] = /\/channels\/(\d+)\/messages(\/\d+)?$/.exec(pathname) ?? [];
    if (chatId === undefined || request.method === "GET") return undefined;
    return { platform: "discord", chatId, on: edited === undefined ? "post" : "edit" };
  }
  const [, method] = /\/(sendMessage|editMessageText)$/.exec(pathname) ?? [];
  if (method === undefined) return undefined;
  const { chat_id: chatId } = await request.json<{ chat_id: unknown }>();
  return {
    platform: "telegram",
    chatId: String(chatId),
    on: method === "sendMessage" ? "post" : "edit",
  };
}

/** Of the 400s, those that are about the content rather than about the place or the message. */
async function noteRefusal(chats: Chats, response: Response): Promise<void> {
  if (response.status !== 400) return;
  const text = await response.text();
  const isState = /not found|upgraded|TOPIC_|not modified|archived|locked|50083|rights/i.test(text);
  if (!isState) chats.refused.push(text);
}
