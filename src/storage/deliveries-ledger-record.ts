import { restateStatement } from "./delivery-state.ts";
import { recordStatement, type Shown, unsureStatement } from "./message-tracking.ts";
import { dropRows, holdPlace, type OutboxEntry, putRows } from "./outbox.ts";
import { type Pause, pauseStatement } from "./pauses.ts";
import { addSendLogs, type SendLog } from "./send-logs.ts";
import { type Fold, touchSubject } from "./subjects.ts";
import { retellStatements } from "./summaries.ts";
import { illStatement, type TargetIllness, wellStatement } from "./target-health.ts";

/** What happened, to be written in one transaction. */
export interface LedgerEntry {
  holder: string;
  shown: readonly Shown[];
  logs: readonly SendLog[];
  put: readonly OutboxEntry[];
  /** Outbox rows that are done. */
  drop: readonly string[];
  pauses: readonly (Pause & { spacingMs: number })[];
  ill: readonly Pick<TargetIllness, "targetId" | "groupId" | "reason">[];
  well: readonly Pick<TargetIllness, "targetId" | "groupId">[];
  /** Summaries whose rendering changed. */
  touched: readonly Omit<Fold, "expected">[];
  /** Cards of which nobody knows for sure what they show. */
  unsure: readonly { eventId: string; targetId: string }[];
  /** Deliveries that ended a run (keys of `delivery_state`). */
  finished: readonly string[];
}

/** An entry that writes nothing, to be filled. */
export const NOTHING: LedgerEntry = {
  holder: "",
  shown: [],
  logs: [],
  put: [],
  drop: [],
  pauses: [],
  ill: [],
  well: [],
  touched: [],
  unsure: [],
  finished: [],
};

/** The statements of an entry, and which of them answer what. */
export function recordBatch(
  db: D1Database,
  entry: LedgerEntry,
  now: number,
): {
  statements: D1PreparedStatement[];
  shownAt: number | undefined;
  scheduledAt: readonly number[];
  restatedAt: number | undefined;
} {
  const changed = [...entry.put.map(({ row }) => row.id), ...entry.drop];
  const shown = entry.shown.length > 0 ? [recordStatement(db, entry.shown, entry.holder, now)] : [];
  const put = putRows(db, entry.put, now);
  const retell = entry.drop.length > 0 ? retellStatements(db, entry.drop, now) : undefined;
  const scheduling = retell === undefined ? put.rows : [...put.rows, retell.show];
  const before = [
    ...shown,
    ...scheduling,
    ...(retell === undefined ? [] : [retell.touch]),
    ...put.links,
    ...(entry.logs.length > 0 ? [addSendLogs(db, entry.logs, now)] : []),
    ...troubleStatements(db, entry, now),
  ];
  const restates = entry.finished.length > 0 || changed.length > 0;
  const about = { keys: entry.finished, changed, leaving: entry.drop };
  return {
    shownAt: shown.length > 0 ? 0 : undefined,
    scheduledAt: scheduling.map((_, index) => shown.length + index),
    restatedAt: restates ? before.length : undefined,
    statements: [
      ...before,
      ...(restates ? [restateStatement(db, about, now)] : []),
      ...(entry.drop.length > 0 ? [dropRows(db, entry.drop)] : []),
    ],
  };
}

function troubleStatements(db: D1Database, entry: LedgerEntry, now: number): D1PreparedStatement[] {
  return [
    ...entry.pauses.flatMap((pause) => [
      pauseStatement(db, pause),
      holdPlace(db, pause.place, pause.until, pause.spacingMs),
    ]),
    ...entry.ill.map((illness) => illStatement(db, illness, now)),
    ...entry.well.map(({ targetId, groupId }) => wellStatement(db, targetId, groupId)),
    ...entry.touched.map((summary) => touchSubject(db, summary, now)),
    ...entry.unsure.map(({ eventId, targetId }) => unsureStatement(db, eventId, targetId)),
  ];
}
