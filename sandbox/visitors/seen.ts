import type { OpenModal } from "../stand-ins/discord/answers.ts";

/** What somebody gets to see besides the messages themselves. */
export interface Seen {
  /** A form that Discord opens over the chat. */
  modal?: OpenModal;
  /** A short notice, such as Telegram shows over the chat. */
  notice?: string;
  /** It has to be confirmed. */
  isAlert?: boolean;
  /** A page or chat that the platform opens. */
  opens?: string;
}
