import type { ShownMessage } from "../chat-log.ts";
import type { TelegramCore } from "./core.ts";
import { inlineRows } from "./markup.ts";
import type { Membership, TelegramChat, TelegramPerson } from "./places.ts";
import { shownText } from "./text.ts";

export function botUser(core: TelegramCore): Record<string, unknown> {
  const { id, username } = core.bot;
  return { id, is_bot: true, first_name: "WebHooker", username };
}

export function personUser(person: TelegramPerson): Record<string, unknown> {
  return {
    id: Number(person.id),
    is_bot: false,
    first_name: person.name,
    ...(person.username === undefined ? {} : { username: person.username }),
    language_code: person.languageCode,
  };
}

export function chatResource(chat: TelegramChat): Record<string, unknown> {
  const { id, kind, title, username, isForum } = chat;
  return {
    id: Number(id),
    type: kind,
    ...(kind === "private" ? { first_name: title } : { title }),
    ...(username === undefined ? {} : { username }),
    ...(isForum ? { is_forum: true } : {}),
  };
}

/** A message as answers and updates carry it; the one it answers goes along, one level deep. */
export function messageResource(
  core: TelegramCore,
  message: ShownMessage,
  depth = 1,
): Record<string, unknown> {
  const { body, replyTo, topicId, editedAt } = message;
  const isBot = message.author === "bot";
  const { text, entities } = isBot ? shownText(body) : { text: message.text, entities: [] };
  const answered =
    replyTo === undefined || depth === 0 ? undefined : core.log.find(message.chatId, replyTo);
  const topic =
    topicId === undefined || depth === 0 || answered !== undefined
      ? undefined
      : topicResource(core, message.chatId, topicId);
  return {
    message_id: Number(message.messageId),
    chat: chatResource(core.places.chatOf(message.chatId)),
    date: seconds(message.postedAt),
    text,
    ...(entities.length > 0 ? { entities } : {}),
    // What a person wrote is kept as it came, with its author and entities.
    ...(isBot ? { from: botUser(core) } : body),
    ...(topicId === undefined
      ? {}
      : { message_thread_id: Number(topicId), is_topic_message: true }),
    ...(answered ? { reply_to_message: messageResource(core, answered, depth - 1) } : {}),
    ...(topic ? { reply_to_message: topic } : {}),
    ...(editedAt === undefined ? {} : { edit_date: seconds(editedAt) }),
    ...(inlineRows(body).length > 0 ? { reply_markup: body["reply_markup"] } : {}),
  };
}

/** What answers no other message in a topic answers the one that made the topic, which tells its name. */
function topicResource(
  core: TelegramCore,
  chatId: string,
  topicId: string,
): Record<string, unknown> | undefined {
  const chat = core.places.chatOf(chatId);
  const topic = chat.topics.get(topicId);
  if (topic === undefined) return undefined;
  return {
    message_id: Number(topicId),
    chat: chatResource(chat),
    date: seconds(core.now()),
    message_thread_id: Number(topicId),
    is_topic_message: true,
    forum_topic_created: { name: topic.name, icon_color: 7_322_096 },
  };
}

export function memberResource(
  user: Record<string, unknown>,
  status: Membership,
): Record<string, unknown> {
  const isAdministrator = status === "administrator";
  return {
    status,
    user,
    ...(status === "creator" || isAdministrator ? { is_anonymous: false } : {}),
    ...(isAdministrator ? { can_be_edited: false, can_manage_chat: true } : {}),
    ...(status === "kicked" ? { until_date: 0 } : {}),
  };
}

export const seconds = (ms: number): number => Math.floor(ms / 1000);
