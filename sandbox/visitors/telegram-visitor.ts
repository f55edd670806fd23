import type { ShownMessage } from "../stand-ins/chat-log.ts";
import type { TelegramStandIn } from "../stand-ins/telegram.ts";
import type { Writing } from "../stand-ins/telegram/people.ts";
import type { TelegramPerson } from "../stand-ins/telegram/places.ts";
import type { Seen } from "./seen.ts";

/** What a visitor does on Telegram. Each throws Error with what the app would not let them do. */
export interface TelegramVisitor {
  write(writing: Writing, text: string): Promise<Seen>;
  /** Opens the private chat with the bot, as a link to t.me does. */
  start(person: TelegramPerson, payload?: string): Promise<Seen>;
  /** `button`: its label or data. */
  press(person: TelegramPerson, message: ShownMessage, button: string): Promise<Seen>;
  /** Chooses a chat where a key asks for one. */
  share(person: TelegramPerson, message: ShownMessage, key: string, chatId: string): Promise<Seen>;
}

export function createTelegramVisitor(telegram: TelegramStandIn): TelegramVisitor {
  const started = new Set<string>();
  const start: TelegramVisitor["start"] = async (person, payload) => {
    started.add(person.id);
    await send(telegram.people.start(person, payload).request);
    return {};
  };
  return {
    start,
    async write(writing, text) {
      const { person, chatId } = writing;
      const command = /^\/start(?: ([\w-]{1,64}))?$/.exec(text);
      if (command !== null && chatId === person.id) return start(person, command[1]);
      // Telegram shows nothing but a Start button before.
      if (chatId === person.id && !started.has(person.id)) await start(person);
      await send(telegram.people.write(writing, text).request);
      return {};
    },
    async share(person, message, key, chatId) {
      await send(telegram.people.shareChat(person, message, key, chatId).request);
      return {};
    },
    async press(person, message, button) {
      const { request, queryId } = telegram.people.press(person, message, button);
      await send(request);
      const answer = telegram.answerTo(queryId);
      return {
        ...(answer?.text ? { notice: answer.text, isAlert: answer.isAlert } : {}),
        ...(answer?.url === undefined ? {} : { opens: answer.url }),
      };
    },
  };
}

async function send(request: Request): Promise<void> {
  const response = await fetch(request);
  await response.body?.cancel();
  if (!response.ok) throw new Error(`The Worker answered ${response.status}`);
}
