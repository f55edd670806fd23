/** A failure that a stand-in is told to show. */
export type Fault =
  /** `code`: Discord's own, such as 30046 (too many edits of a message older than an hour). */
  | { kind: "rate_limited"; retryAfterSeconds: number; global?: boolean; code?: number }
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
  /** What is still to be shown, by number; `times` is what is left. */
  active(): ReadonlyMap<number, FaultRule>;
  remove(number: number): void;
  next(request: { chatId: string; on: "post" | "edit" }): Fault | undefined;
}

export function createFaults(): Faults {
  const rules = new Map<number, FaultRule>();
  let added = 0;
  return {
    add: (rule) => void rules.set(++added, { ...rule }),
    clear: () => rules.clear(),
    active: () => rules,
    remove: (number) => void rules.delete(number),
    next(request) {
      const [number, rule] = [...rules].find(([, rule]) => applies(rule, request)) ?? [];
      if (number === undefined || rule === undefined) return undefined;
      if (rule.times !== undefined && --rule.times <= 0) rules.delete(number);
      return rule.fault;
    },
  };
}

function applies(rule: FaultRule, request: { chatId: string; on: "post" | "edit" }): boolean {
  // Nothing that is being posted can be gone already.
  if (rule.fault.kind === "gone" && request.on === "post") return false;
  return (
    (rule.chatId === undefined || rule.chatId === request.chatId) &&
    (rule.on === undefined || rule.on === request.on)
  );
}

/** What a fetch throws in workerd when the other side hangs up. */
export function connectionLost(): TypeError {
  return new TypeError("Network connection lost.");
}
