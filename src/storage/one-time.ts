import { type D1Gate, throughGate } from "./d1-gate.ts";

/** Atomic claims of things that may be used once: of any number of callers, one wins. */
export interface OneTimeClaims {
  /**
   * True for the one caller that wins `key`; it stays won until `expiresAt` (ms). True for everybody while D1
   * is missing: then the thing's KV key is all there is. Throws in a short outage: try again.
   */
  claim(key: string, expiresAt: number): Promise<boolean>;
  /** Gives a claim back: what it was for did not come about. */
  release(key: string): Promise<void>;
  /** Which of these are claimed. */
  claimed(keys: readonly string[]): Promise<ReadonlySet<string>>;
}

interface Deps {
  db: D1Database | undefined;
  gate: D1Gate;
  now: () => number;
}

const CLAIM = `INSERT INTO dedup_keys (key, claimed_at, expires_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (key) DO UPDATE SET claimed_at = excluded.claimed_at, expires_at = excluded.expires_at
  WHERE dedup_keys.expires_at <= excluded.claimed_at
  RETURNING key`;
const RELEASE = `DELETE FROM dedup_keys WHERE key = ?1`;
const SELECT_CLAIMED = `SELECT key FROM dedup_keys WHERE key IN (SELECT value FROM json_each(?1)) AND expires_at > ?2`;

export function createOneTimeClaims({ db, gate, now }: Deps): OneTimeClaims {
  return {
    async claim(key, expiresAt) {
      if (db === undefined || !(await gate.usable())) return true;
      return await throughGate(gate, async () => {
        return (await db.prepare(CLAIM).bind(key, now(), expiresAt).first()) !== null;
      });
    },

    async release(key) {
      if (db === undefined || !(await gate.usable())) return;
      await throughGate(gate, () => db.prepare(RELEASE).bind(key).run());
    },

    async claimed(keys) {
      if (db === undefined || keys.length === 0 || !(await gate.usable())) return new Set();
      return await throughGate(gate, async () => {
        const look = db.prepare(SELECT_CLAIMED).bind(JSON.stringify(keys), now());
        return new Set((await look.all<{ key: string }>()).results.map((row) => row.key));
      });
    },
  };
}
