import type { Notification } from "./notification.ts";
import type { Platform, Target } from "./target.ts";
import type { Voice } from "./voice.ts";

/** How a send can fail, in no platform's words. Adapters translate, once, at their edge. */
export type ChatErrorKind =
  /** Wait `retryAfterMs`; the place, or with `global` the whole platform, is paused. */
  | "rate_limited"
  /** Network, timeout, 5xx. With `ambiguous` the message may have arrived all the same. */
  | "unavailable"
  /** The message to edit no longer exists: post anew. */
  | "gone"
  /** No access, kicked, unknown channel, deleted topic: the target cannot be reached until somebody mends it. */
  | "ill_target"
  /** The platform refuses this content. */
  | "rejected"
  /** The bot's credentials are refused. */
  | "unauthorized"
  /** The chat has a new id, `migratedTo`. */
  | "migrated";

/** What an adapter throws; nothing above ever sees a platform's status code but in `code` for the log. */
export class ChatError extends Error {
  override name = "ChatError";
  readonly kind: ChatErrorKind;
  /** HTTP status, 0 when no answer came. */
  readonly status: number;
  /** The platform's own code or description, for the log. Never a URL or a token. */
  readonly code: string;
  readonly retryAfterMs: number | undefined;
  readonly global: boolean;
  readonly ambiguous: boolean;
  readonly migratedTo: string | undefined;

  constructor(kind: ChatErrorKind, details: ChatErrorDetails) {
    super(`${kind}: ${details.code}`);
    this.kind = kind;
    this.status = details.status;
    this.code = details.code;
    this.retryAfterMs = details.retryAfterMs;
    this.global = details.global ?? false;
    this.ambiguous = details.ambiguous ?? false;
    this.migratedTo = details.migratedTo;
  }
}

export interface ChatErrorDetails {
  status: number;
  code: string;
  retryAfterMs?: number;
  global?: boolean;
  ambiguous?: boolean;
  migratedTo?: string;
}

export interface PostOptions {
  voice: Voice;
  /** At most 25 characters; a platform that can recognises a repeat by it. */
  nonce: string;
  /** Platform id of the message this answers; the post goes out all the same when that is gone. */
  replyTo?: string;
  /** Discord roles to ping: only on posts, never on edits. */
  roleIds?: readonly string[];
  /** Send without any markup, after the platform refused the content. */
  plain?: boolean;
}

export type EditOptions = Pick<PostOptions, "voice" | "plain">;

export interface Posted {
  messageId: string;
  /** The platform returned an older message with the same nonce: edit it once to be sure. */
  repeated: boolean;
}

/** One chat platform's edge: renders, sends, translates failures. Both methods throw `ChatError` and nothing else. */
export interface ChatAdapter {
  readonly platform: Platform;
  post(target: Target, notification: Notification, options: PostOptions): Promise<Posted>;
  edit(
    target: Target,
    messageId: string,
    notification: Notification,
    options: EditOptions,
  ): Promise<void>;
}
