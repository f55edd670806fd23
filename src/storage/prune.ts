import { describeError, logWarning } from "../observability/log.ts";
import type { PayloadStore } from "./payloads.ts";
import { prunePendingUses } from "./pending-uses.ts";

/** What may go: one statement that deletes at most `limit` rows, oldest first, by an index. */
export interface PruneRule {
  name: string;
  statement(limit: number): D1PreparedStatement;
}

/** The scheduled task `storage-prune`. */
export interface Prune {
  /** Deletes what is too old, in bounded batches; what is left over waits for the next run. */
  run(): Promise<Pruned>;
}

export interface Pruned {
  /** Rows (and R2 objects) deleted, by rule. */
  deleted: Readonly<Record<string, number>>;
  /** False: more is waiting. */
  finished: boolean;
}

interface Deps {
  rules: readonly PruneRule[];
  payloads?: Pick<PayloadStore, "sweepOrphans">;
  /** Part of the 50 D1 statements an invocation has on the Free plan. */
  statements?: number;
  /** Each row deleted counts as written, its index entries too. */
  rows?: number;
}

const STATEMENTS = 20;
const MOST_ROWS = 4_000;
const ROWS_OF_A_STATEMENT = 500;
/** A row goes with an index entry or more. */
const WRITES_OF_A_ROW = 2;
const RUNS_OF_A_DAY = 288;
/** Of a day's 100,000 rows on the Free plan: as much as its 3,333 events leave behind. */
const ROWS_OF_A_DAY = 20_000;
/** What one logged attempt leaves behind, in all tables, and half as much again. */
const ROWS_OF_AN_ATTEMPT = 9;
const ORPHANS = 100;

const EXPIRED_CLAIMS = `DELETE FROM dedup_keys WHERE key IN (
  SELECT key FROM dedup_keys WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)`;
const OLD_AUDIT_LOGS = `DELETE FROM audit_logs WHERE id IN (
  SELECT id FROM audit_logs WHERE ts < ?1 ORDER BY ts LIMIT ?2)`;
const EXPIRED_LINKS = `DELETE FROM pending_links WHERE (platform, chat_user_id) IN (
  SELECT platform, chat_user_id FROM pending_links WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2)`;
const LOST_ACCOUNTS = `DELETE FROM account_tokens WHERE user_id IN (
  SELECT user_id FROM account_tokens WHERE access_token IS NULL AND updated_at < ?1 ORDER BY updated_at LIMIT ?2)`;

// On the average of all that is kept.
const NEWEST = "(SELECT MAX(id) FROM send_logs)";
const OLDEST = "(SELECT MIN(id) FROM send_logs)";
const timeOf = (id: string) => `(SELECT ts FROM send_logs WHERE id = ${id})`;
const ATTEMPTS_OF_A_DAY = `SELECT (${NEWEST} - ${OLDEST})
  / MAX(1.0, (${timeOf(NEWEST)} - ${timeOf(OLDEST)}) / 86400000.0) AS attempts`;

/** Those that expired are taken with their access; without the settings for accounts they are left to this. */
const LEFT_LINK_MS = 3_600_000;
/** Copies in KV of an account that was lost are seen no longer than this. */
const LOST_ACCOUNT_MS = 86_400_000;
const DAY_MS = 86_400_000;

/** The rules of this module's tables; the delivery tables bring their own. */
export function pruneRules({
  db,
  now,
  auditRetentionDays = 90,
}: {
  db: D1Database;
  now: () => number;
  auditRetentionDays?: number;
}): PruneRule[] {
  const olderThan = (name: string, sql: string, age: number): PruneRule => ({
    name,
    statement: (limit) => db.prepare(sql).bind(now() - age, limit),
  });
  return [
    olderThan("dedup_keys", EXPIRED_CLAIMS, 0),
    olderThan("audit_logs", OLD_AUDIT_LOGS, auditRetentionDays * DAY_MS),
    olderThan("pending_links", EXPIRED_LINKS, LEFT_LINK_MS),
    olderThan("account_tokens", LOST_ACCOUNTS, LOST_ACCOUNT_MS),
    { name: "pending_uses", statement: (limit) => prunePendingUses(db, now(), limit) },
  ];
}

export function createPrune({
  rules,
  payloads,
  statements = STATEMENTS,
  rows = MOST_ROWS,
}: Deps): Prune {
  return {
    async run() {
      const deleted: Record<string, number> = {};
      let [statementsLeft, rowsLeft] = [statements, rows];
      let open = [...rules];
      while (open.length > 0 && statementsLeft > 0 && rowsLeft > 0) {
        const unfinished: PruneRule[] = [];
        // Each in turn has its share, so that one table's backlog does not hold up the others.
        for (const [index, rule] of open.entries()) {
          const share = Math.floor(rowsLeft / WRITES_OF_A_ROW / (open.length - index));
          const limit = Math.max(1, Math.min(ROWS_OF_A_STATEMENT, share));
          if (statementsLeft === 0 || rowsLeft <= 0) {
            unfinished.push(rule);
            continue;
          }
          const { gone, written } = await apply(rule, limit);
          deleted[rule.name] = (deleted[rule.name] ?? 0) + gone;
          statementsLeft -= 1;
          rowsLeft -= written;
          if (gone >= limit) unfinished.push(rule);
        }
        open = unfinished;
      }
      const orphans = (await payloads?.sweepOrphans(ORPHANS)) ?? 0;
      if (payloads !== undefined) deleted["payloads"] = orphans;
      return { deleted, finished: open.length === 0 && orphans < ORPHANS };
    },
  };
}

/** How many rows went, and what it cost. One table that cannot be pruned does not keep the others. */
async function apply(rule: PruneRule, limit: number): Promise<{ gone: number; written: number }> {
  try {
    const { changes: gone, rows_written: written } = (await rule.statement(limit).run()).meta;
    return { gone, written };
  } catch (error) {
    logWarning("storage.prune_failed", { table: rule.name, error: describeError(error) });
    return { gone: 0, written: 0 };
  }
}

/**
 * How many rows one run may write: of a backlog so much a day as the Free plan can spare, and more
 * only where more comes in than that plan could take.
 */
export async function rowsOfARun(db: D1Database): Promise<number> {
  const attempts = (await db.prepare(ATTEMPTS_OF_A_DAY).first<number>("attempts")) ?? 0;
  const rows = Math.max(ROWS_OF_A_DAY, attempts * ROWS_OF_AN_ATTEMPT);
  return Math.min(MOST_ROWS, Math.ceil(rows / RUNS_OF_A_DAY));
}
