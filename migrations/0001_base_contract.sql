-- The tables that every deployment has had from the beginning. An older deployment already has
-- them, with rows in them, so nothing here may touch what exists.

CREATE TABLE IF NOT EXISTS d1_groups (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL,
  data       TEXT NOT NULL,               -- the Group as JSON
  version    INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS d1_routes (
  id               TEXT NOT NULL,
  group_id         TEXT NOT NULL,
  name             TEXT NOT NULL DEFAULT '',
  enabled          INTEGER NOT NULL DEFAULT 1,
  filters          TEXT NOT NULL DEFAULT '[]',
  targets          TEXT NOT NULL DEFAULT '[]',
  stop             INTEGER NOT NULL DEFAULT 0,
  fallback         INTEGER NOT NULL DEFAULT 0,
  discord_role_ids TEXT,
  ast              TEXT,
  version          INTEGER NOT NULL DEFAULT 1,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL,
  PRIMARY KEY (id, group_id)
);

CREATE TABLE IF NOT EXISTS send_logs (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  ts          INTEGER NOT NULL,
  route_id    TEXT,
  event       TEXT,
  repo        TEXT,
  target      TEXT,
  ok          INTEGER NOT NULL DEFAULT 0,
  error       TEXT,
  status      INTEGER,
  message_id  TEXT,
  delivery_id TEXT,
  platform    TEXT,
  actor       TEXT,
  action      TEXT,
  duration_ms INTEGER,
  error_code  TEXT,
  attempts    INTEGER,
  detail      TEXT,
  group_id    TEXT
);

CREATE TABLE IF NOT EXISTS audit_logs (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  ts          INTEGER NOT NULL,
  actor_id    TEXT,
  actor_login TEXT,
  action      TEXT NOT NULL,
  target_type TEXT,
  target_id   TEXT,
  group_id    TEXT,
  detail      TEXT,
  ip          TEXT
);

CREATE TABLE IF NOT EXISTS dedup_keys (
  key        TEXT PRIMARY KEY,
  claimed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS delivery_state (
  key        TEXT PRIMARY KEY,
  status     TEXT NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS message_tracking (
  event_id   TEXT NOT NULL,
  target_id  TEXT NOT NULL,
  message_id TEXT,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (event_id, target_id)
);

CREATE TABLE IF NOT EXISTS discord_links (
  discord_user_id TEXT PRIMARY KEY,
  github_user_id  TEXT NOT NULL
);

CREATE TABLE IF NOT EXISTS telegram_links (
  telegram_user_id TEXT PRIMARY KEY,
  github_user_id   TEXT NOT NULL
);
