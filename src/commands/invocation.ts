import type { InteractionWebhook } from "../domain/private-line.ts";
import type { Platform } from "../domain/target.ts";

/** Who speaks. Channels, anonymous admins, bots and webhooks are nobody: they have no person. */
export interface Speaker {
  chatUserId: string;
  name: string;
  /** On Telegram, where they have one: the name of their page. */
  username?: string;
}

/** Where a command was said. */
export interface Place {
  /** The chat or channel (a Discord thread's own id is in `threadId`). */
  chatId: string;
  threadId?: string;
  /** `discord:…` or `telegram:…`, as targets are stored. */
  targetId: string;
  title?: string;
  /** A conversation with one person alone. */
  isPrivate: boolean;
  /** The Discord server, where there is one. */
  guildId?: string;
  /** The bot itself is in it; people bring their applications along to places where it is not. */
  hasBot: boolean;
}

/** One use of a command, whatever the platform and whether typed, pressed or picked from a menu. */
export interface Invocation {
  /** The platform's id of this use: the same for a repeat of the same press. */
  id: string;
  platform: Platform;
  speaker?: Speaker;
  place: Place;
  /** Others read whatever is answered here: the platform shows nothing to one person alone. */
  isOverheard: boolean;
  /** The speaker's language. */
  locale: string;
  path: string;
  /** Named arguments as text, as untrusted as everything from outside. */
  args: Readonly<Record<string, string>>;
  /** Names a pressed button of a message: two quick presses by one person are one use. */
  pressKey?: string;
  /** The longest present text (characters) that a form of the platform can show, to be changed. */
  editableLength: number;
  /** Links in the message that was replied to, right-clicked or pressed: where a missing reference comes from. */
  contextLinks: readonly string[];
  /** Links in the message that the thread was begun from: asked of the platform only when a command needs them. */
  threadLinks?: () => Promise<readonly string[]>;
  /** Whether the speaker may administer the chat: asked of the platform only when a command needs it. */
  mayAdminister: () => Promise<boolean>;
  /** On Discord: how to tell the speaker what becomes of what they began here. */
  webhook?: InteractionWebhook;
  /** The same of another chat of the platform, where that can be asked. */
  administers?: (chatId: string) => Promise<boolean>;
}
