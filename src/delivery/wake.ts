import type { QueueJob } from "../domain/queue-job.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Scheduled } from "../storage/outbox.ts";
import { isEventRowId } from "../storage/outbox-rows.ts";

/** Rows that wait longer than this are left to the scheduled task, which runs as often. */
const WAKE_WITHIN_MS = 300_000;
/** Two rows stay within the Free plan's 50 statements, though both fail; a whole event goes alone. */
const ROWS_OF_A_WAKE = 2;
const TOGETHER_MS = 2_000;
/** https://developers.cloudflare.com/queues/platform/limits/ */
const MESSAGES_OF_A_BATCH = 100;

/** Sends wake-ups for rows that are due soon. False when there is no queue that takes them: the sweep will. */
export async function wake(
  { queue, now }: { queue: Queue | undefined; now: () => number },
  scheduled: readonly Scheduled[],
): Promise<boolean> {
  const due = scheduled.filter(
    ({ status, nextAt }) => status === "due" && nextAt - now() <= WAKE_WITHIN_MS,
  );
  if (due.length === 0) return true;
  if (queue === undefined) return false;
  try {
    await queue.sendBatch(messagesFor(due, now()).slice(0, MESSAGES_OF_A_BATCH));
    return true;
  } catch (error) {
    logWarning("delivery.wake_failed", { rows: due.length, error: describeError(error) });
    return false;
  }
}

/** Rows that are due at about the same time share a message, which comes with the later of them. */
function messagesFor(due: readonly Scheduled[], now: number): MessageSendRequest<QueueJob>[] {
  const byId = new Map(due.map((row) => [row.id, row]));
  const sorted = [...byId.values()].sort((a, b) => a.nextAt - b.nextAt);
  const messages: Scheduled[][] = [];
  for (const row of sorted) {
    const last = messages.at(-1);
    const fits =
      last !== undefined &&
      last.length < ROWS_OF_A_WAKE &&
      ![...last, row].some(({ id }) => isEventRowId(id)) &&
      row.nextAt - (last[0]?.nextAt ?? 0) <= TOGETHER_MS;
    if (fits) last.push(row);
    else messages.push([row]);
  }
  return messages.map((rows) => ({
    body: { type: "wake", outboxIds: rows.map(({ id }) => id) },
    delaySeconds: Math.max(0, Math.ceil(((rows.at(-1)?.nextAt ?? now) - now) / 1000)),
  }));
}
