import type { Invocation, Place, Speaker } from "../../../commands/invocation.ts";
import { commandAt, commandOf } from "../../../commands/registry.ts";
import { readWords } from "../../../commands/words.ts";
import { linksOf } from "./links.ts";
import type { CallbackQuery, TelegramChat, TelegramMessage, TelegramUser } from "./payload.ts";

export interface InvocationContext {
  githubUrl: string;
  isAdministrator: (chatId: string, userId: string) => Promise<boolean>;
}

/** A longer text cannot be shown whole beside its question, and what is not shown would be lost by an edit. */
const EDITABLE_LENGTH = 3_000;

/** `/gh …`, `/gh@Bot …` or a menu's `/gh_pr_merge …`: the words after it; undefined for anything else. */
export async function commandText(
  text: string,
  botName: () => Promise<string>,
): Promise<string | undefined> {
  const found = /^\/gh(?:_([a-z_]+))?(?:@(\w+))?(?=\s|$)/i.exec(text);
  if (found === null) return undefined;
  const [whole, menu, addressee] = found;
  if (addressee !== undefined && !(await isCalled(addressee, botName))) return undefined;
  const rest = text.slice(whole.length).trimStart();
  return menu === undefined ? rest : `${pathOfMenu(menu)} ${rest}`;
}

/** While Telegram does not say what this bot is called: what is for another hardly ever arrives here. */
async function isCalled(addressee: string, botName: () => Promise<string>): Promise<boolean> {
  const name = await botName().catch(() => addressee);
  return addressee.toLowerCase() === name.toLowerCase();
}

/** The command a menu entry stands for: `pr_request_changes` is `pr request-changes`. */
function pathOfMenu(entry: string): string {
  const [group = "", ...rest] = entry.toLowerCase().split("_");
  const path = [group, rest.join("-")].filter(Boolean).join(" ");
  return commandAt(path) === undefined ? entry : path;
}

export function typedInvocation(
  message: TelegramMessage,
  words: string,
  updateId: number,
  context: InvocationContext,
): Invocation {
  const { command, rest } = commandOf(words);
  const repliedTo = message.reply_to_message;
  return {
    ...base(message.chat, message, speakerOf(message), message.from, String(updateId), context),
    path: words === "" ? "help" : (command?.path ?? words.slice(0, 50)),
    args: command === undefined ? {} : readWords(command, rest, context.githubUrl),
    contextLinks: repliedTo === undefined ? [] : linksOf(repliedTo),
  };
}

/** A press on `gh:{command}:{payload}`; undefined where the message is too old for Telegram to show us. */
export function pressedInvocation(
  query: CallbackQuery,
  updateId: number,
  context: InvocationContext,
): Invocation | undefined {
  const { message, from } = query;
  if (message === undefined) return undefined;
  const [, path = "", ...payload] = (query.data ?? "").split(":");
  const text = payload.join(":");
  const command = commandAt(path);
  const speaker = from.is_bot === true ? undefined : person(from);
  return {
    ...base(message.chat, message, speaker, from, String(updateId), context),
    path,
    args: command === undefined ? { id: text } : readWords(command, text, context.githubUrl),
    contextLinks: linksOf(message),
    pressKey: `${message.chat.id}:${message.message_id}:${path}`,
  };
}

function base(
  chat: TelegramChat,
  message: Where,
  speaker: Speaker | undefined,
  from: TelegramUser | undefined,
  id: string,
  context: InvocationContext,
): Omit<Invocation, "path" | "args" | "contextLinks"> {
  const place = placeOf(chat, message);
  const administers = async (chatId: string): Promise<boolean> => {
    if (speaker === undefined) return false;
    if (chatId === speaker.chatUserId) return true;
    // Where the bot is not in, or may not see the members, Telegram says nothing: then nobody is taken for one.
    return context.isAdministrator(chatId, speaker.chatUserId).catch(() => false);
  };
  return {
    id,
    platform: "telegram",
    ...(speaker === undefined ? {} : { speaker }),
    place,
    isOverheard: !place.isPrivate,
    editableLength: EDITABLE_LENGTH,
    locale: from?.language_code ?? "en",
    mayAdminister: async () => place.isPrivate || administers(place.chatId),
    administers,
  };
}

/** Anonymous administrators and channels speak as a chat: they are nobody's GitHub account. */
function speakerOf(message: TelegramMessage): Speaker | undefined {
  const { from, sender_chat: senderChat } = message;
  if (from === undefined || senderChat !== undefined || from.is_bot === true) return undefined;
  return person(from);
}

function person(user: TelegramUser): Speaker {
  const name = [user.first_name, user.last_name].filter(Boolean).join(" ");
  const { username } = user;
  return {
    chatUserId: String(user.id),
    name: name || username || String(user.id),
    ...(username === undefined ? {} : { username }),
  };
}

type Where = Pick<TelegramMessage, "message_thread_id" | "is_topic_message" | "reply_to_message">;

/** A thread id outside a forum only names a chain of replies. */
export function placeOf(chat: TelegramChat, message: Where): Place {
  const chatId = String(chat.id);
  const topic = message.is_topic_message === true ? message.message_thread_id : undefined;
  return {
    chatId,
    ...(topic === undefined ? {} : { threadId: String(topic) }),
    targetId: topic === undefined ? `telegram:${chatId}` : `telegram:${chatId}:${topic}`,
    ...(chat.title === undefined ? {} : { title: titleOf(chat.title, message) }),
    isPrivate: chat.type === "private",
    hasBot: true,
  };
}

/** Telegram tells a topic's name only beside what answers no other message in it. */
function titleOf(title: string, { is_topic_message, reply_to_message }: Where): string {
  const topic = is_topic_message === true ? reply_to_message?.forum_topic_created?.name : undefined;
  return topic === undefined ? title : `${title} › ${topic}`;
}
