import { placeOf, targetId } from "../domain/target.ts";
import type { OutboxRow } from "./outbox-rows.ts";

/** How long a row that ended badly can be replayed. */
export const DEAD_MS = 7 * 86_400_000;
/** A row that somebody works on is due again after this, should they crash. */
export const WORK_MS = 90_000;

/** A row to store, with the deliveries that wait for it. */
export interface OutboxEntry {
  row: OutboxRow;
  /** Keys of `delivery_state`. */
  deliveries: readonly string[];
  /** The place is paused: the row queues up behind what waits there, this many ms apart. */
  lane?: number | undefined;
  /** The row was being worked on, so what it says now counts; else an earlier schedule is kept. */
  settles?: boolean | undefined;
}

export const ROW_FIELDS = `id, kind, group_id, route_id, event_id, subject_key, target, content, log, attempts, next_at,
  status, reason`;

const PUT = `
  INSERT INTO outbox (${ROW_FIELDS}, target_id, place, created_at, updated_at)
  SELECT value ->> 'id', value ->> 'kind', value ->> 'groupId', value ->> 'routeId', value ->> 'eventId',
    value ->> 'subjectKey', value ->> 'target', value ->> 'content', value ->> 'log', value ->> 'attempts',
    CASE WHEN value ->> 'lane' > 0 THEN COALESCE((SELECT MAX(o.next_at) + (value ->> 'lane') FROM outbox o
      WHERE o.place = value ->> 'place' AND o.next_at >= value ->> 'nextAt'
        AND o.next_at < (value ->> 'nextAt') + 600000), value ->> 'nextAt') ELSE value ->> 'nextAt' END,
    value ->> 'status', value ->> 'reason', value ->> 'targetId', value ->> 'place', ?2, ?2
  FROM json_each(?1) WHERE true
  ON CONFLICT (id) DO UPDATE SET content = excluded.content, log = excluded.log, reason = excluded.reason,
    target = excluded.target, target_id = excluded.target_id, place = excluded.place,
    updated_at = excluded.updated_at,`;
const PUT_SETTLING = `${PUT} attempts = excluded.attempts, next_at = excluded.next_at, status = excluded.status
  RETURNING id, status, next_at AS nextAt`;
const PUT_NEW = `${PUT}
  attempts = CASE WHEN outbox.status = 'due' AND excluded.status = 'due' THEN outbox.attempts ELSE excluded.attempts END,
  next_at = CASE WHEN outbox.status = 'due' AND excluded.status = 'due' THEN outbox.next_at ELSE excluded.next_at END,
  status = excluded.status
  RETURNING id, status, next_at AS nextAt`;
const LINK = `
  INSERT OR IGNORE INTO outbox_deliveries (delivery_key, outbox_id)
  SELECT value ->> 'd', value ->> 'o' FROM json_each(?1)
  WHERE EXISTS (SELECT 1 FROM outbox WHERE id = value ->> 'o')`;
// An event that ends its isolate each time gives nothing back: its tries are counted as they begin.
const CLAIM = `
  UPDATE outbox SET next_at = ?2 + ${WORK_MS}, updated_at = ?2, attempts = attempts + (kind = 'event')
  WHERE id IN (SELECT value FROM json_each(?1)) AND status = 'due' AND next_at <= ?2 + 1000
  RETURNING ${ROW_FIELDS}`;
// A card's row stays when its subject has moved on meanwhile: the newer event may count on it.
const DROP = `
  DELETE FROM outbox WHERE id IN (SELECT value FROM json_each(?1)) AND (kind <> 'subject' OR NOT EXISTS (
    SELECT 1 FROM message_tracking m JOIN subjects s ON s.subject_key = m.subject_key AND s.group_id = m.group_id
    WHERE m.subject_key = outbox.subject_key AND m.group_id = outbox.group_id
      AND m.target_id = outbox.target_id AND m.shown_revision IS NOT s.revision))`;
const BURY = `
  UPDATE outbox SET status = 'dead', reason = 'unreadable', next_at = ?2 + ${DEAD_MS}, updated_at = ?2
  WHERE id IN (SELECT value FROM json_each(?1))`;
const DUE = `
  SELECT id FROM outbox WHERE status = 'due' AND next_at <= ?1 ORDER BY next_at LIMIT ?2`;
const OF_DELIVERIES = `
  SELECT d.delivery_key AS deliveryKey, o.id, o.status, o.next_at AS nextAt
  FROM outbox_deliveries d JOIN outbox o ON o.id = d.outbox_id
  WHERE d.delivery_key IN (SELECT value FROM json_each(?1))`;
const FAILURES = `
  SELECT DISTINCT o.target_id AS targetId, c.title, o.status, o.reason, o.attempts, o.next_at AS nextAt
  FROM outbox_deliveries d JOIN outbox o ON o.id = d.outbox_id
  LEFT JOIN chats c ON c.target_id = o.target_id AND c.group_id = o.group_id
  WHERE d.delivery_key IN (SELECT value FROM json_each(?1)) AND o.group_id = ?2 AND o.kind <> 'event' LIMIT 50`;
const DELIVERIES_OF = `
  SELECT delivery_key AS deliveryKey, outbox_id AS id FROM outbox_deliveries
  WHERE outbox_id IN (SELECT value FROM json_each(?1))`;
// Spread as if by chance, yet the same each time: multiplied by a large prime, neighbours part.
const HOLD_PLACE = `
  UPDATE outbox SET next_at = ?2 + abs((rowid * 2654435761) % max(1, ?3 * (
    SELECT COUNT(*) FROM outbox WHERE place = ?1 AND next_at < ?2)))
  WHERE place = ?1 AND next_at < ?2 AND status = 'due'`;
const FROM_EXPIRED_LEASES = `
  INSERT INTO outbox (${ROW_FIELDS}, target_id, place, created_at, updated_at)
  SELECT m.group_id || ' ' || m.subject_key || ' ' || m.target_id, 'subject', m.group_id, m.route_id, m.event_id,
    m.subject_key, m.target, json_object('kind', s.kind), json_object('event', s.kind), 0, ?1, 'due',
    'lease_expired', m.target_id, m.target_id, ?1, ?1
  FROM message_tracking m JOIN subjects s ON s.subject_key = m.subject_key AND s.group_id = m.group_id
  WHERE m.subject_key IS NOT NULL AND m.lease_until > 0 AND m.lease_until <= ?1
    AND m.shown_revision IS NOT s.revision
  ON CONFLICT (id) DO UPDATE SET status = 'due', attempts = 0, next_at = ?1, updated_at = ?1
  WHERE outbox.status <> 'due'`;
const MOVE_CHAT = `
  UPDATE outbox SET target_id = ?2 || substr(target_id, length(?1) + 1), place = ?2,
    target = CASE WHEN json_valid(target) THEN json_set(target, '$.chatId', ?3) ELSE target END,
    updated_at = ?4
  WHERE place = ?1`;

/** When a row that was put is due (or, of a dead row, is forgotten). */
export interface Scheduled {
  id: string;
  status: string;
  nextAt: number;
}

/** Stores rows that somebody worked on (`settles`), or new ones; they answer `Scheduled`s. */
export function putRows(
  db: D1Database,
  entries: readonly OutboxEntry[],
  now: number,
): { rows: D1PreparedStatement[]; links: D1PreparedStatement[] } {
  const kinds = [
    { sql: PUT_NEW, of: entries.filter((entry) => entry.settles !== true) },
    { sql: PUT_SETTLING, of: entries.filter((entry) => entry.settles === true) },
  ].filter(({ of }) => of.length > 0);
  const links = entries.flatMap(({ row, deliveries }) =>
    deliveries.map((delivery) => ({ d: delivery, o: row.id })),
  );
  return {
    rows: kinds.map(({ sql, of }) => db.prepare(sql).bind(JSON.stringify(of.map(columns)), now)),
    links: links.length > 0 ? [db.prepare(LINK).bind(JSON.stringify(links))] : [],
  };
}

/** Takes rows that are due; the rows are `RawOutboxRow`s. Nobody else gets them for `WORK_MS`. */
export function claimRows(
  db: D1Database,
  ids: readonly string[],
  now: number,
): D1PreparedStatement {
  return db.prepare(CLAIM).bind(JSON.stringify(ids), now);
}

export function dropRows(db: D1Database, ids: readonly string[]): D1PreparedStatement {
  return db.prepare(DROP).bind(JSON.stringify(ids));
}

/** Rows that nobody can read give up: their deliveries are dead, so that they can be sent again. */
export function buryRows(db: D1Database, ids: readonly string[], now: number): D1PreparedStatement {
  return db.prepare(BURY).bind(JSON.stringify(ids), now);
}

/** Ids of rows that are due, the oldest first. */
export function dueRows(db: D1Database, before: number, limit: number): D1PreparedStatement {
  return db.prepare(DUE).bind(before, limit);
}

/** What the outbox holds for these deliveries; the rows are `Waiting`. */
export function rowsOfDeliveries(db: D1Database, keys: readonly string[]): D1PreparedStatement {
  return db.prepare(OF_DELIVERIES).bind(JSON.stringify(keys));
}

/** Which deliveries wait for these rows: `{ deliveryKey, id }`. */
export function deliveriesOfRows(db: D1Database, ids: readonly string[]): D1PreparedStatement {
  return db.prepare(DELIVERIES_OF).bind(JSON.stringify(ids));
}

export interface Waiting {
  deliveryKey: string;
  id: string;
  status: string;
  nextAt: number;
}

/** What an event still owes to a group's target. */
export interface Failure {
  targetId: string;
  /** What the target's chat is called, where the group has connected it. */
  title: string | null;
  status: string;
  reason: string;
  attempts: number;
  nextAt: number;
}

/** `deliveryKeys`: the event's deliveries, one for each hook it came by. */
export async function failuresOf(
  db: D1Database,
  deliveryKeys: readonly string[],
  groupId: string,
): Promise<Failure[]> {
  const found = db.prepare(FAILURES).bind(JSON.stringify(deliveryKeys), groupId);
  return (await found.all<Failure>()).results;
}

/** What waits for a place that is paused is spread over the time after the pause. */
export function holdPlace(
  db: D1Database,
  place: string,
  until: number,
  spacingMs: number,
): D1PreparedStatement {
  return db.prepare(HOLD_PLACE).bind(place, Math.ceil(until), spacingMs);
}

/** Cards whose holder vanished before all was shown become rows that are due now. */
export function rowsFromExpiredLeases(db: D1Database, now: number): D1PreparedStatement {
  return db.prepare(FROM_EXPIRED_LEASES).bind(now);
}

/** Telegram gave a chat a new id. */
export function moveOutboxChat(
  db: D1Database,
  oldId: string,
  newId: string,
  now: number,
): D1PreparedStatement {
  return db.prepare(MOVE_CHAT).bind(`telegram:${oldId}`, `telegram:${newId}`, newId, now);
}

/** The id of a card's row: one for each subject and target of a group, whichever route. */
export function subjectRowId(groupId: string, subjectKey: string, target: string): string {
  return `${groupId} ${subjectKey} ${target}`;
}

function columns({ row, lane }: OutboxEntry) {
  const { id, kind, attempts, status, reason } = row;
  const base = {
    id,
    kind,
    attempts,
    status,
    reason,
    nextAt: Math.ceil(row.nextAt),
    lane: lane ?? 0,
    log: JSON.stringify(row.log),
  };
  if (row.kind === "event") {
    return { ...base, groupId: row.groupId, content: JSON.stringify(row.job) };
  }
  const { groupId, routeId, eventId, target } = row;
  return {
    ...base,
    groupId,
    routeId,
    eventId,
    target: JSON.stringify(target),
    targetId: targetId(target),
    place: placeOf(target),
    ...contentOf(row),
  };
}

function contentOf(row: Exclude<OutboxRow, { kind: "event" }>) {
  if (row.kind === "post") {
    const { notification, replyTo, roleIds } = row;
    return { content: JSON.stringify({ notification, replyTo, roleIds }) };
  }
  const { subjectKey, subjectKind, replyTo, roleIds } = row;
  return { subjectKey, content: JSON.stringify({ kind: subjectKind, replyTo, roleIds }) };
}
