import type { Platforms } from "./platforms.ts";
import type { ShownMessage } from "./stand-ins/chat-log.ts";
import type { Answer } from "./stand-ins/discord/answers.ts";
import type { SentInteraction } from "./stand-ins/discord/people.ts";

type Platform = ShownMessage["platform"];
type Modal = Extract<Answer, { kind: "modal" }>["modal"];

/** What the visitor gets to see besides the messages themselves. */
export interface Seen {
  /** A form that Discord opens over the chat. */
  modal?: Modal;
  /** A short notice, such as Telegram shows over the chat. */
  notice?: string;
  /** A page that Telegram opens. */
  opens?: string;
}

/** What a visitor of the page does in the chats. Each throws Error with what the app would not let them do. */
export interface Visitor {
  write(platform: Platform, chatId: string, text: string): Promise<Seen>;
  /** `button`: its label, custom id or data. */
  press(platform: Platform, chatId: string, messageId: string, button: string): Promise<Seen>;
  /** Sends the form that was opened last. */
  submit(values: Readonly<Record<string, string>>): Promise<Seen>;
}

export function createVisitor({ discord, telegram, visitor }: Platforms): Visitor {
  const { discord: person, telegram: writer } = visitor;
  let openModal: Modal | undefined;

  async function interact(sent: SentInteraction): Promise<Seen> {
    const response = await fetch(sent.request);
    const text = await response.text();
    if (!response.ok) throw new Error(`The Worker answered ${response.status}: ${text}`);
    const answer = discord.receiveAnswer(sent, JSON.parse(text));
    openModal = answer.kind === "modal" ? answer.modal : undefined;
    return openModal === undefined ? {} : { modal: openModal };
  }

  async function update(request: Request): Promise<void> {
    const response = await fetch(request);
    if (!response.ok) throw new Error(`The Worker answered ${response.status}`);
    await response.body?.cancel();
  }

  async function pressInTelegram(message: ShownMessage, button: string): Promise<Seen> {
    const { request, queryId } = telegram.people.press(writer, message, button);
    await update(request);
    const answer = telegram.answerTo(queryId);
    return {
      ...(answer?.text ? { notice: answer.text } : {}),
      ...(answer?.url === undefined ? {} : { opens: answer.url }),
    };
  }

  return {
    async write(platform, chatId, text) {
      if (platform === "telegram") {
        const start = /^\/start(?: ([\w-]+))?$/.exec(text);
        const isDeepLink = start !== null && chatId === writer.id;
        const sent = isDeepLink
          ? telegram.people.start(writer, start[1])
          : telegram.people.write({ person: writer, chatId }, text);
        await update(sent.request);
        return {};
      }
      const doing = { person, channelId: chatId };
      const typed = typedCommand(text);
      if (typed) return interact(await discord.people.slash(doing, typed.path, typed.options));
      discord.people.say(doing, text);
      return {};
    },
    async press(platform, chatId, messageId, button) {
      const message = { discord, telegram }[platform].log
        .messages()
        .find((shown) => shown.chatId === chatId && shown.messageId === messageId);
      if (!message) throw new Error("The message is gone");
      return platform === "telegram"
        ? pressInTelegram(message, button)
        : interact(await discord.people.press(person, message, button));
    },
    async submit(values) {
      if (openModal === undefined) throw new Error("No form is open");
      return interact(await discord.people.submit(openModal, values));
    },
  };
}

/** `/gh issue create title:"Two words" number:3`: the words are the path, the rest the options. */
function typedCommand(
  text: string,
): { path: string[]; options: Record<string, string | number | boolean> } | undefined {
  if (!text.startsWith("/")) return undefined;
  const path: string[] = [];
  const options: Record<string, string | number | boolean> = {};
  for (const [word, name, quoted, bare] of text
    .slice(1)
    .matchAll(/([\w-]+):(?:"([^"]*)"|(\S+))|\S+/g)) {
    if (name === undefined) path.push(word);
    else options[name] = quoted ?? typedValue(bare ?? "");
  }
  return { path, options };
}

function typedValue(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
