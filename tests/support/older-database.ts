import { applyD1Migrations, reset } from "cloudflare:test";
import { testEnv } from "./env.ts";

/** The tables as the older deployment made them. */
const OLDER_SCHEMA = [
  `CREATE TABLE send_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, route_id TEXT, event TEXT, repo TEXT,
    target TEXT, ok INTEGER, error TEXT, status INTEGER, message_id TEXT, delivery_id TEXT, platform TEXT, actor TEXT,
    action TEXT, duration_ms INTEGER, error_code TEXT, attempts INTEGER, detail TEXT, group_id TEXT)`,
  `CREATE INDEX idx_send_logs_ts ON send_logs (ts)`,
  `CREATE TABLE audit_logs (id INTEGER PRIMARY KEY AUTOINCREMENT, ts INTEGER NOT NULL, actor_id TEXT, actor_login TEXT,
    action TEXT NOT NULL, target_type TEXT, target_id TEXT, group_id TEXT, detail TEXT, ip TEXT)`,
  `CREATE INDEX idx_audit_logs_ts ON audit_logs (ts)`,
  `CREATE TABLE d1_groups (id TEXT PRIMARY KEY, name TEXT, data TEXT, version INTEGER, created_at INTEGER, updated_at INTEGER)`,
  `CREATE TABLE d1_routes (id TEXT, group_id TEXT, name TEXT, enabled INTEGER, filters TEXT, targets TEXT, stop INTEGER,
    fallback INTEGER, discord_role_ids TEXT, ast TEXT, version INTEGER, created_at INTEGER, updated_at INTEGER,
    PRIMARY KEY (id, group_id))`,
  `CREATE TABLE dedup_keys (key TEXT PRIMARY KEY, claimed_at INTEGER, expires_at INTEGER)`,
  `CREATE TABLE delivery_state (key TEXT PRIMARY KEY, status TEXT, updated_at INTEGER)`,
  `CREATE TABLE message_tracking (event_id TEXT, target_id TEXT, message_id TEXT, updated_at INTEGER,
    PRIMARY KEY (event_id, target_id))`,
  `CREATE TABLE discord_links (discord_user_id TEXT PRIMARY KEY, github_user_id TEXT)`,
  `CREATE TABLE telegram_links (telegram_user_id TEXT PRIMARY KEY, github_user_id TEXT)`,
];

/** Starts over with a database as the older deployment left it, and fills it. No migration of ours has run. */
export async function startFromOlderDatabase(rows: readonly string[]): Promise<void> {
  await reset();
  for (const sql of [...OLDER_SCHEMA, ...rows]) await testEnv.DB.prepare(sql).run();
}

export async function migrate(): Promise<void> {
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
}

/** Every table, index and trigger of ours, as SQL. */
export async function schemaOf(db: D1Database): Promise<string[]> {
  const { results } = await db
    .prepare(
      `SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'
         AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND tbl_name <> 'd1_migrations' ORDER BY name`,
    )
    .all<{ sql: string }>();
  return results.map(({ sql }) => sql);
}
