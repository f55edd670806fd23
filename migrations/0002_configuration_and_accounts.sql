-- Configuration, accounts, chats, claims and the audit log take the shape the product needs.
-- Tables that an older deployment may have made are rebuilt row by row, so that every database
-- ends in the same schema whatever it started from. Times are milliseconds since 1970.

-- A claim is written for every event: without a rowid it costs the row and one index entry.
CREATE TABLE dedup_keys_rebuilt (
  key        TEXT PRIMARY KEY,
  claimed_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO dedup_keys_rebuilt (key, claimed_at, expires_at)
SELECT CAST(key AS TEXT), CAST(COALESCE(claimed_at, 0) AS INTEGER), CAST(COALESCE(expires_at, 0) AS INTEGER)
FROM dedup_keys WHERE key IS NOT NULL;
DROP TABLE dedup_keys;
ALTER TABLE dedup_keys_rebuilt RENAME TO dedup_keys;
CREATE INDEX dedup_keys_by_expiry ON dedup_keys (expires_at);

CREATE TABLE d1_groups_rebuilt (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL DEFAULT '',
  data       TEXT NOT NULL,               -- the Group as JSON; fields we do not know stay in it
  version    INTEGER NOT NULL DEFAULT 1,  -- grows with every change: concurrent edits are told
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO d1_groups_rebuilt (id, name, data, version, created_at, updated_at)
SELECT CAST(id AS TEXT), CAST(COALESCE(name, '') AS TEXT), CAST(COALESCE(data, '{}') AS TEXT),
  CAST(COALESCE(version, 1) AS INTEGER), CAST(COALESCE(created_at, 0) AS INTEGER), CAST(COALESCE(updated_at, 0) AS INTEGER)
FROM d1_groups WHERE id IS NOT NULL;
DROP TABLE d1_groups;
ALTER TABLE d1_groups_rebuilt RENAME TO d1_groups;

-- The group comes first in the key, so that a group's routes lie together and need no index.
CREATE TABLE d1_routes_rebuilt (
  id               TEXT NOT NULL,
  group_id         TEXT NOT NULL,
  position         INTEGER NOT NULL,      -- order in the group; gaps let a route move alone
  name             TEXT NOT NULL DEFAULT '',
  enabled          INTEGER NOT NULL DEFAULT 1,
  filters          TEXT NOT NULL DEFAULT '[]',
  targets          TEXT NOT NULL DEFAULT '[]',
  stop             INTEGER NOT NULL DEFAULT 0,
  fallback         INTEGER NOT NULL DEFAULT 0,
  discord_role_ids TEXT,
  ast              TEXT,
  style            TEXT,
  version          INTEGER NOT NULL DEFAULT 1,
  created_at       INTEGER NOT NULL,
  updated_at       INTEGER NOT NULL,
  PRIMARY KEY (group_id, id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO d1_routes_rebuilt (id, group_id, position, name, enabled, filters, targets, stop, fallback,
  discord_role_ids, ast, style, version, created_at, updated_at)
SELECT CAST(id AS TEXT), CAST(group_id AS TEXT),
  1048576 * ROW_NUMBER() OVER (PARTITION BY group_id ORDER BY created_at, rowid),
  CAST(COALESCE(name, '') AS TEXT), CAST(COALESCE(enabled, 1) AS INTEGER),
  CAST(COALESCE(filters, '[]') AS TEXT), CAST(COALESCE(targets, '[]') AS TEXT),
  CAST(COALESCE(stop, 0) AS INTEGER), CAST(COALESCE(fallback, 0) AS INTEGER),
  CAST(discord_role_ids AS TEXT), CAST(ast AS TEXT), NULL,
  CAST(COALESCE(version, 1) AS INTEGER), CAST(COALESCE(created_at, 0) AS INTEGER), CAST(COALESCE(updated_at, 0) AS INTEGER)
FROM d1_routes WHERE id IS NOT NULL AND group_id IS NOT NULL;
DROP TABLE d1_routes;
ALTER TABLE d1_routes_rebuilt RENAME TO d1_routes;

-- One row that moves with every change of configuration, whoever makes it.
CREATE TABLE config_revision (
  id          INTEGER PRIMARY KEY CHECK (id = 1),
  revision    INTEGER NOT NULL,
  seeded_at   INTEGER,  -- when the configuration of a KV-only deployment was taken over
  groups_seed TEXT,     -- which take-over may fill d1_groups: the one that found it empty
  routes_seed TEXT
) STRICT;
INSERT INTO config_revision (id, revision) VALUES (1, 1);

CREATE TRIGGER d1_groups_inserted AFTER INSERT ON d1_groups BEGIN
  UPDATE config_revision SET revision = revision + 1 WHERE id = 1;
END;
CREATE TRIGGER d1_groups_updated AFTER UPDATE ON d1_groups BEGIN
  UPDATE config_revision SET revision = revision + 1 WHERE id = 1;
END;
CREATE TRIGGER d1_groups_deleted AFTER DELETE ON d1_groups BEGIN
  UPDATE config_revision SET revision = revision + 1 WHERE id = 1;
END;
CREATE TRIGGER d1_routes_inserted AFTER INSERT ON d1_routes BEGIN
  UPDATE config_revision SET revision = revision + 1 WHERE id = 1;
END;
CREATE TRIGGER d1_routes_updated AFTER UPDATE ON d1_routes BEGIN
  UPDATE config_revision SET revision = revision + 1 WHERE id = 1;
END;
CREATE TRIGGER d1_routes_deleted AFTER DELETE ON d1_routes BEGIN
  UPDATE config_revision SET revision = revision + 1 WHERE id = 1;
END;

CREATE TABLE audit_logs_rebuilt (
  id          INTEGER PRIMARY KEY,
  ts          INTEGER NOT NULL,
  actor_id    TEXT,
  actor_login TEXT,
  action      TEXT NOT NULL,
  target_type TEXT,
  target_id   TEXT,
  group_id    TEXT,
  detail      TEXT,
  ip          TEXT
) STRICT;
INSERT OR IGNORE INTO audit_logs_rebuilt (id, ts, actor_id, actor_login, action, target_type, target_id, group_id, detail, ip)
SELECT id, CAST(COALESCE(ts, 0) AS INTEGER), CAST(actor_id AS TEXT), CAST(actor_login AS TEXT),
  CAST(COALESCE(action, '') AS TEXT), CAST(target_type AS TEXT), CAST(target_id AS TEXT),
  CAST(group_id AS TEXT), CAST(detail AS TEXT), CAST(ip AS TEXT)
FROM audit_logs;
DROP TABLE audit_logs;
ALTER TABLE audit_logs_rebuilt RENAME TO audit_logs;
CREATE INDEX audit_logs_by_time ON audit_logs (ts);
CREATE INDEX audit_logs_by_group ON audit_logs (group_id, ts) WHERE group_id IS NOT NULL;

-- Which GitHub account somebody in a chat is; the second index finds a GitHub account's chats.
CREATE TABLE discord_links_rebuilt (
  discord_user_id TEXT PRIMARY KEY,
  github_user_id  TEXT NOT NULL,
  login           TEXT,     -- as it was when linked; people are their ids
  linked_at       INTEGER
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO discord_links_rebuilt (discord_user_id, github_user_id)
SELECT CAST(discord_user_id AS TEXT), CAST(github_user_id AS TEXT)
FROM discord_links WHERE discord_user_id IS NOT NULL AND github_user_id IS NOT NULL;
DROP TABLE discord_links;
ALTER TABLE discord_links_rebuilt RENAME TO discord_links;
CREATE INDEX discord_links_by_github ON discord_links (github_user_id);

CREATE TABLE telegram_links_rebuilt (
  telegram_user_id TEXT PRIMARY KEY,
  github_user_id   TEXT NOT NULL,
  login            TEXT,
  linked_at        INTEGER
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO telegram_links_rebuilt (telegram_user_id, github_user_id)
SELECT CAST(telegram_user_id AS TEXT), CAST(github_user_id AS TEXT)
FROM telegram_links WHERE telegram_user_id IS NOT NULL AND github_user_id IS NOT NULL;
DROP TABLE telegram_links;
ALTER TABLE telegram_links_rebuilt RENAME TO telegram_links;
CREATE INDEX telegram_links_by_github ON telegram_links (github_user_id);

-- The current pair of tokens of a GitHub account, encrypted. A refresh gives both anew and
-- kills the old ones at once, so one caller refreshes, under the lease, and writes here first.
CREATE TABLE account_tokens (
  user_id            TEXT PRIMARY KEY,   -- numeric GitHub id
  access_token       TEXT,               -- NULL: the account was lost or unlinked; old copies in KV are void
  access_hash        TEXT,               -- SHA-256, to look a Bearer token up
  access_expires_at  INTEGER,
  refresh_token      TEXT,
  refresh_expires_at INTEGER,
  version            INTEGER NOT NULL,
  lease_holder       TEXT,
  lease_until        INTEGER NOT NULL DEFAULT 0,
  updated_at         INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX account_tokens_by_hash ON account_tokens (access_hash) WHERE access_hash IS NOT NULL;
CREATE INDEX account_tokens_lost ON account_tokens (updated_at) WHERE access_token IS NULL;

-- A GitHub identity and its tokens that wait for the chat account that asked for them.
CREATE TABLE pending_links (
  platform       TEXT NOT NULL,
  chat_user_id   TEXT NOT NULL,
  secret_hash    TEXT NOT NULL,          -- SHA-256 of the secret shown in the browser
  github_user_id TEXT NOT NULL,
  login          TEXT NOT NULL,
  name           TEXT,
  tokens         TEXT NOT NULL,          -- encrypted
  attempts       INTEGER NOT NULL DEFAULT 0,
  expires_at     INTEGER NOT NULL,
  PRIMARY KEY (platform, chat_user_id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX pending_links_by_secret ON pending_links (secret_hash);
CREATE INDEX pending_links_by_expiry ON pending_links (expires_at);

-- Chats the bot knows: connected to a group by somebody with rights in them, or only set up.
CREATE TABLE chats (
  target_id    TEXT PRIMARY KEY,         -- discord:{id} or telegram:{chat}[:{topic}]
  platform     TEXT NOT NULL,
  group_id     TEXT,
  title        TEXT,
  connected_by TEXT,                     -- who connected it, `{platform}:{user id}`
  connected_at INTEGER,
  lang         TEXT,
  default_repo TEXT,
  updated_at   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX chats_by_group ON chats (group_id) WHERE group_id IS NOT NULL;
