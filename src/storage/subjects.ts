import type { FacetState, SubjectKind, SubjectState } from "../domain/subject.ts";
import { logWarning } from "../observability/log.ts";
import { dayOf } from "./delivery-state.ts";
import { inChunks } from "./json-chunks.ts";
import { parseJson } from "./stored-value.ts";

/** Kinds of stored state: the forge's subjects, and the summary of what failed for an event. */
export type StoredKind = SubjectKind | "delivery_summary";

/** A subject's folded state in one group, as of a revision. */
export interface SubjectRow {
  subjectKey: string;
  groupId: string;
  kind: StoredKind;
  state: SubjectState;
  revision: number;
}

/** A folded state to be stored, if the stored revision is still `expected` (0: there is no row). */
export interface Fold {
  subjectKey: string;
  groupId: string;
  kind: StoredKind;
  state: SubjectState;
  expected: number;
}

const READ = `
  SELECT subject_key, group_id, kind, state, revision FROM subjects
  WHERE subject_key IN (SELECT value FROM json_each(?1))`;
// The revision that is written is one more than the one expected, which is that of no row: 0.
const storeWhere = (condition: string) => `
  INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day)
  SELECT value ->> 's', value ->> 'g', value ->> 'k', value ->> 'j', value ->> 'r', ?2, ?3
  FROM json_each(?1) WHERE (value ->> 'r' = 1 OR EXISTS (
    SELECT 1 FROM subjects WHERE subject_key = value ->> 's' AND group_id = value ->> 'g'))
    AND ${condition}
  ON CONFLICT (subject_key, group_id) DO UPDATE
  SET state = excluded.state, kind = excluded.kind, revision = excluded.revision,
    updated_at = ?2, updated_day = ?3
  WHERE revision = excluded.revision - 1
  RETURNING subject_key, group_id`;
const STORE = storeWhere("true");
const STORE_IF_HELD = storeWhere(
  "EXISTS (SELECT 1 FROM message_tracking WHERE event_id = ?4 AND target_id = ?5 AND lease_holder = ?6)",
);
const TOUCH = `
  INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day)
  VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6)
  ON CONFLICT (subject_key, group_id) DO UPDATE
  SET revision = revision + 1, updated_at = ?5, updated_day = ?6`;

/** Subjects of these keys, of every group. Parse the rows with `subjectOf`. */
export function readSubjects(db: D1Database, keys: readonly string[]): D1PreparedStatement {
  return db.prepare(READ).bind(JSON.stringify(keys));
}

/** Compare and set: each statement, mostly one, answers the keys of the states that were stored. */
export function storeFolds(
  db: D1Database,
  folds: readonly Fold[],
  now: number,
): D1PreparedStatement[] {
  return chunksOf(folds).map((chunk) => db.prepare(STORE).bind(chunk, now, dayOf(now)));
}

/** The same, if this holder has just leased this thing. */
export function storeFoldsIfHeld(
  db: D1Database,
  folds: readonly Fold[],
  lease: { eventId: string; targetId: string; holder: string },
  now: number,
): D1PreparedStatement[] {
  const { eventId, targetId, holder } = lease;
  return chunksOf(folds).map((chunk) =>
    db.prepare(STORE_IF_HELD).bind(chunk, now, dayOf(now), eventId, targetId, holder),
  );
}

function chunksOf(folds: readonly Fold[]): string[] {
  return inChunks(
    folds.map(({ subjectKey, groupId, kind, state, expected }) => ({
      s: subjectKey,
      g: groupId,
      k: kind,
      j: JSON.stringify(state),
      r: expected + 1,
    })),
  );
}

/** Stores a state once and moves its revision: for what is rendered from other tables. */
export function touchSubject(
  db: D1Database,
  subject: Omit<Fold, "expected">,
  now: number,
): D1PreparedStatement {
  const { subjectKey, groupId, kind, state } = subject;
  return db.prepare(TOUCH).bind(subjectKey, groupId, kind, JSON.stringify(state), now, dayOf(now));
}

export interface RawSubject {
  subject_key: string;
  group_id: string;
  kind: string;
  state: string;
  revision: number;
}

export function subjectOf(row: RawSubject): SubjectRow {
  return {
    subjectKey: row.subject_key,
    groupId: row.group_id,
    kind: row.kind as StoredKind,
    state: stateOf(row.state, row.subject_key),
    revision: row.revision,
  };
}

/** What cannot be read of a state counts as missing, facet by facet: the next news fills it again. */
export function stateOf(text: string, key: string): SubjectState {
  const stored = parseJson(text);
  if (!isRecord(stored)) {
    logWarning("storage.corrupt_record", { key: `subjects:${key}`, problem: "no state" });
    return {};
  }
  const facets = Object.entries(stored);
  const sound = facets.filter((entry): entry is [string, FacetState] => isFacet(entry[1]));
  if (sound.length === facets.length) return stored as SubjectState;
  logWarning("storage.corrupt_record", { key: `subjects:${key}`, problem: "odd facets" });
  return Object.fromEntries(sound);
}

/** Its outline: folding reads the version and, of a set, the members. */
function isFacet(value: unknown): value is FacetState {
  if (!isRecord(value)) return false;
  const { kind, version, members, added, removed } = value;
  if (!Array.isArray(version) || version.length !== 3) return false;
  if (kind === "value") return "value" in value;
  return kind === "set" && isRecord(members) && Array.isArray(added) && Array.isArray(removed);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
