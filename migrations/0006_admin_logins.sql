-- Whose a login of ADMIN_USER_IDS is: the account that was first seen with it. Logins change hands, numbers do not.
CREATE TABLE admin_logins (
  login          TEXT PRIMARY KEY,         -- lower case, without the @
  github_user_id TEXT NOT NULL,
  bound_at       INTEGER NOT NULL          -- ms
) STRICT, WITHOUT ROWID;
