import {
  type ChatPerson,
  chatPersonOf,
  type RawChatPerson,
  readChatPeople,
} from "./chat-people.ts";
import { type Batch, rowsAt } from "./d1-results.ts";
import { targetId } from "../domain/target.ts";
import {
  type Ahead,
  leaseAheadStatement,
  leaseStatement,
  type RawTracked,
  readTracked,
  type Tracked,
  type TrackedThing,
  trackedOf,
} from "./message-tracking.ts";
import {
  type Fold,
  type RawSubject,
  readSubjects,
  storeFolds,
  storeFoldsIfHeld,
  type SubjectRow,
  subjectOf,
} from "./subjects.ts";

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

/** What is likely to be leased and stored next, and the GitHub ids of people whom it names. */
export interface LeaseAhead extends Ahead {
  folds: readonly Fold[];
  people: readonly string[];
}

/** Leases and stores what was planned ahead, if the plan holds. */
export function aheadStatements(
  db: D1Database,
  ahead: LeaseAhead,
  now: number,
): D1PreparedStatement[] {
  const { things, folds, people, holder } = ahead;
  const held = things
    .slice(0, 1)
    .map(({ eventId, target }) => ({ eventId, targetId: targetId(target), holder }));
  const keys = [...new Set(things.flatMap(subjectKeyOf))];
  return [
    leaseAheadStatement(db, ahead, now),
    ...held.flatMap((lease) => storeFoldsIfHeld(db, folds, lease, now)),
    readChatPeople(db, people, keys),
  ];
}

/** Reads the answers to `aheadStatements`; undefined where not all of it is held and stored. */
export function leasedAhead(
  { things, folds }: LeaseAhead,
  results: readonly D1Result[],
): Leased | undefined {
  const tracked = rowsAt<RawTracked>(results, 0).map(trackedOf);
  const stored = results.slice(1, -1).flatMap((_, index) => rowsAt<RawSubject>(results, index + 1));
  if (tracked.length < things.length || conflictsOf(folds, stored).length > 0) return undefined;
  const people = rowsAt<RawChatPerson>(results, results.length - 1).map(chatPersonOf);
  return { conflicts: [], subjects: folds.map(afterFold), tracked, people };
}

/** Folds and tries the leases, then reads what is so now. */
export async function lease(
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
  return fold && afterFold(fold);
}

function afterFold({ expected, ...subject }: Fold): SubjectRow {
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
