-- A chat that gets a new id takes its messages along: with the target first in the key they lie together, and
-- no index of their own costs a row for every message. Everything else asks for both columns.
CREATE TABLE message_tracking_rebuilt (
  event_id       TEXT NOT NULL,           -- {group}:{route}:{subject key or delivery id}
  target_id      TEXT NOT NULL,
  message_id     TEXT,                    -- NULL until it is known
  updated_at     INTEGER NOT NULL,
  updated_day    INTEGER NOT NULL DEFAULT (unixepoch() / 86400),
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
  PRIMARY KEY (target_id, event_id)
) STRICT, WITHOUT ROWID;
INSERT INTO message_tracking_rebuilt (event_id, target_id, message_id, updated_at, updated_day, group_id, route_id,
  subject_key, target, generation, shown_revision, shown_hash, lease_holder, lease_until, posting_since)
SELECT event_id, target_id, message_id, updated_at, updated_day, group_id, route_id,
  subject_key, target, generation, shown_revision, shown_hash, lease_holder, lease_until, posting_since
FROM message_tracking;
DROP TABLE message_tracking;
ALTER TABLE message_tracking_rebuilt RENAME TO message_tracking;
-- One message per subject and target in a group, whichever route came first.
CREATE UNIQUE INDEX message_tracking_by_subject ON message_tracking (subject_key, group_id, target_id)
  WHERE subject_key IS NOT NULL;
CREATE INDEX message_tracking_by_lease ON message_tracking (lease_until)
  WHERE subject_key IS NOT NULL AND lease_until > 0;
CREATE INDEX message_tracking_by_day ON message_tracking (updated_day);
