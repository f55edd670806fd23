-- Delivery: what is claimed, what cards show, what is still to be shown, and what was tried.
-- Tables of older deployments are rebuilt row by row. Times are milliseconds since 1970; a
-- `…_day` column is a time in whole days, so that the index which pruning needs is small and
-- hardly ever changes.

-- Tells the claim that won from the one that came at the same moment.
ALTER TABLE dedup_keys ADD COLUMN claim_id TEXT;

CREATE TABLE delivery_state_rebuilt (
  key         TEXT PRIMARY KEY,           -- delivery-state:{provider}:{endpoint}:{delivery id}
  status      TEXT NOT NULL,              -- pending, processing, delivered, retrying, failed, dead
  updated_at  INTEGER NOT NULL,
  claimed_day INTEGER NOT NULL            -- stays as the state moves on: no index write then
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO delivery_state_rebuilt (key, status, updated_at, claimed_day)
SELECT CAST(key AS TEXT), CAST(COALESCE(status, 'delivered') AS TEXT), CAST(COALESCE(updated_at, 0) AS INTEGER),
  CAST(COALESCE(updated_at, 0) AS INTEGER) / 86400000
FROM delivery_state WHERE key IS NOT NULL;
DROP TABLE delivery_state;
ALTER TABLE delivery_state_rebuilt RENAME TO delivery_state;
CREATE INDEX delivery_state_by_day ON delivery_state (claimed_day);

-- What a message edited in place shows: the folded news of one subject in one group.
CREATE TABLE subjects (
  subject_key TEXT NOT NULL,
  group_id    TEXT NOT NULL,
  kind        TEXT NOT NULL,
  state       TEXT NOT NULL,              -- SubjectState as JSON
  revision    INTEGER NOT NULL,           -- grows with every change of the state
  updated_at  INTEGER NOT NULL,
  updated_day INTEGER NOT NULL,
  PRIMARY KEY (subject_key, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX subjects_by_day ON subjects (updated_day);

-- One row per thing shown (or being shown) in one target.
CREATE TABLE message_tracking_rebuilt (
  event_id       TEXT NOT NULL,           -- {group}:{route}:{subject key or delivery id}
  target_id      TEXT NOT NULL,
  message_id     TEXT,                    -- NULL until it is known
  updated_at     INTEGER NOT NULL,
  updated_day    INTEGER NOT NULL,
  group_id       TEXT,                    -- NULL in rows of an older deployment
  route_id       TEXT,
  subject_key    TEXT,                    -- NULL for plain posts and rows of an older deployment
  target         TEXT,                    -- the Target as JSON
  generation     INTEGER NOT NULL DEFAULT 0,  -- grows when a message is posted anew
  shown_revision INTEGER NOT NULL DEFAULT 0,
  shown_hash     TEXT,                    -- of what is shown: equal renderings need no call
  lease_holder   TEXT,
  lease_until    INTEGER NOT NULL DEFAULT 0,
  posting_since  INTEGER,                 -- the first post whose outcome nobody knows
  PRIMARY KEY (event_id, target_id)
) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO message_tracking_rebuilt (event_id, target_id, message_id, updated_at, updated_day)
SELECT CAST(event_id AS TEXT), CAST(target_id AS TEXT), CAST(message_id AS TEXT),
  CAST(COALESCE(updated_at, 0) AS INTEGER), CAST(COALESCE(updated_at, 0) AS INTEGER) / 86400000
FROM message_tracking WHERE event_id IS NOT NULL AND target_id IS NOT NULL;
DROP TABLE message_tracking;
ALTER TABLE message_tracking_rebuilt RENAME TO message_tracking;
-- One message per subject and target in a group, whichever route came first.
CREATE UNIQUE INDEX message_tracking_by_subject ON message_tracking (subject_key, group_id, target_id)
  WHERE subject_key IS NOT NULL;
CREATE INDEX message_tracking_by_lease ON message_tracking (lease_until)
  WHERE subject_key IS NOT NULL AND lease_until > 0;
CREATE INDEX message_tracking_by_day ON message_tracking (updated_day);

-- What is still to be shown, target by target, and events that are still to be taken up.
CREATE TABLE outbox (
  id          TEXT PRIMARY KEY,           -- '{event or subject} {target}': edits of one message are one row
  kind        TEXT NOT NULL,              -- post, subject, event
  group_id    TEXT,
  route_id    TEXT,
  event_id    TEXT,
  subject_key TEXT,
  target_id   TEXT,
  place       TEXT,                       -- what the platform rate-limits as one
  target      TEXT,
  content     TEXT NOT NULL,              -- JSON: the finished notification, or the queue job
  log         TEXT NOT NULL,              -- JSON: what send_logs says about the event
  attempts    INTEGER NOT NULL,
  next_at     INTEGER NOT NULL,           -- of a dead row: when it is forgotten
  status      TEXT NOT NULL,              -- due; failed (refused), dead (gave up): replayable
  reason      TEXT NOT NULL,
  created_at  INTEGER NOT NULL,
  updated_at  INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_by_time ON outbox (status, next_at);
CREATE INDEX outbox_by_place ON outbox (place, next_at);
CREATE INDEX outbox_by_group ON outbox (group_id, status, next_at);

-- Which deliveries wait for an outbox row: many where edits collapsed.
CREATE TABLE outbox_deliveries (
  delivery_key TEXT NOT NULL,             -- the key of delivery_state
  outbox_id    TEXT NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  PRIMARY KEY (delivery_key, outbox_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX outbox_deliveries_by_row ON outbox_deliveries (outbox_id);

-- Places, and whole platforms, that are not to be called before a time.
CREATE TABLE pauses (
  place  TEXT PRIMARY KEY,                -- as in outbox.place, or the platform's name
  until  INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX pauses_by_end ON pauses (until);

-- Targets that somebody has to mend, as one group sees them.
CREATE TABLE target_health (
  target_id TEXT NOT NULL,
  group_id  TEXT NOT NULL,
  status    TEXT NOT NULL,                -- ill
  reason    TEXT NOT NULL,
  since     INTEGER NOT NULL,
  told_at   INTEGER NOT NULL,             -- when the group was told
  check_at  INTEGER NOT NULL,             -- not called before this
  PRIMARY KEY (target_id, group_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX target_health_by_check ON target_health (check_at);
CREATE INDEX target_health_by_group ON target_health (group_id);

-- Ids of AUTOINCREMENT cost a row more for each entry, and nothing needs them.
CREATE TABLE send_logs_rebuilt (
  id          INTEGER PRIMARY KEY,
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
) STRICT;
INSERT OR IGNORE INTO send_logs_rebuilt (id, ts, route_id, event, repo, target, ok, error, status, message_id,
  delivery_id, platform, actor, action, duration_ms, error_code, attempts, detail, group_id)
SELECT id, CAST(COALESCE(ts, 0) AS INTEGER), CAST(route_id AS TEXT), CAST(event AS TEXT), CAST(repo AS TEXT),
  CAST(target AS TEXT), CAST(COALESCE(ok, 0) AS INTEGER), CAST(error AS TEXT), CAST(status AS INTEGER),
  CAST(message_id AS TEXT), CAST(delivery_id AS TEXT), CAST(platform AS TEXT), CAST(actor AS TEXT),
  CAST(action AS TEXT), CAST(duration_ms AS INTEGER), CAST(error_code AS TEXT), CAST(attempts AS INTEGER),
  CAST(detail AS TEXT), CAST(group_id AS TEXT)
FROM send_logs;
DROP TABLE send_logs;
ALTER TABLE send_logs_rebuilt RENAME TO send_logs;
CREATE INDEX send_logs_by_group ON send_logs (group_id, id);
CREATE INDEX send_logs_by_delivery ON send_logs (delivery_id);
