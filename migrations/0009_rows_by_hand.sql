-- Columns that came to an older table later get a default, so that rows are written by hand with the
-- columns there always were.
CREATE TABLE d1_groups_rebuilt (
  id         TEXT PRIMARY KEY,
  name       TEXT NOT NULL DEFAULT '',
  data       TEXT NOT NULL,               -- the Group as JSON; fields we do not know stay in it
  version    INTEGER NOT NULL DEFAULT 1,  -- grows with every change: concurrent edits are told
  created_at INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  updated_at INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER))
) STRICT, WITHOUT ROWID;
INSERT INTO d1_groups_rebuilt (id, name, data, version, created_at, updated_at)
SELECT id, name, data, version, created_at, updated_at FROM d1_groups;
DROP TABLE d1_groups;
ALTER TABLE d1_groups_rebuilt RENAME TO d1_groups;

CREATE TABLE d1_routes_rebuilt (
  id               TEXT NOT NULL,
  group_id         TEXT NOT NULL,
  position         INTEGER NOT NULL       -- order in the group; gaps let a route move alone
                   DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)), -- by hand: after the others
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
  created_at       INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  updated_at       INTEGER NOT NULL DEFAULT (CAST(unixepoch('subsec') * 1000 AS INTEGER)),
  PRIMARY KEY (group_id, id)
) STRICT, WITHOUT ROWID;
INSERT INTO d1_routes_rebuilt (id, group_id, position, name, enabled, filters, targets, stop, fallback,
  discord_role_ids, ast, style, version, created_at, updated_at)
SELECT id, group_id, position, name, enabled, filters, targets, stop, fallback,
  discord_role_ids, ast, style, version, created_at, updated_at
FROM d1_routes;
DROP TABLE d1_routes;
ALTER TABLE d1_routes_rebuilt RENAME TO d1_routes;

-- The triggers went with their tables.
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

CREATE TABLE delivery_state_rebuilt (
  key         TEXT PRIMARY KEY,           -- delivery-state:{provider}:{endpoint}:{delivery id}
  status      TEXT NOT NULL,              -- pending, processing, delivered, retrying, failed, dead
  updated_at  INTEGER NOT NULL,
  claimed_day INTEGER NOT NULL DEFAULT (unixepoch() / 86400) -- stays as the state moves on: no index write then
) STRICT, WITHOUT ROWID;
INSERT INTO delivery_state_rebuilt (key, status, updated_at, claimed_day)
SELECT key, status, updated_at, claimed_day FROM delivery_state;
DROP TABLE delivery_state;
ALTER TABLE delivery_state_rebuilt RENAME TO delivery_state;
CREATE INDEX delivery_state_by_day ON delivery_state (claimed_day);
