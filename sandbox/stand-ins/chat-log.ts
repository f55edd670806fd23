/** One message as a stand-in chat keeps it. A snapshot: an edit makes a new one. */
export interface ShownMessage {
  platform: "discord" | "telegram";
  messageId: string;
  /** Discord: the channel or thread id. Telegram: the chat id. */
  chatId: string;
  topicId?: string;
  /** Who wrote it: the bot, or a person of the sandbox. */
  author: string;
  /** The request body that last posted or edited it, over what earlier ones left in place. */
  body: Readonly<Record<string, unknown>>;
  /** What a person reads, as plain text, markup resolved. */
  text: string;
  /** The earlier texts, oldest first. */
  history: string[];
  replyTo?: string;
  /** In ms. */
  postedAt: number;
  editedAt?: number;
  deleted: boolean;
  /** Set on messages only one person sees (Discord's ephemeral answers): that person's id. */
  onlyFor?: string;
  /** Who was notified by it so far: `everyone`, `here`, `user:{id}`, `role:{id}`. */
  pinged?: string[];
  /** The emoji the bot reacted with. */
  reactions?: string[];
}

/** The messages of a stand-in platform, in the order they were posted. */
export interface ChatLog {
  messages(): readonly ShownMessage[];
  /** Calls back after every post, edit and deletion; returns how to stop it. */
  subscribe(listener: (message: ShownMessage) => void): () => void;
  /** A person deletes a message. */
  remove(chatId: string, messageId: string): void;
  clear(): void;
}

/** The log as the platform behind it writes it. */
export interface ChatLogKeeper extends ChatLog {
  /** The message, unless there never was one or it is deleted. */
  find(chatId: string, messageId: string): ShownMessage | undefined;
  post(message: Omit<ShownMessage, "history" | "deleted">): ShownMessage;
  /** Replaces what is given; a new `text` puts the old one into the history. */
  edit(message: ShownMessage, change: Partial<ShownMessage>): ShownMessage;
}

export function createChatLog(): ChatLogKeeper {
  const kept: ShownMessage[] = [];
  const places = new Map<string, number>();
  const listeners = new Set<(message: ShownMessage) => void>();

  function put(message: ShownMessage): ShownMessage {
    const key = keyOf(message.chatId, message.messageId);
    const place = places.get(key) ?? kept.length;
    places.set(key, place);
    kept[place] = message;
    for (const listener of listeners) listener(message);
    return message;
  }

  function find(chatId: string, messageId: string): ShownMessage | undefined {
    const place = places.get(keyOf(chatId, messageId));
    const message = place === undefined ? undefined : kept[place];
    return message?.deleted ? undefined : message;
  }

  return {
    messages: () => kept,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find,
    post: (message) => put({ ...message, history: [], deleted: false }),
    edit(message, change) {
      const isNewText = change.text !== undefined && change.text !== message.text;
      const history = isNewText ? [...message.history, message.text] : message.history;
      return put({ ...message, ...change, history });
    },
    remove(chatId, messageId) {
      const message = find(chatId, messageId);
      if (message) put({ ...message, deleted: true });
    },
    clear() {
      kept.length = 0;
      places.clear();
    },
  };
}

const keyOf = (chatId: string, messageId: string): string => `${chatId}/${messageId}`;
