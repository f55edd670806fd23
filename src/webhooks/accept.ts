import type { DeliveryKey, EventEnvelope, QueueJob } from "../domain/queue-job.ts";
import { describeError, type LogEvent } from "../observability/log.ts";
import { type Answer, ANSWERS } from "./answers.ts";

/** What it takes to have a webhook for good: the claim, the queue, and the outbox behind it. */
export interface AcceptDeps {
  claim(key: DeliveryKey): Promise<"accepted" | "duplicate">;
  /** Undoes a claim whose webhook could not be kept. */
  release(key: DeliveryKey): Promise<void>;
  /** Keeps a body that no queue message can carry; the answer is its reference. */
  park(key: DeliveryKey, bytes: Uint8Array): Promise<string>;
  /** Absent where no queue is bound. */
  enqueue?(job: QueueJob): Promise<void>;
  /** Keeps the event in the outbox; the answer is the row's id. */
  storeEvent(job: QueueJob): Promise<string>;
  /** Works on an outbox row at once, after the response. */
  work(outboxId: string): Promise<void>;
}

interface Handed {
  job: QueueJob;
  /** A queue message can carry it. */
  fits: boolean;
}

/** An answer, and the work that may follow it. */
export interface Ingested {
  answer: Answer;
  after?: () => Promise<void>;
}

/** A message may have 128,000 bytes; about 100 of them are the queue's own. */
export const MAX_MESSAGE_BYTES = 127_800;

/** A row of D1 may have 2 MB, and a body is quoted twice on its way there. */
const MAX_STORED_BYTES = 500_000;

/** Quoting makes at most six bytes of one, and an envelope has a few thousand. */
const SURELY_FITS = 20_000;

/** Claims a delivery and hands it on. What can be neither queued nor stored is not claimed either. */
export async function accept(
  deps: AcceptDeps,
  envelope: EventEnvelope,
  bytes: Uint8Array,
  log: LogEvent,
): Promise<Ingested> {
  const { provider, endpoint, deliveryId } = envelope;
  const key: DeliveryKey = { provider, endpoint, deliveryId };
  if ((await deps.claim(key)) === "duplicate") return { answer: ANSWERS.duplicate };
  try {
    const outboxId = await handOver(deps, await jobOf(deps, envelope, key, bytes, log), log);
    if (outboxId === undefined) return { answer: ANSWERS.accepted };
    return { answer: ANSWERS.accepted, after: () => deps.work(outboxId) };
  } catch (error) {
    log.set({ error: describeError(error) });
    await release(deps, key, log);
    return { answer: ANSWERS.unavailable };
  }
}

async function jobOf(
  deps: AcceptDeps,
  envelope: EventEnvelope,
  key: DeliveryKey,
  bytes: Uint8Array,
  log: LogEvent,
): Promise<Handed> {
  const whole = (): QueueJob => ({ type: "event", envelope, body: decodeBody(bytes) });
  if (fitsAMessage(bytes)) {
    const job = whole();
    if (bytes.length <= SURELY_FITS || sizeOf(job) <= MAX_MESSAGE_BYTES) return { job, fits: true };
  }
  try {
    return { job: { type: "event", envelope, parked: await deps.park(key, bytes) }, fits: true };
  } catch (error) {
    if (bytes.length > MAX_STORED_BYTES) throw error;
    log.set({ parkError: describeError(error) });
    return { job: whole(), fits: false };
  }
}

function sizeOf(job: QueueJob): number {
  return new TextEncoder().encode(JSON.stringify(job)).length;
}

/** Whether a body has any chance to travel inside a message; quoting it will still add to it. */
export function fitsAMessage(bytes: Uint8Array): boolean {
  return bytes.length < MAX_MESSAGE_BYTES;
}

/** The text of a body, without a byte-order mark. */
export function decodeBody(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

/** The outbox row's id where the queue did not take the job. */
async function handOver(
  deps: AcceptDeps,
  { job, fits }: Handed,
  log: LogEvent,
): Promise<string | undefined> {
  if (deps.enqueue !== undefined && fits) {
    try {
      await deps.enqueue(job);
      return undefined;
    } catch (error) {
      log.set({ queueError: describeError(error) });
    }
  }
  const outboxId = await deps.storeEvent(job);
  log.set({ outboxId });
  return outboxId;
}

async function release(deps: AcceptDeps, key: DeliveryKey, log: LogEvent): Promise<void> {
  try {
    await deps.release(key);
  } catch (error) {
    // A claim that stays pending unseen is given again after a minute.
    log.set({ releaseError: describeError(error) });
  }
}
