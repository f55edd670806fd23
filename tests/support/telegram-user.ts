import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import type { SentUpdate, Writing } from "../../sandbox/stand-ins/telegram/people.ts";
import type { TelegramPerson } from "../../sandbox/stand-ins/telegram/places.ts";
import { buttonsOf } from "../../sandbox/stand-ins/telegram/markup.ts";
import { startOn, throughGitHub } from "./browser.ts";
import type { World } from "./world.ts";

/** What somebody on Telegram sees of an answer. */
export interface Told {
  /** The last message that the bot wrote or changed, "" where it said nothing. */
  text: string;
  /** Labels, with what they lead to. */
  buttons: Readonly<Record<string, string>>;
  message?: ShownMessage;
  /** Everything that the bot wrote or changed. */
  messages: readonly ShownMessage[];
  /** What a press showed over the chat; undefined where the button goes on spinning. */
  notice?: string;
  /** Whether that must be confirmed. */
  isAlert?: boolean;
  /** The chat that a press opened. */
  opens?: string;
}

type Somewhere = Partial<Omit<Writing, "person">>;

/** Somebody who uses the bot on Telegram, in the private chat unless said otherwise. */
export interface TelegramUser {
  person: TelegramPerson;
  write(text: string, where?: Somewhere): Promise<Told>;
  start(payload?: string): Promise<Told>;
  press(message: ShownMessage | undefined, button: string): Promise<Told>;
  /** The whole way, as this GitHub account; `button` leads there, in their language. */
  login(as: string, button?: string): Promise<Told>;
}

export function createTelegramUser(
  world: World,
  who: { name: string; languageCode?: string; started?: boolean; username?: string },
): TelegramUser {
  const { people, places } = world.telegram;
  const person = places.person(who);
  places.join(world.chatId, person.id);
  const write: TelegramUser["write"] = (text, where = {}) =>
    told(world, people.write({ person, chatId: person.id, ...where }, text));
  const start: TelegramUser["start"] = (payload) => told(world, people.start(person, payload));
  return {
    person,
    write,
    start,
    async press(message, button) {
      if (message === undefined) throw new Error("There is no message to press on");
      const sent = people.press(person, message, button);
      const said = await told(world, sent);
      const answer = world.telegram.answerTo(sent.queryId);
      if (answer === undefined) return said;
      const opens = answer.url === undefined ? {} : { opens: answer.url };
      return { ...said, notice: answer.text, isAlert: answer.isAlert, ...opens };
    },
    async login(as, button = "Link GitHub") {
      const { buttons } = await write("/gh login");
      return start(startOn(await throughGitHub(world, buttons[button] ?? "", as)));
    },
  };
}

/** Sends an update; what the bot says from then on until it is answered. */
export async function told(world: World, { request }: SentUpdate): Promise<Told> {
  const messages: ShownMessage[] = [];
  const stop = world.telegram.log.subscribe((message) => {
    if (message.author === "bot") messages.push(message);
  });
  const response = await world.send(request);
  stop();
  if (!response.ok) throw new Error(`The update was answered ${response.status}`);
  const message = messages.at(-1);
  if (message === undefined) return { text: "", buttons: {}, messages };
  const buttons = buttonsOf(message.body).map(({ label, data, url }) => [label, data ?? url ?? ""]);
  return { text: message.text, buttons: Object.fromEntries(buttons), message, messages };
}
