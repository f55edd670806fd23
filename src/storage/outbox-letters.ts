import type { DeliveryKey } from "../domain/queue-job.ts";
import { SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import { deliveryStateKey } from "./deliveries-keys.ts";
import { restateStatement } from "./delivery-state.ts";
import { sha256Hex } from "./hash.ts";
import { DEAD_MS, putRows } from "./outbox.ts";
import { type EventJob, eventRowId, type OutboxStatus } from "./outbox-rows.ts";

/** A row that gave up or was refused, as people see it. */
export interface DeadLetter {
  id: string;
  kind: string;
  groupId: string | null;
  routeId: string | null;
  targetId: string | null;
  event: string | null;
  repo: string | null;
  deliveryId: string | null;
  status: string;
  reason: string;
  attempts: number;
  updatedAt: number;
}

/** The outbox as ingress, the console and `/health` see it. */
export interface OutboxStore {
  /** Keeps an event that no queue took. Its row's id is what to work on. */
  storeEvent(job: EventJob): Promise<string>;
  /** Keeps an event that could not be handled, for a replay. */
  bury(job: EventJob, reason: string): Promise<void>;
  /** Keeps a queue message that this version cannot read; another may, by a replay. */
  buryMessage(message: unknown): Promise<void>;
  /** Rows that ended badly: a group's, or all of them for an operator. The newest first. */
  deadLetters(of: { groupId?: string; limit: number }): Promise<DeadLetter[]>;
  /** Makes dead letters due again: those of these ids (in this group only, if one is given). */
  revive(of: { ids: readonly string[]; groupId?: string }): Promise<string[]>;
  /** The same for everything that waits for one delivery. */
  reviveDelivery(key: DeliveryKey, groupId?: string): Promise<string[]>;
  /** How much is waiting and since when, and how much gave up. */
  backlog(): Promise<{ due: number; oldestAt: number | undefined; dead: number }>;
}

// One row that is no JSON must not cost the whole list.
const inLog = (name: string) => `CASE WHEN json_valid(log) THEN log ->> '${name}' END AS ${name}`;
const LETTER = `id, kind, group_id AS groupId, route_id AS routeId, target_id AS targetId,
  ${inLog("event")}, ${inLog("repo")}, ${inLog("deliveryId")}, status, reason, attempts, updated_at AS updatedAt`;
const LETTERS_OF_GROUP = `
  SELECT ${LETTER} FROM outbox WHERE group_id = ?1 AND status IN ('dead', 'failed')
  ORDER BY next_at DESC LIMIT ?2`;
const LETTERS = `
  SELECT ${LETTER} FROM outbox WHERE status IN ('dead', 'failed') ORDER BY next_at DESC LIMIT ?1`;
const REVIVE = `
  UPDATE outbox SET status = 'due', attempts = 0, next_at = ?2, updated_at = ?2
  WHERE id IN (SELECT value FROM json_each(?1)) AND status IN ('dead', 'failed')
    AND (?3 IS NULL OR group_id = ?3)
  RETURNING id`;
// Whoever replays has mended the target, or wants to know: it is tried at once.
const TRY_AGAIN = `
  DELETE FROM target_health WHERE (target_id, group_id) IN (
    SELECT target_id, group_id FROM outbox
    WHERE id IN (SELECT value FROM json_each(?1)) AND status IN ('dead', 'failed')
      AND (?2 IS NULL OR group_id = ?2))`;
const BURY_MESSAGE = `
  INSERT OR IGNORE INTO outbox (id, kind, content, log, attempts, next_at, status, reason, created_at, updated_at)
  VALUES (?1, 'event', ?2, '{"event":"unreadable"}', 0, ?3, 'dead', 'unreadable_message', ?4, ?4)`;
const IDS_OF_DELIVERY = `SELECT outbox_id AS id FROM outbox_deliveries WHERE delivery_key = ?1`;
const COUNT_DUE = `SELECT COUNT(*) AS due, MIN(created_at) AS oldestAt FROM outbox WHERE status = 'due'`;
const COUNT_DEAD = `SELECT COUNT(*) AS dead FROM outbox WHERE status IN ('dead', 'failed')`;

export function createOutboxStore({ db, now }: { db: D1Database; now: () => number }): OutboxStore {
  const put = async (job: EventJob, status: OutboxStatus, reason: string): Promise<string> => {
    const row = eventRowOf(job, status, reason, now());
    const key = deliveryStateKey(job.envelope);
    const put = putRows(db, [{ row, deliveries: [key], settles: true }], now());
    await db.batch([
      ...put.rows,
      ...put.links,
      ...(status === "due"
        ? []
        : [restateStatement(db, { keys: [key], changed: [], leaving: [] }, now())]),
    ]);
    return row.id;
  };

  const revive = async (ids: readonly string[], groupId?: string): Promise<string[]> => {
    if (ids.length === 0) return [];
    const list = JSON.stringify(ids);
    const [, revived] = await db.batch<{ id: string }>([
      db.prepare(TRY_AGAIN).bind(list, groupId ?? null),
      db.prepare(REVIVE).bind(list, now(), groupId ?? null),
      restateStatement(db, { keys: [], changed: ids, leaving: [] }, now()),
    ]);
    return (revived?.results ?? []).map(({ id }) => id);
  };

  return {
    storeEvent: (job) => put(job, "due", "accepted"),
    async bury(job, reason) {
      await put(job, "dead", reason);
    },
    buryMessage: (message) => buryMessage(db, message, now()),
    async deadLetters({ groupId, limit }) {
      const query =
        groupId === undefined
          ? db.prepare(LETTERS).bind(limit)
          : db.prepare(LETTERS_OF_GROUP).bind(groupId, limit);
      return (await query.all<DeadLetter>()).results;
    },
    revive: ({ ids, groupId }) => revive(ids, groupId),
    async reviveDelivery(key, groupId) {
      const found = await db
        .prepare(IDS_OF_DELIVERY)
        .bind(deliveryStateKey(key))
        .all<{ id: string }>();
      return await revive(
        found.results.map(({ id }) => id),
        groupId,
      );
    },
    backlog: () => readBacklog(db),
  };
}

async function readBacklog(db: D1Database): ReturnType<OutboxStore["backlog"]> {
  const [due, dead] = await db.batch<{ due: number; oldestAt: number | null; dead: number }>([
    db.prepare(COUNT_DUE),
    db.prepare(COUNT_DEAD),
  ]);
  return {
    due: due?.results[0]?.due ?? 0,
    oldestAt: due?.results[0]?.oldestAt ?? undefined,
    dead: dead?.results[0]?.dead ?? 0,
  };
}

async function buryMessage(db: D1Database, message: unknown, now: number): Promise<void> {
  const content = JSON.stringify(message) ?? "null";
  const id = eventRowId(await sha256Hex(content));
  await db
    .prepare(BURY_MESSAGE)
    .bind(id, content, now + DEAD_MS, now)
    .run();
}

function eventRowOf(job: EventJob, status: OutboxStatus, reason: string, now: number) {
  const { envelope } = job;
  const groupId = envelope.endpoint === SHARED_ENDPOINT ? undefined : envelope.endpoint;
  return {
    kind: "event",
    id: eventRowId(deliveryStateKey(envelope)),
    groupId,
    job,
    log: { event: envelope.event, deliveryId: envelope.deliveryId },
    attempts: 0,
    nextAt: status === "due" ? now : now + DEAD_MS,
    status,
    reason,
  } as const;
}
