import {
  type ChatAdapter,
  ChatError,
  type EditOptions,
  type Posted,
  type PostOptions,
} from "../../src/domain/chat-adapter.ts";
import type { Notification } from "../../src/domain/notification.ts";
import { type Platform, type Target, targetId } from "../../src/domain/target.ts";

/** A message as a person in the chat would see it. */
export interface SimulatedMessage {
  id: string;
  target: string;
  text: string;
  nonce: string;
  postedAt: number;
  edits: number;
  deleted: boolean;
  /** Left behind when its chat got a new id. */
  leftBehind: boolean;
  replyTo: string | undefined;
}

/** What goes wrong with one call: before it reaches the platform, or with its answer. */
export type Fault =
  | "none"
  | "lost_before"
  | "lost_after"
  | "server_error"
  | "rate_limited"
  | "rate_limited_everywhere"
  | "rejected"
  | "ill";

export interface SimulatedChat {
  adapter(platform: Platform, faultOf: (target: string) => Fault): ChatAdapter;
  messages: SimulatedMessage[];
  /** Every call that reached a platform. */
  calls: { method: "post" | "edit"; target: string }[];
  /** Telegram chats that got a new id: old id to new. */
  migrated: Map<string, string>;
  migrate(oldId: string, newId: string): void;
  /** A post arrived though its sender does not know. */
  onLostPost: (target: string, text: string) => void;
}

/** Discord recognises a nonce for a few minutes. */
const NONCE_MS = 180_000;

/** Both platforms' chats, kept in memory, with Discord's nonces and Telegram's migrations. */
export function createSimulatedChat(now: () => number): SimulatedChat {
  const chat: SimulatedChat = {
    messages: [],
    calls: [],
    migrated: new Map(),
    onLostPost: () => {},
    migrate(oldId, newId) {
      chat.migrated.set(oldId, newId);
      for (const message of chat.messages) {
        const [platform, id] = message.target.split(":");
        if (platform === "telegram" && id === oldId) message.leftBehind = true;
      }
    },
    adapter: (platform, faultOf) => ({
      platform,
      async post(target, notification, options) {
        const fault = enter(chat, "post", target, faultOf, options.plain === true);
        const posted = post(chat, target, notification, options, now());
        if (fault !== "lost_after") return posted;
        if (!posted.repeated) chat.onLostPost(targetId(target), textOf(notification));
        throw lost();
      },
      async edit(target, messageId, notification, options) {
        const fault = enter(chat, "edit", target, faultOf, options.plain === true);
        edit(chat, target, messageId, notification, options);
        if (fault === "lost_after") throw lost();
      },
    }),
  };
  return chat;
}

/** The text of a notification of these tests: its headline. */
export function textOf(notification: Notification): string {
  return notification.headline.map((span) => (typeof span === "string" ? span : "?")).join("");
}

function enter(
  chat: SimulatedChat,
  method: "post" | "edit",
  target: Target,
  faultOf: (target: string) => Fault,
  plain: boolean,
): Fault {
  const id = targetId(target);
  const fault = faultOf(id);
  if (fault === "lost_before") throw lost();
  chat.calls.push({ method, target: id });
  if (target.platform === "telegram") {
    const migratedTo = chat.migrated.get(target.chatId);
    if (migratedTo !== undefined) {
      throw new ChatError("migrated", { status: 400, code: "upgraded", migratedTo });
    }
  }
  if (fault === "server_error") {
    throw new ChatError("unavailable", { status: 502, code: "Bad Gateway" });
  }
  if (fault === "rate_limited" || fault === "rate_limited_everywhere") {
    const global = fault === "rate_limited_everywhere";
    throw new ChatError("rate_limited", { status: 429, code: "429", retryAfterMs: 3_000, global });
  }
  if (fault === "ill") throw new ChatError("ill_target", { status: 403, code: "50001" });
  if (fault === "rejected" && !plain) {
    throw new ChatError("rejected", { status: 400, code: "can't parse entities" });
  }
  return fault;
}

function post(
  chat: SimulatedChat,
  target: Target,
  notification: Notification,
  options: PostOptions,
  now: number,
): Posted {
  const id = targetId(target);
  if (options.nonce.length > 25) throw new Error("a nonce is too long");
  const older =
    target.platform === "discord"
      ? chat.messages.find(
          (message) =>
            message.target === id &&
            message.nonce === options.nonce &&
            now - message.postedAt < NONCE_MS,
        )
      : undefined;
  if (older !== undefined) return { messageId: older.id, repeated: true };
  const message: SimulatedMessage = {
    id: String(chat.messages.length + 1),
    target: id,
    text: textOf(notification),
    nonce: options.nonce,
    postedAt: now,
    edits: 0,
    deleted: false,
    leftBehind: false,
    replyTo: options.replyTo,
  };
  chat.messages.push(message);
  return { messageId: message.id, repeated: false };
}

function edit(
  chat: SimulatedChat,
  target: Target,
  messageId: string,
  notification: Notification,
  _options: EditOptions,
): void {
  const message = chat.messages.find(({ id }) => id === messageId);
  if (
    message === undefined ||
    message.deleted ||
    message.leftBehind ||
    message.target !== targetId(target)
  ) {
    throw new ChatError("gone", { status: 404, code: "10008" });
  }
  message.text = textOf(notification);
  message.edits += 1;
}

function lost(): ChatError {
  return new ChatError("unavailable", { status: 0, code: "connection lost", ambiguous: true });
}
