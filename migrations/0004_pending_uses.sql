-- Uses of commands that wait for a press or for words: what does not fit a button, bound to who may
-- press it and where. Taken once; the scheduled task removes what nobody took.
CREATE TABLE pending_uses (
  id           TEXT PRIMARY KEY,
  platform     TEXT NOT NULL,
  chat_user_id TEXT NOT NULL,
  chat_id      TEXT NOT NULL,
  use          TEXT NOT NULL,              -- path, arguments and awaited field as JSON
  expires_at   INTEGER NOT NULL            -- ms
) STRICT, WITHOUT ROWID;

CREATE INDEX pending_uses_by_expiry ON pending_uses (expires_at);
