import type { QueueJob } from "../domain/queue-job.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Scheduled } from "../storage/outbox.ts";

/** Rows that wait longer than this are left to the scheduled task, which runs as often. */
const WAKE_WITHIN_MS = 300_000;
/** A batch of the queue holds three messages: six rows stay within the Free plan's 50 statements. */
export const ROWS_OF_A_WAKE = 2;
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

function messagesFor(due: readonly Scheduled[], now: number): MessageSendRequest<QueueJob>[] {
  const byDelay = new Map<number, string[]>();
  for (const { id, nextAt } of due) {
    const delay = Math.max(0, Math.ceil((nextAt - now) / 1000));
    byDelay.set(delay, [...new Set([...(byDelay.get(delay) ?? []), id])]);
  }
  return [...byDelay].flatMap(([delaySeconds, ids]) =>
    chunks(ids, ROWS_OF_A_WAKE).map((outboxIds) => ({
      body: { type: "wake", outboxIds } as const,
      delaySeconds,
    })),
  );
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
