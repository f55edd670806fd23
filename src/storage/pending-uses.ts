import { z } from "zod";
import type { Platform } from "../domain/target.ts";
import { parseStored } from "./stored-value.ts";

const PendingUse = z.object({
  path: z.string(),
  args: z.record(z.string(), z.string()),
  field: z.string().optional(),
});

export interface KeptUse {
  path: string;
  args: Readonly<Record<string, string>>;
  field?: string;
}

export interface UseOwner {
  platform: Platform;
  chatUserId: string;
  chatId: string;
}

/** Uses of commands that wait for a press or for words; each is taken once, by whom it was kept for. */
export interface PendingUseStore {
  put(use: KeptUse, owner: UseOwner, id?: string): Promise<string>;
  take(id: string, owner: UseOwner): Promise<KeptUse | undefined>;
}

/** A question stays open this long (ms). */
const OPEN_FOR_MS = 15 * 60_000;

const PUT = `INSERT INTO pending_uses (id, platform, chat_user_id, chat_id, use, expires_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT (id) DO UPDATE SET platform = ?2, chat_user_id = ?3, chat_id = ?4, use = ?5, expires_at = ?6`;
const TAKE = `DELETE FROM pending_uses
  WHERE id = ?1 AND platform = ?2 AND chat_user_id = ?3 AND chat_id = ?4 AND expires_at > ?5
  RETURNING use`;
const PRUNE = `DELETE FROM pending_uses WHERE id IN
  (SELECT id FROM pending_uses WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)`;

export function createPendingUses(db: D1Database, now: () => number): PendingUseStore {
  return {
    async put(use, owner, id = randomId()) {
      const values = [id, owner.platform, owner.chatUserId, owner.chatId, JSON.stringify(use)];
      await db
        .prepare(PUT)
        .bind(...values, now() + OPEN_FOR_MS)
        .run();
      return id;
    },
    async take(id, owner) {
      const values = [id, owner.platform, owner.chatUserId, owner.chatId, now()];
      const take = db.prepare(TAKE).bind(...values);
      return keptUse(await take.first<string>("use"), id);
    },
  };
}

function keptUse(use: string | null, id: string): KeptUse | undefined {
  if (use === null) return undefined;
  const stored = parseStored(use, PendingUse, `pending_uses/${id.slice(0, 6)}…`);
  if (stored === undefined) return undefined;
  const { field, ...kept } = stored;
  return field === undefined ? kept : { ...kept, field };
}

/** Removes what nobody took in time, a bounded number at once. */
export function prunePendingUses(db: D1Database, now: number, limit: number): D1PreparedStatement {
  return db.prepare(PRUNE).bind(now, limit);
}

/** 16 random bytes, base64url: 22 characters, so that it fits a button. */
function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
