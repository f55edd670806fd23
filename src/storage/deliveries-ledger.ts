import { type D1Gate, throughGate } from "./d1-gate.ts";
import { withPatience } from "./d1-patience.ts";
import { type LedgerEntry, recordBatch } from "./deliveries-ledger-record.ts";
import {
  type ChatPerson,
  chatPersonOf,
  type RawChatPerson,
  readChatPeople,
} from "./chat-people.ts";
import { processingStatement, type Restated, restateStatement } from "./delivery-state.ts";
import {
  type Ahead,
  freeExpiredLeases,
  leaseAheadStatement,
  leaseStatement,
  moveTrackedChat,
  type RawTracked,
  readCards,
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
  rowsOfDeliveries,
  type Scheduled,
  type Waiting,
} from "./outbox.ts";
import { type OutboxRow, outboxRowOf, type RawOutboxRow } from "./outbox-rows.ts";
import { type RawStanding, readStanding, type Standing, standingOf } from "./standing.ts";
import {
  type Fold,
  type RawSubject,
  readSubjects,
  storeFolds,
  type SubjectRow,
  subjectOf,
} from "./subjects.ts";

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

export type { Standing } from "./standing.ts";

export interface Opening {
  stateKeys: readonly string[];
  subjectKeys: readonly string[];
  /** What is likely to be leased next, and the GitHub ids of people whom it names. */
  ahead?: (Ahead & { people: readonly string[] }) | undefined;
}

export interface Opened {
  /** Keys of `delivery_state` that D1 knows: others were claimed while it could not serve. */
  known: string[];
  subjects: SubjectRow[];
  cards: Tracked[];
  waiting: Waiting[];
  /** Everything of `ahead`; undefined where something was in its way, and the lease is to be tried. */
  leased: Leased | undefined;
}

export interface Taken {
  rows: OutboxRow[];
  /** Which deliveries wait for which row. */
  links: Pick<Waiting, "id" | "deliveryKey">[];
  unreadable: string[];
}

export interface LeaseAttempt {
  holder: string;
  folds: readonly Fold[];
  things: readonly (TrackedThing & { held: boolean })[];
  /** Things that are only read: the cards that replies answer. */
  peeks: readonly TrackedThing[];
  /** GitHub ids of people whom messages name; those of subjects are known from their states. */
  people?: readonly string[];
}

export interface Leased {
  /** Folds that came too late: the stored state had moved on. */
  conflicts: Fold[];
  subjects: SubjectRow[];
  tracked: Tracked[];
  people: ChatPerson[];
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

type Batch = (statements: D1PreparedStatement[]) => Promise<D1Result[]>;

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

async function open(
  db: D1Database,
  batch: Batch,
  { stateKeys, subjectKeys, ahead }: Opening,
  now: number,
): Promise<Standing & Opened> {
  const results = await batch([
    readStanding(db, now),
    processingStatement(db, stateKeys, now),
    rowsOfDeliveries(db, stateKeys),
    ...(subjectKeys.length > 0 ? [readSubjects(db, subjectKeys), readCards(db, subjectKeys)] : []),
    ...(ahead === undefined
      ? []
      : [readChatPeople(db, ahead.people, []), leaseAheadStatement(db, ahead, now)]),
  ]);
  return {
    ...standingOf(rowsAt<RawStanding>(results, 0)[0]),
    known: rowsAt<{ key: string }>(results, 1).map(({ key }) => key),
    waiting: rowsAt<Waiting>(results, 2),
    subjects: subjectKeys.length > 0 ? rowsAt<RawSubject>(results, 3).map(subjectOf) : [],
    cards: subjectKeys.length > 0 ? rowsAt<RawTracked>(results, 4).map(trackedOf) : [],
    leased: ahead && leasedAhead(ahead, results.slice(-2)),
  };
}

function leasedAhead({ things }: Ahead, results: readonly D1Result[]): Leased | undefined {
  const tracked = rowsAt<RawTracked>(results, 1).map(trackedOf);
  if (tracked.length < things.length) return undefined;
  const people = rowsAt<RawChatPerson>(results, 0).map(chatPersonOf);
  return { conflicts: [], subjects: [], tracked, people };
}

async function lease(
  db: D1Database,
  batch: Batch,
  { holder, folds, things, peeks, people = [] }: LeaseAttempt,
  now: number,
): Promise<Leased> {
  const keys = [...folds, ...things].flatMap(subjectKeyOf);
  const storing = storeFolds(db, folds, now);
  const results = await batch([
    ...storing,
    ...(things.length > 0
      ? [
          leaseStatement(db, things, holder, now),
          readTracked(db, [...things, ...peeks]),
          readChatPeople(db, people, [...new Set(things.flatMap(subjectKeyOf))]),
        ]
      : []),
    ...(keys.length > 0 ? [readSubjects(db, [...new Set(keys)])] : []),
  ]);
  const afterFolds = storing.length;
  const afterThings = afterFolds + (things.length > 0 ? 3 : 0);
  const conflicts = conflictsOf(
    folds,
    storing.flatMap((_, index) => rowsAt<RawSubject>(results, index)),
  );
  const stored = folds.filter((fold) => !conflicts.includes(fold));
  return {
    conflicts,
    tracked: things.length > 0 ? rowsAt<RawTracked>(results, afterFolds + 1).map(trackedOf) : [],
    people:
      things.length > 0 ? rowsAt<RawChatPerson>(results, afterFolds + 2).map(chatPersonOf) : [],
    subjects: rowsAt<RawSubject>(results, afterThings).map(
      (row) => storedState(stored, row) ?? subjectOf(row),
    ),
  };
}

/** What was stored a moment ago need not be parsed again. */
function storedState(stored: readonly Fold[], row: RawSubject): SubjectRow | undefined {
  const fold = stored.find(
    ({ subjectKey, groupId }) => subjectKey === row.subject_key && groupId === row.group_id,
  );
  if (fold === undefined) return undefined;
  const { expected, ...subject } = fold;
  return { ...subject, revision: expected + 1 };
}

function conflictsOf(
  folds: readonly Fold[],
  stored: readonly Pick<RawSubject, "subject_key" | "group_id">[],
): Fold[] {
  return folds.filter(
    ({ subjectKey, groupId }) =>
      !stored.some((row) => row.subject_key === subjectKey && row.group_id === groupId),
  );
}

function subjectKeyOf({ subjectKey }: { subjectKey?: string }): string[] {
  return subjectKey === undefined ? [] : [subjectKey];
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

function rowsAt<T>(results: readonly D1Result[], index: number): T[] {
  return (results[index]?.results ?? []) as T[];
}
