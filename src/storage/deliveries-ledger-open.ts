import { chatPersonOf, type RawChatPerson, readChatPeople } from "./chat-people.ts";
import { type Batch, rowsAt } from "./d1-results.ts";
import type { Leased } from "./deliveries-ledger-lease.ts";
import { processingStatement } from "./delivery-state.ts";
import {
  type Ahead,
  leaseAheadStatement,
  type RawTracked,
  readCards,
  type Tracked,
  trackedOf,
} from "./message-tracking.ts";
import { rowsOfDeliveries, type Waiting } from "./outbox.ts";
import { type RawStanding, readStanding, type Standing, standingOf } from "./standing.ts";
import { type RawSubject, readSubjects, type SubjectRow, subjectOf } from "./subjects.ts";

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

/** Reads what is needed before events can be matched, and leases what is likely to come next. */
export async function open(
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
