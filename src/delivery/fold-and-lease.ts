import { fold } from "../domain/fold.ts";
import type { SubjectNews } from "../domain/subject.ts";
import type { Leased } from "../storage/deliveries-ledger.ts";
import type { TrackedThing } from "../storage/message-tracking.ts";
import type { Fold, SubjectRow } from "../storage/subjects.ts";
import type { Run } from "./deps.ts";

/** News of one event for one group. */
export interface GroupNews {
  groupId: string;
  news: SubjectNews;
}

interface Order {
  holder: string;
  folds: readonly GroupNews[];
  /** The subjects as they were read. */
  subjects: readonly SubjectRow[];
  things: readonly (TrackedThing & { held: boolean })[];
  peeks: readonly TrackedThing[];
  people: readonly string[];
}

/** Each lost race means that somebody else's fold went in, so so many can only come from a fault. */
const MOST_RACES = 25;

/** Stores the news in its subjects, whatever others fold at the same time, and tries the leases. */
export async function foldAndLease(run: Run, order: Order): Promise<Leased> {
  let subjects = order.subjects;
  for (let race = 0; race < MOST_RACES; race += 1) {
    const folds = foldsOf(order.folds, subjects);
    if (folds.length === 0 && order.things.length === 0) {
      return { conflicts: [], subjects: [...subjects], tracked: [], people: [] };
    }
    const leased = await run.ledger.lease({ ...order, folds });
    if (leased.conflicts.length === 0) return leased;
    subjects = merged(subjects, leased.subjects);
    await run.sleep(run.random() * 20 * (race + 1));
  }
  throw new Error("a subject kept changing while it was folded");
}

/** What has to be stored: news that changes nothing is left out. */
export function foldsOf(news: readonly GroupNews[], subjects: readonly SubjectRow[]): Fold[] {
  const folds = new Map<string, Fold>();
  for (const { groupId, news: one } of news) {
    const { key, kind } = one.subject;
    const id = `${groupId} ${key}`;
    const stored = subjects.find((row) => row.groupId === groupId && row.subjectKey === key);
    const before = folds.get(id)?.state ?? stored?.state ?? {};
    const state = fold(before, one.facets);
    // News may only point at a message that may stand, and say nothing.
    if (stored === undefined && Object.keys(state).length === 0) continue;
    if (stored !== undefined && sameState(stored.state, state)) continue;
    folds.set(id, { groupId, subjectKey: key, kind, state, expected: stored?.revision ?? 0 });
  }
  return [...folds.values()];
}

function sameState(a: SubjectRow["state"], b: SubjectRow["state"]): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

function merged(old: readonly SubjectRow[], fresh: readonly SubjectRow[]): SubjectRow[] {
  const idOf = (row: SubjectRow) => `${row.groupId} ${row.subjectKey}`;
  return [...new Map([...old, ...fresh].map((row) => [idOf(row), row])).values()];
}
