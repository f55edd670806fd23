import type { Target } from "../domain/target.ts";
import { placeOf, targetId } from "../domain/target.ts";
import { dayOf } from "./delivery-state.ts";

/** How long a holder may work on a row before somebody else may take over. */
export const LEASE_MS = 60_000;

/** One thing to be shown in one target: a subject's message, or a post of its own. */
export interface TrackedThing {
  eventId: string;
  target: Target;
  groupId: string;
  routeId: string;
  /** Set for the message of a subject. */
  subjectKey?: string;
}

/** A row as it is after a lease was tried. */
export interface Tracked {
  eventId: string;
  targetId: string;
  groupId: string;
  routeId: string;
  subjectKey: string | undefined;
  messageId: string | undefined;
  generation: number;
  shownRevision: number;
  shownHash: string | undefined;
  holder: string | undefined;
  leaseUntil: number;
  /** Since when a post may have arrived without anybody knowing. */
  postingSince: number | undefined;
}

/** What is known after a try; stored only while the lease is held. */
export interface Shown {
  eventId: string;
  targetId: string;
  messageId: string | undefined;
  generation: number;
  revision: number;
  hash: string | undefined;
  /** Keep the lease while the subject has a newer revision; false frees it in any case. */
  goOn: boolean;
  /** The outcome of a post is unknown. */
  ambiguous: boolean;
}

const FIELDS = `m.event_id, m.target_id, m.group_id, m.route_id, m.subject_key, m.message_id, m.generation,
  m.shown_revision, m.shown_hash, m.lease_holder, m.lease_until, m.posting_since`;

// A row is worth a lease when its post is not there yet, or when its subject has moved on.
const leaseWhere = (condition: string) => `
  INSERT INTO message_tracking (event_id, target_id, group_id, route_id, subject_key, target,
    lease_holder, lease_until, posting_since, updated_at, updated_day)
  SELECT value ->> 'e', value ->> 't', value ->> 'g', value ->> 'r', value ->> 's', value ->> 'd',
    CASE WHEN value ->> 'h' THEN ?2 END, CASE WHEN value ->> 'h' THEN ?4 ELSE 0 END,
    CASE WHEN value ->> 'h' THEN ?3 END, ?3, ?5
  FROM json_each(?1) WHERE ${condition}
  ON CONFLICT DO UPDATE SET lease_holder = excluded.lease_holder, lease_until = excluded.lease_until,
    posting_since = CASE WHEN message_id IS NULL THEN COALESCE(posting_since, ?3) END,
    updated_at = ?3, updated_day = ?5
  WHERE excluded.lease_until > 0
    AND (lease_until <= ?3 OR lease_holder = ?2)
    AND (message_id IS NULL OR subject_key IS NOT NULL)
    AND (subject_key IS NULL OR shown_revision IS NOT (SELECT revision FROM subjects s
      WHERE s.subject_key = message_tracking.subject_key AND s.group_id = message_tracking.group_id))`;
const LEASE = leaseWhere("true");

// Whatever could make another plan of an event than one that was made without asking D1.
const LEASE_AHEAD = `${leaseWhere(`(SELECT revision FROM config_revision WHERE id = 1) = ?6
    AND NOT EXISTS (SELECT 1 FROM outbox_deliveries WHERE delivery_key = ?7)
    AND NOT EXISTS (SELECT 1 FROM subjects WHERE subject_key IN (SELECT value FROM json_each(?8)))
    AND NOT EXISTS (SELECT 1 FROM message_tracking WHERE subject_key IN (SELECT value FROM json_each(?8)))
    AND NOT EXISTS (SELECT 1 FROM pauses WHERE until > ?3 AND place IN (SELECT value FROM json_each(?9)))
    AND NOT EXISTS (SELECT 1 FROM json_each(?1) t JOIN target_health h
      ON h.target_id = t.value ->> 't' AND h.group_id = t.value ->> 'g')`)}
  RETURNING event_id, target_id, group_id, route_id, subject_key, message_id, generation,
    shown_revision, shown_hash, lease_holder, lease_until, posting_since`;

const READ = `
  SELECT ${FIELDS} FROM json_each(?1) j
    JOIN message_tracking m ON m.event_id = j.value ->> 'e' AND m.target_id = j.value ->> 't'
    WHERE j.value ->> 's' IS NULL
  UNION ALL
  SELECT ${FIELDS} FROM json_each(?1) j JOIN message_tracking m
    ON m.subject_key = j.value ->> 's' AND m.group_id = j.value ->> 'g' AND m.target_id = j.value ->> 't'`;

// With the cards of those who tell of these subjects (`tellersOf` in domain/subject.ts).
const READ_CARDS = `
  SELECT ${FIELDS} FROM message_tracking m WHERE m.subject_key IN (
    SELECT value FROM json_each(?1)
    UNION
    SELECT CASE WHEN facet.type = 'object' THEN facet.value ->> 'value' END
    FROM json_each(?1) j JOIN subjects s ON s.subject_key = j.value AND s.kind = 'ref',
      json_each(CASE WHEN json_valid(s.state) THEN s.state ELSE '{}' END) facet
    WHERE facet.key LIKE 'told_by:%')`;

const RECORD = `
  UPDATE message_tracking SET
    message_id = j.value ->> 'm', generation = j.value ->> 'n', shown_revision = j.value ->> 'v',
    shown_hash = j.value ->> 'h', updated_at = ?3,
    posting_since = CASE WHEN j.value ->> 'a' THEN posting_since END,
    lease_until = CASE WHEN subject_key IS NOT NULL AND j.value ->> 'o' AND EXISTS (
      SELECT 1 FROM subjects s WHERE s.subject_key = message_tracking.subject_key
        AND s.group_id = message_tracking.group_id AND s.revision > j.value ->> 'v') THEN ?4 ELSE 0 END
  FROM json_each(?1) j
  WHERE event_id = j.value ->> 'e' AND target_id = j.value ->> 't' AND lease_holder = ?2
  RETURNING event_id, target_id, lease_until, (SELECT s.revision FROM subjects s
      WHERE s.subject_key = message_tracking.subject_key AND s.group_id = message_tracking.group_id) AS revision,
    CASE WHEN lease_until > 0 THEN (SELECT s.state FROM subjects s
      WHERE s.subject_key = message_tracking.subject_key AND s.group_id = message_tracking.group_id) END AS state`;

const FREE_EXPIRED = `
  UPDATE message_tracking SET lease_until = 0
  WHERE subject_key IS NOT NULL AND lease_until > 0 AND lease_until <= ?1`;
const UNSURE = `
  UPDATE message_tracking SET shown_hash = NULL, shown_revision = 0
  WHERE event_id = ?1 AND target_id = ?2 AND subject_key IS NOT NULL`;

// The chat and its topics: ';' follows ':' in ASCII, so exactly the topics lie between the two.
const OF_CHAT = `(target_id = ?1 OR (target_id > ?1 || ':' AND target_id < ?1 || ';'))`;
// A chat's messages stay behind when it gets a new id: cards are posted anew, posts are not repeated.
// A lease runs out rather than being given back: what its holder has not shown is then still found.
const MOVE_CHAT = `
  UPDATE OR IGNORE message_tracking SET target_id = ?2 || substr(target_id, length(?1) + 1),
    target = CASE WHEN json_valid(target) THEN json_set(target, '$.chatId', ?3) ELSE target END,
    lease_until = MIN(lease_until, 1),
    generation = CASE WHEN subject_key IS NULL THEN generation ELSE generation + 1 END,
    shown_revision = 0, shown_hash = NULL,
    message_id = CASE WHEN subject_key IS NULL THEN message_id END
  WHERE group_id IS NOT NULL AND ${OF_CHAT}`;

// What could not move: the chat's new id has a row of the same thing already, which is the one that counts.
const FORGET_OLD_CHAT = `
  DELETE FROM message_tracking WHERE group_id IS NOT NULL AND ${OF_CHAT}`;

/** Tries the leases; `held: false` only makes sure that the row is there. */
export function leaseStatement(
  db: D1Database,
  things: readonly (TrackedThing & { held: boolean })[],
  holder: string,
  now: number,
): D1PreparedStatement {
  return db.prepare(LEASE).bind(...leaseValues(things, holder, now));
}

function leaseValues(
  things: readonly (TrackedThing & { held: boolean })[],
  holder: string,
  now: number,
) {
  const rows = things.map((thing) => ({
    ...keyOf(thing),
    r: thing.routeId,
    d: JSON.stringify(thing.target),
    h: thing.held ? 1 : 0,
  }));
  return [JSON.stringify(rows), holder, now, now + LEASE_MS, dayOf(now)] as const;
}

/** Posts of one event, planned from a copy of the configuration as if nothing else were known. */
export interface Ahead {
  holder: string;
  things: readonly TrackedThing[];
  /** Of the configuration. */
  revision: number;
  /** The event's key of `delivery_state`. */
  stateKey: string;
  /** The subjects that could have the event told elsewhere. */
  subjectKeys: readonly string[];
}

/** Leases the posts if the plan holds. Answers the rows that were leased: all of them, if it does. */
export function leaseAheadStatement(
  db: D1Database,
  { holder, things, revision, stateKey, subjectKeys }: Ahead,
  now: number,
): D1PreparedStatement {
  const held = things.map((thing) => ({ ...thing, held: true }));
  const places = new Set(things.flatMap(({ target }) => [placeOf(target), target.platform]));
  return db
    .prepare(LEASE_AHEAD)
    .bind(
      ...leaseValues(held, holder, now),
      revision,
      stateKey,
      JSON.stringify(subjectKeys),
      JSON.stringify([...places]),
    );
}

/** The rows of these things, whoever holds them. */
export function readTracked(db: D1Database, things: readonly TrackedThing[]): D1PreparedStatement {
  return db.prepare(READ).bind(JSON.stringify(things.map(keyOf)));
}

/** Every group's messages of these subjects. */
export function readCards(db: D1Database, subjectKeys: readonly string[]): D1PreparedStatement {
  return db.prepare(READ_CARDS).bind(JSON.stringify(subjectKeys));
}

/** Answers a row for each thing that was still held: the lease is free where `lease_until` is 0. */
export function recordStatement(
  db: D1Database,
  shown: readonly Shown[],
  holder: string,
  now: number,
): D1PreparedStatement {
  const rows = shown.map((one) => ({
    e: one.eventId,
    t: one.targetId,
    m: one.messageId ?? null,
    n: one.generation,
    v: one.revision,
    h: one.hash ?? null,
    o: one.goOn ? 1 : 0,
    a: one.ambiguous ? 1 : 0,
  }));
  return db.prepare(RECORD).bind(JSON.stringify(rows), holder, now, now + LEASE_MS);
}

export function freeExpiredLeases(db: D1Database, now: number): D1PreparedStatement {
  return db.prepare(FREE_EXPIRED).bind(now);
}

/** What a card shows is not known for sure: the next holder edits it whatever its hash says. */
export function unsureStatement(
  db: D1Database,
  eventId: string,
  target: string,
): D1PreparedStatement {
  return db.prepare(UNSURE).bind(eventId, target);
}

/** Telegram gave a chat a new id. */
export function moveTrackedChat(
  db: D1Database,
  oldId: string,
  newId: string,
): D1PreparedStatement[] {
  const [from, to] = [`telegram:${oldId}`, `telegram:${newId}`];
  return [db.prepare(MOVE_CHAT).bind(from, to, newId), db.prepare(FORGET_OLD_CHAT).bind(from)];
}

export interface RawTracked {
  event_id: string;
  target_id: string;
  group_id: string;
  route_id: string;
  subject_key: string | null;
  message_id: string | null;
  generation: number;
  shown_revision: number;
  shown_hash: string | null;
  lease_holder: string | null;
  lease_until: number;
  posting_since: number | null;
}

export function trackedOf(row: RawTracked): Tracked {
  return {
    eventId: row.event_id,
    targetId: row.target_id,
    groupId: row.group_id,
    routeId: row.route_id,
    subjectKey: row.subject_key ?? undefined,
    messageId: row.message_id ?? undefined,
    generation: row.generation,
    shownRevision: row.shown_revision,
    shownHash: row.shown_hash ?? undefined,
    holder: row.lease_holder ?? undefined,
    leaseUntil: row.lease_until,
    postingSince: row.posting_since ?? undefined,
  };
}

function keyOf(thing: TrackedThing) {
  return {
    e: thing.eventId,
    t: targetId(thing.target),
    g: thing.groupId,
    s: thing.subjectKey ?? null,
  };
}
