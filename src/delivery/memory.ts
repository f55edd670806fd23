import { targetId } from "../domain/target.ts";
import type { Tracked } from "../storage/message-tracking.ts";
import { type KvMessage, keepKvMessage } from "../storage/message-tracking-kv.ts";
import type { Dispatch } from "./dispatch-context.ts";
import { isCard, type Slip } from "./slip.ts";

/** The message an earlier try may have made, and since when that is in doubt. */
export interface Earlier {
  earlier: string | undefined;
  unknownSince: number | undefined;
}

/**
 * Before a first post, KV is asked where D1 may not know: after a try whose outcome was not written,
 * and for an event or a subject that is new to D1, which may have been shown while D1 could not serve.
 */
export async function earlierMessage(
  { run, leasedAt, leased, askKv }: Dispatch,
  slip: Slip,
  row: Tracked,
): Promise<Earlier> {
  const { messageId: earlier, postingSince } = row;
  const inDoubt = postingSince !== undefined && postingSince < leasedAt;
  const unknownSince = inDoubt ? postingSince : undefined;
  if (earlier !== undefined || run.readKvMessage === undefined) return { earlier, unknownSince };
  const isNew =
    isCard(slip) &&
    leased.subjects.some(
      (subject) =>
        subject.groupId === slip.groupId &&
        subject.subjectKey === slip.content.subjectKey &&
        subject.revision === 1,
    );
  if (!inDoubt && !isNew && !askKv) return { earlier, unknownSince };
  const kept = await run.readKvMessage(kvMessageOf(slip));
  return { earlier: kept, unknownSince: kept === undefined ? unknownSince : undefined };
}

/** Runs the write that says a message was shown; when D1 cannot take it, KV remembers the message. */
export async function keepMessage<T>(
  { run }: Pick<Dispatch, "run">,
  slip: Slip,
  messageId: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (messageId !== undefined && run.kv !== undefined) {
      await keepKvMessage(run.kv, kvMessageOf(slip), messageId);
    }
    throw error;
  }
}

export function kvMessageOf(slip: Slip): KvMessage {
  const { groupId, routeId, target } = slip;
  const key = isCard(slip)
    ? slip.content.subjectKey
    : slip.eventId.slice(groupId.length + routeId.length + 2);
  return { groupId, routeId, key, targetId: targetId(target) };
}
