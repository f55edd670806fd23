/**
 * What one event costs in storage, as `tests/flows/budget.test.ts` counts it and `npm run bench`
 * prints it. Plain data: a change of a figure is a decision, made here.
 */

/** Counted from the request to the settled state, in a warm isolate, with one target. */
export interface Cost {
  kvReads: number;
  kvWrites: number;
  /** A batch is one. */
  d1RoundTrips: number;
  /** Each one inside a batch counts. */
  d1Statements: number;
  /** Index rows included. */
  rowsWritten: number;
  rowsRead: number;
  queueMessages: number;
  r2Operations: number;
  /** To Discord or Telegram. */
  calls: number;
}

export type CostCase =
  | "posted"
  | "first of a subject"
  | "edit"
  | "reaches nobody"
  | "duplicate"
  | "parked in R2"
  | "parked in KV"
  | "without a queue";

export const BUDGET: Readonly<Record<CostCase, Cost>> = {
  posted: cost({ d1: [3, 12, 12, 52], queue: 1, calls: 1 }),
  // The KV read looks for a message that was shown while D1 could not serve.
  "first of a subject": cost({ d1: [3, 13, 18, 74], kv: [1, 0], queue: 1, calls: 1 }),
  edit: cost({ d1: [4, 15, 15, 72], queue: 1, calls: 1 }),
  "reaches nobody": cost({ d1: [3, 7, 9, 21], queue: 1, calls: 0 }),
  duplicate: cost({ d1: [1, 2, 0, 3], queue: 0, calls: 0 }),
  "parked in R2": cost({ d1: [3, 12, 12, 52], queue: 1, r2: 2, calls: 1 }),
  "parked in KV": cost({ d1: [3, 12, 12, 52], kv: [1, 2], queue: 1, calls: 1 }),
  "without a queue": cost({ d1: [6, 21, 25, 87], queue: 0, calls: 1 }),
};

/** Rows that the scheduled task removes later: a deleted row counts as written, too. */
export const PRUNED_ROWS: Readonly<Record<CostCase, number>> = {
  posted: 4,
  "first of a subject": 6,
  edit: 3,
  "reaches nobody": 3,
  duplicate: 0,
  "parked in R2": 4,
  "parked in KV": 4,
  "without a queue": 4,
};

/** The scheduled task when nothing is due and nothing is old. It runs 288 times a day. */
export const IDLE_SCHEDULED: Cost = cost({ d1: [16, 18, 0, 46], r2: 1, queue: 0, calls: 0 });

/** What an event may cost at most: `docs/storage.md`. */
export const LIMITS: Readonly<Partial<Record<CostCase, Partial<Cost>>>> = {
  posted: {
    kvReads: 1,
    kvWrites: 0,
    d1RoundTrips: 4,
    rowsWritten: 12,
    queueMessages: 1,
  },
  "first of a subject": {
    kvReads: 1,
    kvWrites: 0,
    d1RoundTrips: 4,
    rowsWritten: 20,
    queueMessages: 1,
  },
  edit: { kvReads: 1, kvWrites: 0, d1RoundTrips: 4, rowsWritten: 20, queueMessages: 1 },
};

/**
 * What the Free plan allows a day. A queue message is three operations: written, read, deleted. R2 counts by
 * the month, and reads ten times more of them than this.
 * https://developers.cloudflare.com/workers/platform/limits/ https://developers.cloudflare.com/r2/pricing/
 */
export const FREE_DAY = {
  requests: 100_000,
  kvReads: 100_000,
  kvWrites: 1_000,
  rowsWritten: 100_000,
  rowsRead: 5_000_000,
  queueMessages: Math.floor(10_000 / 3),
  r2Operations: Math.floor(1_000_000 / 31),
} as const;

const SCHEDULED_RUNS_OF_A_DAY = 288;

/** How many events like this the Free plan allows a day, and which quota ends first. */
export function eventsOfAFreeDay(kind: CostCase): {
  events: number;
  endsFirst: keyof typeof FREE_DAY;
} {
  const one = BUDGET[kind];
  const used = { requests: 1, ...one, rowsWritten: one.rowsWritten + PRUNED_ROWS[kind] };
  const quotas = Object.keys(FREE_DAY) as (keyof typeof FREE_DAY)[];
  const allowed = quotas.map((quota) => ({
    endsFirst: quota,
    events: Math.floor(leftOf(quota) / used[quota]),
  }));
  return allowed.reduce((least, next) => (next.events < least.events ? next : least));
}

/** Of a day's quota, what the scheduled task leaves. */
function leftOf(quota: keyof typeof FREE_DAY): number {
  const everyRun = quota === "requests" ? 0 : IDLE_SCHEDULED[quota];
  return FREE_DAY[quota] - everyRun * SCHEDULED_RUNS_OF_A_DAY;
}

function cost(of: {
  d1: readonly [roundTrips: number, statements: number, rowsWritten: number, rowsRead: number];
  kv?: readonly [reads: number, writes: number];
  r2?: number;
  queue: number;
  calls: number;
}): Cost {
  const [d1RoundTrips, d1Statements, rowsWritten, rowsRead] = of.d1;
  const [kvReads, kvWrites] = of.kv ?? [0, 0];
  return {
    kvReads,
    kvWrites,
    d1RoundTrips,
    d1Statements,
    rowsWritten,
    rowsRead,
    queueMessages: of.queue,
    r2Operations: of.r2 ?? 0,
    calls: of.calls,
  };
}
