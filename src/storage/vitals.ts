import { type Pause, readPauses } from "./pauses.ts";

/** What `/health` says of the delivery, read in one batch. */
export interface Vitals {
  outbox: { due: number; oldestAt: number | undefined; dead: number };
  /** The last send that succeeded, in ms. */
  lastDeliveryAt: number | undefined;
  pauses: readonly Pause[];
}

const BACKLOG = `SELECT COUNT(*) AS due, MIN(created_at) AS oldestAt FROM outbox WHERE status = 'due'`;
const DEAD = `SELECT COUNT(*) AS dead FROM outbox WHERE status IN ('dead', 'failed')`;
const LAST_SENT = `SELECT ts FROM (SELECT ts, ok FROM send_logs WHERE id > 0 ORDER BY id DESC LIMIT 200) WHERE ok = 1 LIMIT 1`;

/** Throws when D1 does not answer. */
export async function readVitals(db: D1Database, now: number): Promise<Vitals> {
  const statements = [db.prepare(BACKLOG), db.prepare(DEAD), db.prepare(LAST_SENT)];
  const [backlog, dead, last, pauses] = await db.batch<Record<string, unknown>>([
    ...statements,
    readPauses(db, now),
  ]);
  const oldestAt = backlog?.results[0]?.["oldestAt"];
  const lastAt = last?.results[0]?.["ts"];
  return {
    outbox: {
      due: Number(backlog?.results[0]?.["due"] ?? 0),
      oldestAt: typeof oldestAt === "number" ? oldestAt : undefined,
      dead: Number(dead?.results[0]?.["dead"] ?? 0),
    },
    lastDeliveryAt: typeof lastAt === "number" ? lastAt : undefined,
    pauses: (pauses?.results ?? []).map(({ place, until, reason }) => ({
      place: String(place),
      until: Number(until),
      reason: String(reason),
    })),
  };
}
