import type { DeliveryKey, QueueJob } from "../domain/queue-job.ts";
import { describeError, logWarning } from "../observability/log.ts";
import { deliveryStateKey } from "../storage/deliveries-keys.ts";
import { createKvReader } from "../storage/message-tracking-kv.ts";
import type { Scheduled } from "../storage/outbox.ts";
import { type DeliveryDeps, OPEN_CALLS, type Run } from "./deps.ts";
import { showWithoutD1 } from "./fallback.ts";
import { createHashOf } from "./fingerprint.ts";
import { keepBody } from "./keep-body.ts";
import { createLimiter } from "./limiter.ts";
import type { Accepted } from "./read-event.ts";
import { sweep } from "./sweep.ts";
import { takeUp } from "./take-up.ts";
import { wake } from "./wake.ts";
import { workOutbox } from "./work-outbox.ts";

/** Everything between an accepted webhook and the messages that show it. */
export interface Delivery {
  /** Consumes a batch of the queue; one verdict for each message, in order. Never throws. */
  consume(messages: readonly Incoming[]): Promise<readonly Verdict[]>;
  /** Consumes the dead-letter queue: events are kept for a replay. */
  bury(messages: readonly Incoming[]): Promise<readonly Verdict[]>;
  /** Takes a message of either queue that is no job of this version: kept for a replay by another. */
  buryUnreadable(message: unknown): Promise<Verdict>;
  /** Works on outbox rows at once: what ingress stored because no queue took it. */
  work(outboxIds: readonly string[]): Promise<void>;
  /** The scheduled task; how many rows it worked on itself, which it does not where told so. */
  sweep(how?: { mayWork: boolean }): Promise<number>;
  /** Shows dead letters again, only where they are missing; how many there were. */
  replay(of: Replay): Promise<number>;
}

export interface Incoming {
  job: QueueJob;
  /** From 1, as the queue counts. */
  attempts: number;
}

export type Verdict = { action: "ack" } | { action: "retry"; delaySeconds: number };

export type Replay = ({ ids: readonly string[] } | { delivery: DeliveryKey }) & {
  /** Only this group's. Absent for an operator. */
  groupId?: string;
};

/** After a crash or a database that does not answer, by attempt; a longer outage is KV's. */
const RETRY_SECONDS = [10, 20, 40, 70, 120] as const;
const LAST_RETRY_SECONDS = 300;
/** A dead letter waits for D1 so long at a time. */
const DEAD_LETTER_RETRY_SECONDS = 900;

export function createDelivery(deps: DeliveryDeps): Delivery {
  return {
    async consume(messages) {
      const run = await runOf(deps);
      if (run === undefined) return await consumeWithoutD1(deps, messages);
      return await consumeBatch(run, messages);
    },
    async bury(messages) {
      const run = await runOf(deps);
      return await Promise.all(messages.map((message) => buryOne(deps, run, message)));
    },
    buryUnreadable: (message) => buryUnreadable(deps, message),
    async work(outboxIds) {
      const run = await runOf(deps);
      if (run !== undefined) await wake(run, await workOutbox(run, outboxIds));
    },
    async sweep({ mayWork } = { mayWork: true }) {
      const run = await runOf(deps);
      return run === undefined ? 0 : await sweep(run, mayWork);
    },
    async replay(of) {
      const { outbox } = deps;
      if (outbox === undefined) return 0;
      const ids =
        "ids" in of
          ? await outbox.revive(of)
          : await outbox.reviveDelivery(of.delivery, of.groupId);
      await wake(deps, ids.map(dueNow));
      return ids.length;
    },
  };
}

async function runOf(deps: DeliveryDeps): Promise<Run | undefined> {
  const { ledger, outbox } = deps;
  if (ledger === undefined || outbox === undefined) return undefined;
  if (!(await deps.gate.usable())) return undefined;
  return {
    ...deps,
    ledger,
    outbox,
    limit: createLimiter(OPEN_CALLS),
    hashOf: createHashOf(),
    readKvMessage: deps.kv && createKvReader(deps.kv),
    illHere: new Set(),
  };
}

async function consumeBatch(run: Run, messages: readonly Incoming[]): Promise<Verdict[]> {
  const events = messages.flatMap(({ job }): Accepted[] => (job.type === "event" ? [{ job }] : []));
  const ids = messages.flatMap(({ job }) => (job.type === "wake" ? job.outboxIds : []));
  const [takenUp, woken] = await Promise.all([takeUp(run, events), workSafely(run, ids)]);
  await wake(run, [...takenUp.flatMap((one) => (one.done ? one.scheduled : [])), ...woken]);
  let next = 0;
  return messages.map(({ job, attempts }) => {
    if (job.type === "wake") return { action: "ack" };
    const one = takenUp[next++];
    if (one?.done === true) return { action: "ack" };
    return retry(attempts);
  });
}

/** Rows that could not be worked on are due again by themselves. */
async function workSafely(run: Run, ids: readonly string[]): Promise<readonly Scheduled[]> {
  try {
    return await workOutbox(run, ids);
  } catch (error) {
    logWarning("delivery.outbox_failed", { rows: ids.length, error: describeError(error) });
    return [];
  }
}

async function consumeWithoutD1(
  deps: DeliveryDeps,
  messages: readonly Incoming[],
): Promise<Verdict[]> {
  return await Promise.all(
    messages.map((message) => showOrRetry(deps, message, retry(message.attempts))),
  );
}

/** Shows an event from KV alone; what a chat refuses comes again until D1 can keep it for a replay. */
async function showOrRetry(
  deps: DeliveryDeps,
  { job }: Incoming,
  again: Verdict,
): Promise<Verdict> {
  const { kv } = deps;
  // The outbox is in D1: the scheduled task finds these rows when it is back.
  if (job.type === "wake") return { action: "ack" };
  if (kv === undefined) return again;
  try {
    const progress = await showWithoutD1({ ...deps, kv }, { job });
    const isOver = progress === "shown" || (progress === "refused" && deps.ledger === undefined);
    return isOver ? { action: "ack" } : again;
  } catch (error) {
    logWarning("delivery.without_d1_failed", { error: describeError(error) });
    return again;
  }
}

async function buryUnreadable(deps: DeliveryDeps, message: unknown): Promise<Verdict> {
  const again: Verdict = { action: "retry", delaySeconds: DEAD_LETTER_RETRY_SECONDS };
  try {
    const run = await runOf(deps);
    if (run === undefined) return again;
    await run.outbox.buryMessage(message);
    logWarning("delivery.message_unreadable", { kept: true });
    return { action: "ack" };
  } catch (error) {
    logWarning("delivery.bury_failed", { error: describeError(error) });
    return again;
  }
}

async function buryOne(
  deps: DeliveryDeps,
  run: Run | undefined,
  message: Incoming,
): Promise<Verdict> {
  const { job } = message;
  const again: Verdict = { action: "retry", delaySeconds: DEAD_LETTER_RETRY_SECONDS };
  if (job.type === "wake") return { action: "ack" };
  if (run === undefined) return await showOrRetry(deps, message, again);
  try {
    await run.outbox.bury(job, "dead_letter");
    const delivery = deliveryStateKey(job.envelope);
    logWarning("delivery.buried", { delivery, state: "dead", reason: "dead_letter" });
    await keepBody(run, job);
    return { action: "ack" };
  } catch (error) {
    logWarning("delivery.bury_failed", { error: describeError(error) });
    return again;
  }
}

function retry(attempts: number): Verdict {
  return { action: "retry", delaySeconds: RETRY_SECONDS[attempts - 1] ?? LAST_RETRY_SECONDS };
}

function dueNow(id: string): Scheduled {
  return { id, status: "due", nextAt: 0 };
}
