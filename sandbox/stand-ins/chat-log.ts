/** One message as a stand-in chat keeps it. */
export interface ShownMessage {
  platform: "discord" | "telegram";
  messageId: string;
  /** Discord: the channel or thread id. Telegram: the chat id. */
  chatId: string;
  topicId?: string;
  /** Who wrote it: the bot, or a person of the sandbox. */
  author: string;
  /** The request body that last posted or edited it. */
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
  /** Set on messages only one person sees (Discord's ephemeral answers). */
  onlyFor?: string;
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
