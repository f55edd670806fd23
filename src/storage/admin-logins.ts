/** `admin_logins`: whose the logins of `ADMIN_USER_IDS` are, by the numeric ids they were first seen with. */
export interface AdminLogins {
  /** Numeric GitHub ids by login, of those that were seen. Logins come and go in lower case. */
  owners(logins: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Whose the login is from now on: theirs, or whose it was before. */
  bind(login: string, githubUserId: string): Promise<string>;
}

const OWNERS = `SELECT login, github_user_id FROM admin_logins WHERE login IN (SELECT value FROM json_each(?1))`;
const BIND = `INSERT INTO admin_logins (login, github_user_id, bound_at) VALUES (?1, ?2, ?3)
  ON CONFLICT (login) DO UPDATE SET bound_at = bound_at RETURNING github_user_id`;

export function createAdminLogins(db: D1Database, now: () => number): AdminLogins {
  return {
    async owners(logins) {
      const rows = await db
        .prepare(OWNERS)
        .bind(JSON.stringify(logins))
        .all<{ login: string; github_user_id: string }>();
      return new Map(rows.results.map((row) => [row.login, row.github_user_id]));
    },
    async bind(login, githubUserId) {
      const bind = db.prepare(BIND).bind(login, githubUserId, now());
      const owner = await bind.first<string>("github_user_id");
      if (owner === null) throw new Error("a login was neither bound nor bound before");
      return owner;
    },
  };
}
