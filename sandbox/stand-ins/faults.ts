/** A failure that a stand-in is told to show. */
export type Fault =
  | { kind: "rate_limited"; retryAfterSeconds: number; global?: boolean }
  | { kind: "server_error"; status?: number }
  /** Telegram: kicked; Discord: missing access. */
  | { kind: "forbidden" }
  /** The chat or channel does not exist (any more). */
  | { kind: "unknown_chat" }
  /** The message to edit was deleted. */
  | { kind: "gone" }
  /** Telegram: the group became this supergroup. */
  | { kind: "migrated"; to: string }
  /** Discord: the thread is archived until it is woken. */
  | { kind: "archived" }
  | { kind: "rejected" }
  | { kind: "unauthorized" }
  /** The connection dies before the request is looked at. */
  | { kind: "dropped_before" }
  /** The message is accepted, then the connection dies. */
  | { kind: "dropped_after" };

/** Which requests a fault applies to, and how often. */
export interface FaultRule {
  fault: Fault;
  /** Only this chat or channel; absent: any. */
  chatId?: string;
  /** Only posts or only edits; absent: both. */
  on?: "post" | "edit";
  /** How many requests it hits; absent: until removed. */
  times?: number;
}

/** Decides for each request whether it fails. `next` uses a rule up. */
export interface Faults {
  add(rule: FaultRule): void;
  clear(): void;
  next(request: { chatId: string; on: "post" | "edit" }): Fault | undefined;
}
