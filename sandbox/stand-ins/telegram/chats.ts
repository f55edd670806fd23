import type { Method, TelegramCore } from "./core.ts";
import { badRequest } from "./errors.ts";
import type { Params } from "./parameters.ts";
import { botUser, chatResource, memberResource, personUser } from "./resources.ts";

const REACTIONS = new Set(
  (
    "👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 " +
    "🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡"
  ).split(" "),
);

export const getMe: Method = (core) => ({
  ...botUser(core),
  can_join_groups: true,
  can_read_all_group_messages: false,
  supports_inline_queries: false,
});

export const getChat: Method = (core, params) => ({
  ...chatResource(core.places.reachableChat(params["chat_id"])),
  accent_color_id: 0,
  max_reaction_count: 11,
  accepted_gift_types: {},
});

export const getChatMember: Method = (core, params) => {
  const chat = core.places.reachableChat(params["chat_id"]);
  const { user_id: userId } = params;
  if (userId === core.bot.id) return memberResource(botUser(core), chat.bot);
  if (chat.hidesMembers && chat.bot !== "administrator") throw badRequest("CHAT_ADMIN_REQUIRED");
  const person = core.places.personOf(userId);
  if (!person) throw badRequest("user not found");
  const isPartner = chat.kind === "private" && chat.id === person.id;
  const status = isPartner ? "member" : (chat.members.get(person.id) ?? "left");
  return memberResource(personUser(person), status);
};

export const getChatAdministrators: Method = (core, params) => {
  const chat = core.places.reachableChat(params["chat_id"]);
  if (chat.kind === "private") {
    throw badRequest("there are no administrators in the private chat");
  }
  const people = [...chat.members]
    .filter(([, status]) => status === "creator" || status === "administrator")
    .flatMap(([id, status]) => {
      const person = core.places.personOf(id);
      return person ? [memberResource(personUser(person), status)] : [];
    });
  const isListed = chat.bot === "administrator" && params["return_bots"] === true;
  return isListed ? [...people, memberResource(botUser(core), chat.bot)] : people;
};

export const leaveChat: Method = (core, params) => {
  const chat = core.places.reachableChat(params["chat_id"]);
  if (chat.kind === "private")
    throw badRequest("chat member status can't be changed in private chats");
  core.places.setBot(chat.id, "left");
  return true;
};

export const setMessageReaction: Method = (core, params) => {
  const chat = core.places.reachableChat(params["chat_id"]);
  const message = core.log.find(chat.id, String(params["message_id"]));
  if (!message) throw badRequest("message to react not found");
  const given = (params["reaction"] ?? []) as readonly Params[];
  const reactions = given.map(({ emoji }) => String(emoji));
  if (reactions.length > 1) throw badRequest("REACTIONS_TOO_MANY");
  if (reactions.some((emoji) => !REACTIONS.has(emoji))) throw badRequest("REACTION_INVALID");
  core.log.edit(message, { reactions });
  return true;
};

const ANSWER_LIMIT = 200;
/** How long a pressed button can be answered. */
const QUERY_LIFE_MS = 60_000;

export const answerCallbackQuery: Method = (core, params) => {
  const { callback_query_id: id, text = "", show_alert: isAlert = false, url } = params;
  const query = core.queries.get(String(id));
  if (!query || core.now() - query.at > QUERY_LIFE_MS) {
    throw badRequest("query is too old and response timeout expired or query ID is invalid");
  }
  if (String(text).length > ANSWER_LIMIT) throw badRequest("MESSAGE_TOO_LONG");
  if (typeof url === "string" && !isOwnDeepLink(core, url)) throw badRequest("URL_INVALID");
  query.answer = {
    text: String(text),
    isAlert: isAlert === true,
    ...(typeof url === "string" ? { url } : {}),
  };
  return true;
};

const isOwnDeepLink = (core: TelegramCore, url: string): boolean =>
  new RegExp(`^(?:https://)?t\\.me/${core.bot.username}\\?start=[\\w-]{1,64}$`, "i").test(url);
