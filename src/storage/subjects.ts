import type { FacetState, SubjectKind, SubjectState } from "../domain/subject.ts";
import { logWarning } from "../observability/log.ts";
import { dayOf } from "./delivery-state.ts";
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
const STORE = `
  INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day)
  SELECT ?1, ?2, ?3, ?4, 1, ?6, ?7 WHERE ?5 = 0 OR EXISTS (
    SELECT 1 FROM subjects WHERE subject_key = ?1 AND group_id = ?2)
  ON CONFLICT (subject_key, group_id) DO UPDATE
  SET state = ?4, kind = ?3, revision = revision + 1, updated_at = ?6, updated_day = ?7
  WHERE revision = ?5
  RETURNING revision`;
const TOUCH = `
  INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day)
  VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6)
  ON CONFLICT (subject_key, group_id) DO UPDATE
  SET revision = revision + 1, updated_at = ?5, updated_day = ?6`;

/** Subjects of these keys, of every group. Parse the rows with `subjectOf`. */
export function readSubjects(db: D1Database, keys: readonly string[]): D1PreparedStatement {
  return db.prepare(READ).bind(JSON.stringify(keys));
}

/** Compare and set: answers a row when the state was stored. */
export function storeFold(db: D1Database, fold: Fold, now: number): D1PreparedStatement {
  const { subjectKey, groupId, kind, state, expected } = fold;
  return db
    .prepare(STORE)
    .bind(subjectKey, groupId, kind, JSON.stringify(state), expected, now, dayOf(now));
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
