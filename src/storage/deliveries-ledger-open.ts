import { type Batch, rowsAt } from "./d1-results.ts";
import {
  aheadStatements,
  type LeaseAhead,
  type Leased,
  leasedAhead,
} from "./deliveries-ledger-lease.ts";
import { processingStatement } from "./delivery-state.ts";
import { type RawTracked, readCards, type Tracked, trackedOf } from "./message-tracking.ts";
import { rowsOfDeliveries, type Waiting } from "./outbox.ts";
import { type RawStanding, readStanding, type Standing, standingOf } from "./standing.ts";
import { type RawSubject, readSubjects, type SubjectRow, subjectOf } from "./subjects.ts";

export interface Opening {
  stateKeys: readonly string[];
  subjectKeys: readonly string[];
  ahead?: LeaseAhead | undefined;
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
  const leasing = ahead === undefined ? [] : aheadStatements(db, ahead, now);
  const results = await batch([
    readStanding(db, now),
    processingStatement(db, stateKeys, now),
    rowsOfDeliveries(db, stateKeys),
    ...(subjectKeys.length > 0 ? [readSubjects(db, subjectKeys), readCards(db, subjectKeys)] : []),
    ...leasing,
  ]);
  return {
    ...standingOf(rowsAt<RawStanding>(results, 0)[0]),
    known: rowsAt<{ key: string }>(results, 1).map(({ key }) => key),
    waiting: rowsAt<Waiting>(results, 2),
    subjects: subjectKeys.length > 0 ? rowsAt<RawSubject>(results, 3).map(subjectOf) : [],
    cards: subjectKeys.length > 0 ? rowsAt<RawTracked>(results, 4).map(trackedOf) : [],
    leased: ahead && leasedAhead(ahead, results.slice(-leasing.length)),
  };
}
