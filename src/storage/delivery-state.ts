import type { DeliveryKey } from "../domain/queue-job.ts";
import { dedupKey, deliveryStateKey } from "./deliveries-keys.ts";

/** Where a delivery stands, as a whole. */
export type DeliveryStatus =
  | "pending"
  | "processing"
  | "delivered"
  | "retrying"
  | "failed"
  | "dead";

export const DAY_MS = 86_400_000;

export function dayOf(at: number): number {
  return Math.floor(at / DAY_MS);
}

const PENDING = `
  INSERT INTO delivery_state (key, status, updated_at, claimed_day)
  SELECT ?1, 'pending', ?2, ?3 FROM dedup_keys WHERE key = ?4 AND claim_id = ?5
  ON CONFLICT (key) DO UPDATE SET status = 'pending', updated_at = ?2`;
const PROCESSING = `
  UPDATE delivery_state SET status = 'processing', updated_at = ?2
  WHERE key IN (SELECT value FROM json_each(?1)) RETURNING key`;
const FORGET = `DELETE FROM delivery_state WHERE key = ?1 AND status = 'pending'`;
const READ = `SELECT status, updated_at FROM delivery_state WHERE key = ?1`;

// What the outbox still holds for a delivery says how it stands. ?1 are the deliveries that
// ended a run; ?2 the outbox rows that changed, ?3 those among them that are about to go.
const RESTATE = `
  UPDATE delivery_state SET updated_at = ?4, status = COALESCE((
    SELECT CASE WHEN SUM(o.status = 'due') > 0 THEN 'retrying' ELSE MIN(o.status) END
    FROM outbox_deliveries d JOIN outbox o ON o.id = d.outbox_id
    WHERE d.delivery_key = delivery_state.key AND o.id NOT IN (SELECT value FROM json_each(?3))
  ), 'delivered')
  WHERE key IN (
    SELECT value FROM json_each(?1)
    UNION SELECT delivery_key FROM outbox_deliveries WHERE outbox_id IN (SELECT value FROM json_each(?2)))
  RETURNING key, status`;

/** Sets `pending`, when the claim of this id is the one that won. */
export function pendingStatement(
  db: D1Database,
  key: DeliveryKey,
  claimId: string,
  now: number,
): D1PreparedStatement {
  return db.prepare(PENDING).bind(deliveryStateKey(key), now, dayOf(now), dedupKey(key), claimId);
}

/** Answers the keys that D1 knows: others were claimed while it could not serve. */
export function processingStatement(
  db: D1Database,
  keys: readonly string[],
  now: number,
): D1PreparedStatement {
  return db.prepare(PROCESSING).bind(JSON.stringify(keys), now);
}

export function forgetPendingStatement(db: D1Database, key: DeliveryKey): D1PreparedStatement {
  return db.prepare(FORGET).bind(deliveryStateKey(key));
}

/** How a delivery stands now. */
export interface Restated {
  key: string;
  status: DeliveryStatus;
}

/** Says anew how deliveries stand: those given, and those that wait for the outbox rows given. Answers `Restated`s. */
export function restateStatement(
  db: D1Database,
  about: { keys: readonly string[]; changed: readonly string[]; leaving: readonly string[] },
  now: number,
): D1PreparedStatement {
  return db
    .prepare(RESTATE)
    .bind(
      JSON.stringify(about.keys),
      JSON.stringify(about.changed),
      JSON.stringify(about.leaving),
      now,
    );
}

/** How a delivery stands, or undefined where nothing is known of it. */
export async function readDeliveryState(
  db: D1Database,
  key: DeliveryKey,
): Promise<{ status: string; at: number } | undefined> {
  const row = await db
    .prepare(READ)
    .bind(deliveryStateKey(key))
    .first<{ status: string; updated_at: number }>();
  return row === null ? undefined : { status: row.status, at: row.updated_at };
}
