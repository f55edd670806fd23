import type { DeliveryKey } from "../domain/queue-job.ts";
import { dedupKey, deliveryStateKey } from "./deliveries-keys.ts";

/** How long a delivery id is remembered. */
export const DEDUP_MS = 7 * 86_400_000;
/** A delivery that no consumer has seen for so long may be sent again. */
export const UNSEEN_MS = 60_000;

// Free, expired, or of a delivery that ended badly or that no consumer has seen.
const CLAIM = `
  INSERT INTO dedup_keys (key, claimed_at, expires_at, claim_id) VALUES (?1, ?2, ?3, ?4)
  ON CONFLICT (key) DO UPDATE SET claimed_at = ?2, expires_at = ?3, claim_id = ?4
  WHERE expires_at <= ?2 OR EXISTS (
    SELECT 1 FROM delivery_state s WHERE s.key = ?5
      AND (s.status IN ('failed', 'dead') OR (s.status = 'pending' AND s.updated_at <= ?6)))
  RETURNING key`;
const RELEASE = `DELETE FROM dedup_keys WHERE key = ?1`;

/** Answers a row when the claim won. */
export function claimStatement(
  db: D1Database,
  key: DeliveryKey,
  claimId: string,
  now: number,
): D1PreparedStatement {
  const text = dedupKey(key);
  const unseenSince = now - UNSEEN_MS;
  return db
    .prepare(CLAIM)
    .bind(text, now, now + DEDUP_MS, claimId, deliveryStateKey(key), unseenSince);
}

export function releaseStatement(db: D1Database, key: DeliveryKey): D1PreparedStatement {
  return db.prepare(RELEASE).bind(dedupKey(key));
}
