import type { Actor } from "../domain/actor.ts";
import { type FailureReason, failureReasonOf } from "../domain/failure-reason.ts";
import type { Chats } from "../storage/chats.ts";
import type { DeadLetter, OutboxStore } from "../storage/outbox-letters.ts";
import type { Audited } from "./auditing.ts";
import type { Permissions } from "./permissions.ts";

/** What a chat of a group was to be shown, and was not. */
export interface MissedMessage {
  id: string;
  event: string;
  repo?: string;
  /** Its title, or else its target's id; absent for an event that reached no chat at all. */
  chat?: string;
  reason: FailureReason;
}

/** What gave up or was refused: it is kept for a week, and can be sent again. */
export interface Missed {
  /** The newest first, 100 at most. Super admins see events that reached no group, too. */
  list(actor: Actor, groupId: string): Promise<readonly MissedMessage[]>;
  /** Sends again what `list` gives, or these of it, only where it is missing. How many there were. */
  resend(actor: Actor, groupId: string, ids?: readonly string[]): Promise<number>;
}

export interface MissedDeps {
  permissions: Permissions;
  audited: Audited;
  chats: Pick<Chats, "ofGroup">;
  deadLetters: OutboxStore["deadLetters"];
  /** Makes dead letters due at once; how many there were. */
  replay: (of: { ids: readonly string[] }) => Promise<number>;
}

/** As many as the queue is woken for in one batch. */
const MOST_LETTERS = 100;

export function createMissed(deps: MissedDeps): Missed {
  const { permissions, audited, chats, replay } = deps;
  return {
    async list(actor, groupId) {
      const { isSuper } = await permissions.authorize(actor, groupId, "log.view");
      const [letters, connected] = await Promise.all([
        lettersOf(deps, groupId, isSuper),
        chats.ofGroup(groupId),
      ]);
      const titles = new Map(connected.map(({ targetId, title }) => [targetId, title]));
      return letters.map((letter) => messageOf(letter, titles));
    },
    async resend(actor, groupId, ids) {
      const { isSuper } = await permissions.authorize(actor, groupId, "delivery.replay");
      const letters = await lettersOf(deps, groupId, isSuper);
      const chosen = letters.flatMap(({ id }) => (ids?.includes(id) === false ? [] : [id]));
      const count = await replay({ ids: chosen });
      await audited(actor, { action: "delivery.replayed", groupId, detail: { count } });
      return count;
    },
  };
}

/** How many of those messages one target misses. */
export async function countMissed(
  deadLetters: MissedDeps["deadLetters"],
  groupId: string,
  target: string,
): Promise<number> {
  const letters = await deadLetters({ groupId, limit: MOST_LETTERS });
  return letters.filter(({ targetId }) => targetId === target).length;
}

async function lettersOf(
  { deadLetters }: MissedDeps,
  groupId: string,
  isSuper: boolean,
): Promise<DeadLetter[]> {
  const own = await deadLetters({ groupId, limit: MOST_LETTERS });
  if (!isSuper) return own;
  const all = await deadLetters({ limit: MOST_LETTERS });
  return [...own, ...all.filter((letter) => letter.groupId === null)].slice(0, MOST_LETTERS);
}

function messageOf(
  { id, event, repo, targetId, reason }: DeadLetter,
  titles: ReadonlyMap<string, string | undefined>,
): MissedMessage {
  const chat = targetId === null ? undefined : (titles.get(targetId) ?? targetId);
  return {
    id,
    event: event ?? "?",
    reason: failureReasonOf(reason),
    ...(repo !== null && { repo }),
    ...(chat !== undefined && { chat }),
  };
}
