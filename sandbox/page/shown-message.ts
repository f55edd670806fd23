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
}

export type Body = Readonly<Record<string, unknown>>;

/** A press of a message's button. */
export type OnPress = (message: PageMessage, button: string) => void;

export const isRecord = (value: unknown): value is Body =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const recordsOf = (value: unknown): Body[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

export const recordOf = (value: unknown): Body => (isRecord(value) ? value : {});

export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
