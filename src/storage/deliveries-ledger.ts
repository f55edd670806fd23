import { type D1Gate, throughGate } from "./d1-gate.ts";
import { withPatience } from "./d1-patience.ts";
import { type LedgerEntry, recordBatch } from "./deliveries-ledger-record.ts";
import { type Batch, rowsAt } from "./d1-results.ts";
import { lease, type LeaseAttempt, type Leased } from "./deliveries-ledger-lease.ts";
import { open, type Opened, type Opening } from "./deliveries-ledger-open.ts";
import { type Restated, restateStatement } from "./delivery-state.ts";
import {
  freeExpiredLeases,
  moveTrackedChat,
  type RawTracked,
  readTracked,
  type Tracked,
  type TrackedThing,
  trackedOf,
} from "./message-tracking.ts";
import {
  buryRows,
  claimRows,
  deliveriesOfRows,
  dueRows,
  type Failure,
  failuresOf,
  moveOutboxChat,
  rowsFromExpiredLeases,
  type Scheduled,
  type Waiting,
} from "./outbox.ts";
import { type OutboxRow, outboxRowOf, type RawOutboxRow } from "./outbox-rows.ts";
import { type RawStanding, readStanding, type Standing, standingOf } from "./standing.ts";

/** The delivery's bookkeeping: each verb is one round trip to D1, tried again when D1 stumbles. */
export interface Ledger {
  /** What is needed before events can be matched; marks their deliveries as seen. */
  open(events: Opening): Promise<Standing & Opened>;
  /** Takes outbox rows that are due. Rows that cannot be read are dead, and counted. */
  take(ids: readonly string[]): Promise<Standing & Taken>;
  /** Folds and tries the leases, then reads what is so now. */
  lease(attempt: LeaseAttempt): Promise<Leased>;
  /** Which of these things there are. */
  tracked(things: readonly TrackedThing[]): Promise<Tracked[]>;
  /** Writes down what happened, all of it or nothing. */
  record(
    entry: LedgerEntry,
  ): Promise<{ held: Recorded[]; scheduled: Scheduled[]; restated: Restated[] }>;
  /** What an event's deliveries still owe to a group's targets. */
  failures(deliveryKeys: readonly string[], groupId: string): Promise<Failure[]>;
  /** Frees leases that ran out, makes rows of what they left, and lists the rows that are due. */
  sweep(before: number, limit: number): Promise<string[]>;
  moveChat(oldId: string, newId: string): Promise<void>;
}

export type { Leased } from "./deliveries-ledger-lease.ts";
export type { Opened, Opening } from "./deliveries-ledger-open.ts";
export type { Standing } from "./standing.ts";

export interface Taken {
  rows: OutboxRow[];
  /** Which deliveries wait for which row. */
  links: Pick<Waiting, "id" | "deliveryKey">[];
  unreadable: string[];
}

/** A thing that was still held when its outcome was written. */
export interface Recorded {
  eventId: string;
  targetId: string;
  /** 0: the lease is free. Else there is news to show: `revision` and `state`. */
  leaseUntil: number;
  revision: number | undefined;
  state: string | undefined;
}

interface Deps {
  db: D1Database;
  gate: D1Gate;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

export function createLedger(deps: Deps): Ledger {
  const { db, now } = deps;
  const batch: Batch = (statements) =>
    withPatience(deps, () => throughGate(deps.gate, () => db.batch(statements)));

  return {
    open: (events) => open(db, batch, events, now()),
    async take(ids) {
      const results = await batch([
        readStanding(db, now()),
        claimRows(db, ids, now()),
        deliveriesOfRows(db, ids),
      ]);
      const raw = rowsAt<RawOutboxRow>(results, 1);
      const rows = raw.flatMap((row) => outboxRowOf(row) ?? []);
      const unreadable = raw.map(({ id }) => id).filter((id) => !rows.some((row) => row.id === id));
      if (unreadable.length > 0) await bury(db, batch, unreadable, now());
      const links = rowsAt<Pick<Waiting, "id" | "deliveryKey">>(results, 2);
      return { ...standingOf(rowsAt<RawStanding>(results, 0)[0]), rows, links, unreadable };
    },
    lease: (attempt) => lease(db, batch, attempt, now()),
    async tracked(things) {
      return rowsAt<RawTracked>(await batch([readTracked(db, things)]), 0).map(trackedOf);
    },
    async record(entry) {
      const { statements, shownAt, scheduledAt, restatedAt } = recordBatch(db, entry, now());
      if (statements.length === 0) return { held: [], scheduled: [], restated: [] };
      const results = await batch(statements);
      return {
        held: shownAt === undefined ? [] : rowsAt<RawRecorded>(results, shownAt).map(recordedOf),
        scheduled: scheduledAt.flatMap((index) => rowsAt<Scheduled>(results, index)),
        restated: restatedAt === undefined ? [] : rowsAt<Restated>(results, restatedAt),
      };
    },
    failures: (deliveryKeys, groupId) =>
      withPatience(deps, () => throughGate(deps.gate, () => failuresOf(db, deliveryKeys, groupId))),
    async sweep(before, limit) {
      const results = await batch([
        rowsFromExpiredLeases(db, now()),
        freeExpiredLeases(db, now()),
        dueRows(db, before, limit),
      ]);
      return rowsAt<{ id: string }>(results, 2).map(({ id }) => id);
    },
    async moveChat(oldId, newId) {
      await batch([...moveTrackedChat(db, oldId, newId), moveOutboxChat(db, oldId, newId, now())]);
    },
  };
}

/** What nobody can read is never shown; who sent it can send it again. */
async function bury(
  db: D1Database,
  batch: Batch,
  ids: readonly string[],
  now: number,
): Promise<void> {
  const about = { keys: [], changed: ids, leaving: [] };
  await batch([buryRows(db, ids, now), restateStatement(db, about, now)]);
}

interface RawRecorded {
  event_id: string;
  target_id: string;
  lease_until: number;
  revision: number | null;
  state: string | null;
}

function recordedOf(row: RawRecorded): Recorded {
  return {
    eventId: row.event_id,
    targetId: row.target_id,
    leaseUntil: row.lease_until,
    revision: row.revision ?? undefined,
    state: row.state ?? undefined,
  };
}
