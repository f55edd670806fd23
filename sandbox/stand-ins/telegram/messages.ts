import type { ShownMessage } from "../chat-log.ts";
import type { Method, TelegramCore } from "./core.ts";
import { badRequest } from "./errors.ts";
import type { ParsedText } from "./html.ts";
import { refuseBadButtons } from "./markup.ts";
import { type Params, wordOf } from "./parameters.ts";
import type { TelegramChat } from "./places.ts";
import { messageResource } from "./resources.ts";
import { mentionedIds, mentionedNames, shownText } from "./text.ts";

/** Own messages can be deleted for two days. */
const DELETABLE_MS = 48 * 3_600_000;
/** What an edit replaces; it leaves nothing of these as it was. */
const CONTENT = ["text", "parse_mode", "entities", "link_preview_options", "reply_markup"];

export const sendMessage: Method = (core, params) => {
  const chat = writableChat(core, params["chat_id"]);
  const shown = shownText(params);
  refuseBadButtons(params);
  refuseBadTopic(chat, params["message_thread_id"]);
  const replyTo = replyOf(core, chat, params);
  chat.lastMessageId += 1;
  const { message_thread_id: topicId } = params;
  const message = core.log.post({
    platform: "telegram",
    messageId: String(chat.lastMessageId),
    chatId: chat.id,
    author: "bot",
    body: params,
    text: shown.text,
    postedAt: core.now(),
    pinged: pingsOf(core, chat, shown),
    ...(topicId === undefined ? {} : { topicId: wordOf(topicId) }),
    ...(replyTo === undefined ? {} : { replyTo }),
  });
  return messageResource(core, message);
};

export const editMessageText: Method = (core, params) => {
  const { chat, message } = editable(core, params);
  const shown = shownText(params);
  refuseBadButtons(params);
  return edited(core, message, params, shown, pingsOf(core, chat, shown));
};

export const editMessageReplyMarkup: Method = (core, params) => {
  const { message } = editable(core, params);
  refuseBadButtons(params);
  const { reply_markup: _old, ...content } = message.body;
  const { reply_markup: markup } = params;
  const body = markup === undefined ? content : { ...content, reply_markup: markup };
  return edited(core, message, body, shownText(body), []);
};

function edited(
  core: TelegramCore,
  message: ShownMessage,
  params: Params,
  shown: ParsedText,
  pinged: string[],
): unknown {
  const kept = Object.entries(message.body).filter(([name]) => !CONTENT.includes(name));
  const body = { ...Object.fromEntries(kept), ...params };
  if (contentOf(body) === contentOf(message.body)) {
    throw badRequest(
      "message is not modified: specified new message content and reply markup are exactly the " +
        "same as a current content and reply markup of the message",
    );
  }
  const all = [...new Set([...(message.pinged ?? []), ...pinged])];
  const change = { body, text: shown.text, editedAt: core.now(), pinged: all };
  return messageResource(core, core.log.edit(message, change));
}

/** What a person would notice a difference in. */
const contentOf = (body: Params): string =>
  JSON.stringify([
    shownText(body),
    body["reply_markup"] ?? null,
    body["link_preview_options"] ?? null,
  ]);

export const deleteMessage: Method = (core, params) => {
  const chat = core.places.reachableChat(params["chat_id"]);
  const message = core.log.find(chat.id, String(params["message_id"]));
  if (!message) throw badRequest("message to delete not found");
  const isOwn = message.author === "bot";
  const isOld = core.now() - message.postedAt > DELETABLE_MS;
  if (chat.bot !== "administrator" && (!isOwn || isOld)) {
    throw badRequest("message can't be deleted");
  }
  core.log.remove(chat.id, message.messageId);
  return true;
};

function writableChat(core: TelegramCore, id: unknown): TelegramChat {
  const chat = core.places.reachableChat(id);
  if (chat.kind === "channel" && chat.bot !== "administrator") {
    throw badRequest("need administrator rights in the channel chat");
  }
  if (chat.isMuted) throw badRequest("not enough rights to send text messages to the chat");
  return chat;
}

function editable(
  core: TelegramCore,
  params: Params,
): { chat: TelegramChat; message: ShownMessage } {
  const chat = writableChat(core, params["chat_id"]);
  const message = core.log.find(chat.id, String(params["message_id"]));
  const topic = chat.topics.get(message?.topicId ?? "");
  if (!message || topic?.state === "deleted") throw badRequest("message to edit not found");
  if (message.author !== "bot") throw badRequest("message can't be edited");
  return { chat, message };
}

function refuseBadTopic(chat: TelegramChat, id: unknown): void {
  if (id === undefined) return;
  const topic = chat.topics.get(wordOf(id));
  // The General topic is written to without any thread id; Telegram knows no thread 1.
  if (!topic) throw badRequest("message thread not found");
  if (topic.state === "deleted") throw badRequest("TOPIC_DELETED");
  if (topic.state === "closed" && chat.bot !== "administrator") throw badRequest("TOPIC_CLOSED");
}

function replyOf(core: TelegramCore, chat: TelegramChat, params: Params): string | undefined {
  const reply = params["reply_parameters"] as Params | undefined;
  if (!reply) return undefined;
  const place = reply["chat_id"] === undefined ? chat : core.places.chatOf(reply["chat_id"]);
  const id = String(reply["message_id"]);
  if (core.log.find(place.id, id)) return id;
  if (reply["allow_sending_without_reply"] === true) return undefined;
  throw badRequest("message to be replied not found");
}

/** Telegram notifies who is mentioned by name in plain text: it knows no allowed_mentions. */
function pingsOf(core: TelegramCore, chat: TelegramChat, shown: ParsedText): string[] {
  const names = mentionedNames(shown);
  const ids = mentionedIds(shown);
  return core.places
    .people()
    .filter(({ id }) => chat.id === id || chat.members.has(id))
    .filter(({ id, username = "" }) => ids.includes(id) || names.includes(username.toLowerCase()))
    .map(({ id }) => `user:${id}`);
}
