import { badRequest, forbidden, upgraded } from "./errors.ts";

export interface TelegramPerson {
  id: string;
  name: string;
  username?: string;
  languageCode: string;
}

export interface TelegramTopic {
  id: string;
  name: string;
  state: "open" | "closed" | "deleted";
}

export type Membership = "creator" | "administrator" | "member" | "restricted" | "left" | "kicked";

export interface TelegramChat {
  id: string;
  kind: "private" | "group" | "supergroup" | "channel";
  title: string;
  username?: string;
  isForum: boolean;
  topics: Map<string, TelegramTopic>;
  members: Map<string, Membership>;
  /** What the bot is here. In a private chat `left` means: not started; `kicked`: blocked. */
  bot: Membership;
  /** The bot may not write here. */
  isMuted: boolean;
  /** Only administrators see who else is in it. */
  hidesMembers: boolean;
  /** The supergroup this group became. */
  migratedTo?: string;
  lastMessageId: number;
}

/** The chats, topics and people there are. Nothing else exists for the stand-in. */
export interface TelegramPlaces {
  /** With their private chat, whose id is theirs; the bot may write there once it is started. */
  person(person: {
    name: string;
    id?: string;
    username?: string;
    languageCode?: string;
    started?: boolean;
  }): TelegramPerson;
  /** A supergroup with the bot in it, unless said otherwise. */
  group(group: {
    title: string;
    id?: string;
    kind?: "group" | "supergroup" | "channel";
    forum?: boolean;
    username?: string;
    bot?: Membership;
    hidesMembers?: boolean;
  }): TelegramChat;
  topic(chatId: string, topic: { name: string; id?: string }): TelegramTopic;
  setTopic(chatId: string, topicId: string, state: TelegramTopic["state"]): void;
  join(chatId: string, personId: string, as?: Membership): void;
  /** Kicks, invites or promotes the bot; in a private chat `kicked` blocks it. */
  setBot(chatId: string, as: Membership): void;
  mute(chatId: string, muted?: boolean): void;
  /** The group becomes a supergroup; the old id answers with the new one from then on. */
  migrate(chatId: string, to?: string): TelegramChat;
  removeChat(chatId: string): void;
}

export interface KnownPlaces extends TelegramPlaces {
  /** By id or `@username`, whatever the bot may do there. Throws "chat not found" or the new id. */
  chatOf(id: unknown): TelegramChat;
  /** The same, where the bot is still in. */
  reachableChat(id: unknown): TelegramChat;
  personOf(id: unknown): TelegramPerson | undefined;
  people(): TelegramPerson[];
}

export function createPlaces(): KnownPlaces {
  const chats = new Map<string, TelegramChat>();
  const people = new Map<string, TelegramPerson>();
  return {
    ...making(chats, people),
    ...changing(chats),
    chatOf: (id) => chatOf(chats, id),
    reachableChat: (id) => reachable(chatOf(chats, id)),
    personOf: (id) => people.get(String(id)),
    people: () => [...people.values()],
  };
}

function chatOf(chats: ReadonlyMap<string, TelegramChat>, id: unknown): TelegramChat {
  const wanted = String(id).toLowerCase();
  const chat =
    chats.get(wanted) ??
    [...chats.values()].find(
      ({ kind, username }) =>
        kind !== "private" && username !== undefined && `@${username.toLowerCase()}` === wanted,
    );
  if (!chat) throw badRequest("chat not found");
  if (chat.migratedTo !== undefined) throw upgraded(chat.migratedTo);
  return chat;
}

function reachable(chat: TelegramChat): TelegramChat {
  const { kind, bot } = chat;
  if (kind === "private" && bot === "kicked") throw forbidden("bot was blocked by the user");
  if (kind === "private" && bot === "left") {
    throw forbidden("bot can't initiate conversation with a user");
  }
  if (bot === "kicked") throw forbidden(`bot was kicked from the ${kind} chat`);
  if (bot === "left") throw forbidden(`bot is not a member of the ${kind} chat`);
  return chat;
}

type Making = Pick<TelegramPlaces, "person" | "group" | "topic" | "migrate">;

function making(chats: Map<string, TelegramChat>, people: Map<string, TelegramPerson>): Making {
  const keep = (
    chat: Pick<TelegramChat, "id" | "kind" | "title" | "bot"> & Partial<TelegramChat>,
  ): TelegramChat => {
    const fresh = {
      topics: new Map<string, TelegramTopic>(),
      members: new Map<string, Membership>(),
    };
    const kept = {
      isForum: false,
      isMuted: false,
      hidesMembers: false,
      lastMessageId: 0,
      ...fresh,
      ...chat,
    };
    chats.set(chat.id, kept);
    return kept;
  };
  const newGroupId = (): string => String(-1_001_000_000_001 - chats.size);
  return {
    person({ name, id = String(5_000_000_001 + people.size), started = true, ...rest }) {
      const { username, languageCode = "en" } = rest;
      const person = { id, name, languageCode, ...(username === undefined ? {} : { username }) };
      people.set(id, person);
      keep({ id, kind: "private", title: name, bot: started ? "member" : "left" });
      return person;
    },
    group({ title, kind = "supergroup", forum = false, bot = "member", ...rest }) {
      const id = rest.id ?? (kind === "group" ? String(-5_000_001 - chats.size) : newGroupId());
      const username = rest.username === undefined ? {} : { username: rest.username };
      const { hidesMembers = false } = rest;
      return keep({ id, kind, title, isForum: forum, bot, hidesMembers, ...username });
    },
    topic(chatId, { name, id }) {
      const chat = chatOf(chats, chatId);
      if (!chat.isForum) throw badRequest("the chat is not a forum");
      // A topic's id is that of the message that made it; General has 1.
      chat.lastMessageId = Math.max(chat.lastMessageId + 1, Number(id ?? 2));
      const topic: TelegramTopic = { id: id ?? String(chat.lastMessageId), name, state: "open" };
      chat.topics.set(topic.id, topic);
      return topic;
    },
    migrate(chatId, to = newGroupId()) {
      const old = chatOf(chats, chatId);
      old.migratedTo = to;
      const { title, members, bot } = old;
      return chats.get(to) ?? keep({ id: to, kind: "supergroup", title, members, bot });
    },
  };
}

type Changing = Pick<TelegramPlaces, "setTopic" | "join" | "setBot" | "mute" | "removeChat">;

function changing(chats: Map<string, TelegramChat>): Changing {
  return {
    setTopic(chatId, topicId, state) {
      const topic = chatOf(chats, chatId).topics.get(topicId);
      if (!topic) throw badRequest("message thread not found");
      topic.state = state;
    },
    join: (chatId, personId, as = "member") => void chatOf(chats, chatId).members.set(personId, as),
    setBot(chatId, as) {
      chatOf(chats, chatId).bot = as;
    },
    mute(chatId, muted = true) {
      chatOf(chats, chatId).isMuted = muted;
    },
    removeChat: (chatId) => void chats.delete(chatId),
  };
}
