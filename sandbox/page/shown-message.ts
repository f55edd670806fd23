/** A message as the server sends it; see the stand-ins' log. */
export interface PageMessage {
  platform: "discord" | "telegram";
  messageId: string;
  chatId: string;
  topicId?: string;
  author: string;
  body: Readonly<Record<string, unknown>>;
  text: string;
  history: readonly string[];
  replyTo?: string;
  postedAt: number;
  editedAt?: number;
  deleted: boolean;
  onlyFor?: string;
  reactions?: readonly string[];
  /** Whom it notified: `user:{id}`. */
  pinged?: readonly string[];
}

export type Body = Readonly<Record<string, unknown>>;

/** What a reader can do with a message. */
export interface MessageDeeds {
  press(message: PageMessage, button: string): void;
  reply(message: PageMessage): void;
  /** Chooses a chat for a key that asks for one. */
  share(message: PageMessage, key: string, button: HTMLElement): void;
  /** Hides a message that only this reader sees. */
  dismiss(message: PageMessage): void;
  remove(message: PageMessage): void;
  /** Shows the message's own menu of commands below its button. */
  apps(message: PageMessage, button: HTMLElement): void;
}

export const isRecord = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordsOf = (value: unknown): Body[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const recordOf = (value: unknown): Body => (isRecord(value) ? value : {});

export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
