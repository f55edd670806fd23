import type { ShownMessage } from "../chat-log.ts";
import type { TelegramCore } from "./core.ts";
import { buttonsOf } from "./markup.ts";
import type { Params } from "./parameters.ts";
import type { Membership, TelegramChat, TelegramPerson } from "./places.ts";
import {
  botUser,
  chatResource,
  memberResource,
  messageResource,
  personUser,
  seconds,
} from "./resources.ts";

/** An update on its way to the Worker, with the secret header. */
export interface SentUpdate {
  request: Request;
  updateId: number;
}

export interface Writing {
  person: TelegramPerson;
  chatId: string;
  topicId?: string;
  /** The message answered. */
  replyTo?: ShownMessage;
  /** As the group itself (an anonymous administrator), or as this channel. */
  as?: "anonymous" | TelegramChat;
}

/** What people do with the bot. Each throws Error for what Telegram's app would not let them do. */
export interface TelegramPeople {
  write(writing: Writing, text: string): SentUpdate & { message: ShownMessage };
  /** Opens the private chat by `t.me/<bot>?start=<payload>`. */
  start(person: TelegramPerson, payload?: string): SentUpdate & { message: ShownMessage };
  /** Presses an inline button, by its label or its data. */
  press(
    person: TelegramPerson,
    message: ShownMessage,
    button: string,
  ): SentUpdate & { queryId: string };
  /** Presses a key that asks for a chat, and chooses this one. */
  shareChat(person: TelegramPerson, message: ShownMessage, key: string, chatId: string): SentUpdate;
  /** Somebody invites, promotes or kicks the bot; in a private chat `kicked` blocks it. */
  changeBot(person: TelegramPerson, chatId: string, as: Membership): SentUpdate;
  /** The group becomes a supergroup; the update tells its new id. */
  upgrade(person: TelegramPerson, chatId: string): SentUpdate & { chat: TelegramChat };
}

export function createPeople(core: TelegramCore): TelegramPeople {
  return {
    write: (writing, text) => write(core, writing, text),
    start(person, payload) {
      if (payload !== undefined && !/^[\w-]{1,64}$/.test(payload)) {
        throw new Error(`"${payload}" is no payload of a deep link`);
      }
      core.places.setBot(person.id, "member");
      const text = payload === undefined ? "/start" : `/start ${payload}`;
      return write(core, { person, chatId: person.id }, text);
    },
    press: (person, message, button) => press(core, person, message, button),
    shareChat: (person, message, key, chatId) => shareChat(core, person, message, key, chatId),
    changeBot(person, chatId, as) {
      const chat = core.places.chatOf(chatId);
      const before = memberResource(botUser(core), chat.bot);
      core.places.setBot(chatId, as);
      return sent(core, "my_chat_member", {
        chat: chatResource(chat),
        from: personUser(person),
        date: seconds(core.now()),
        old_chat_member: before,
        new_chat_member: memberResource(botUser(core), as),
      });
    },
    upgrade(person, chatId) {
      const old = core.places.chatOf(chatId);
      const message = {
        message_id: old.lastMessageId + 1,
        chat: chatResource(old),
        from: personUser(person),
        date: seconds(core.now()),
      };
      const chat = core.places.migrate(chatId);
      const update = sent(core, "message", { ...message, migrate_to_chat_id: Number(chat.id) });
      return { ...update, chat };
    },
  };
}

function write(
  core: TelegramCore,
  { person, chatId, topicId, replyTo, as }: Writing,
  text: string,
): SentUpdate & { message: ShownMessage } {
  const chat = core.places.chatOf(chatId);
  if (topicId !== undefined && chat.topics.get(topicId)?.state !== "open") {
    throw new Error(`There is no open topic ${topicId}`);
  }
  chat.lastMessageId += 1;
  const message = core.log.post({
    platform: "telegram",
    messageId: String(chat.lastMessageId),
    chatId,
    author: as === undefined ? person.name : as === "anonymous" ? chat.title : as.title,
    body: { text, ...senderOf(chat, person, as), ...entitiesOf(text) },
    text,
    postedAt: core.now(),
    ...(topicId === undefined ? {} : { topicId }),
    ...(replyTo === undefined ? {} : { replyTo: replyTo.messageId }),
  });
  const kind = chat.kind === "channel" ? "channel_post" : "message";
  return { ...sent(core, kind, messageResource(core, message)), message };
}

/** Who speaks for a group or a channel is nobody's account: `from` is one of Telegram's own bots. */
function senderOf(
  chat: TelegramChat,
  person: TelegramPerson,
  as: Writing["as"],
): Record<string, unknown> {
  if (chat.kind === "channel") return { sender_chat: chatResource(chat) };
  if (as === undefined) return { from: personUser(person) };
  return as === "anonymous"
    ? { from: standIn(1_087_968_824, "GroupAnonymousBot"), sender_chat: chatResource(chat) }
    : { from: standIn(136_817_688, "Channel_Bot"), sender_chat: chatResource(as) };
}

const standIn = (id: number, username: string): Record<string, unknown> => ({
  id,
  is_bot: true,
  first_name: username.replace(/_?Bot$/, ""),
  username,
});

/** Commands, mentions and links, as Telegram finds them in what people write. */
function entitiesOf(text: string): Record<string, unknown> {
  const found = [
    ...text.matchAll(/(?<![\w/])\/[a-zA-Z0-9_]{1,64}(?:@\w+)?|(?<!\w)@\w{4,32}|https?:\/\/[^\s]+/g),
  ].map(({ 0: match, index }) => ({
    type: match.startsWith("/") ? "bot_command" : match.startsWith("@") ? "mention" : "url",
    offset: index,
    length: match.length,
  }));
  return found.length > 0 ? { entities: found } : {};
}

function press(
  core: TelegramCore,
  person: TelegramPerson,
  message: ShownMessage,
  wanted: string,
): SentUpdate & { queryId: string } {
  const current = core.log.find(message.chatId, message.messageId);
  const buttons = current ? buttonsOf(current.body) : [];
  const button = buttons.find(({ label, data }) => label === wanted || data === wanted);
  if (!current || button?.data === undefined) throw new Error(`No button "${wanted}" to press`);
  const queryId = `${person.id}${core.lastUpdateId + 1}`;
  core.queries.set(queryId, { personId: person.id, at: core.now() });
  const update = sent(core, "callback_query", {
    id: queryId,
    from: personUser(person),
    message: messageResource(core, current),
    chat_instance: `instance-${current.chatId}`,
    data: button.data,
  });
  return { ...update, queryId };
}

/** Telegram offers only chats that the person administers, and lets a bot into a channel by the press. */
function shareChat(
  core: TelegramCore,
  person: TelegramPerson,
  message: ShownMessage,
  wanted: string,
  chatId: string,
): SentUpdate {
  const request = chatRequest(message.body, wanted);
  const chat = core.places.chatOf(chatId);
  const standing = chat.members.get(person.id) ?? "left";
  const isOffered =
    (chat.kind === "channel") === (request["chat_is_channel"] === true) &&
    ["creator", "administrator"].includes(standing) &&
    (request["bot_is_member"] !== true || !["left", "kicked"].includes(chat.bot));
  if (!isOffered) throw new Error(`Telegram does not offer "${chat.title}" to ${person.name} here`);
  if (request["bot_administrator_rights"] !== undefined)
    core.places.setBot(chatId, "administrator");
  const own = core.places.chatOf(person.id);
  own.lastMessageId += 1;
  const title = request["request_title"] === true ? { title: chat.title } : {};
  const shared = { request_id: request["request_id"], chat_id: Number(chatId), ...title };
  const service = core.log.post({
    platform: "telegram",
    messageId: String(own.lastMessageId),
    chatId: own.id,
    author: person.name,
    // A service message has no text of its own.
    body: { from: personUser(person), chat_shared: shared, text: undefined },
    text: `Chose ${chat.title}`,
    postedAt: core.now(),
  });
  return sent(core, "message", messageResource(core, service));
}

function chatRequest(body: ShownMessage["body"], wanted: string): Params {
  const rows = ((body["reply_markup"] ?? {}) as Params)["keyboard"] ?? [];
  const key = (rows as Params[][]).flat().find(({ text }) => text === wanted);
  const request = key?.["request_chat"];
  if (request === undefined) throw new Error(`No key "${wanted}" that asks for a chat`);
  return request as Params;
}

function sent(core: TelegramCore, kind: string, payload: Record<string, unknown>): SentUpdate {
  const { allowed_updates: allowed } = core.webhook;
  if (Array.isArray(allowed) && allowed.length > 0 && !allowed.includes(kind)) {
    throw new Error(`The webhook is not set up to receive "${kind}"`);
  }
  core.lastUpdateId += 1;
  const body = JSON.stringify({ update_id: core.lastUpdateId, [kind]: payload });
  const headers = {
    "Content-Type": "application/json",
    "X-Telegram-Bot-Api-Secret-Token": core.webhookSecret,
  };
  const request = new Request(core.webhookUrl, { method: "POST", headers, body });
  return { request, updateId: core.lastUpdateId };
}
