import type { Platform } from "../domain/target.ts";

/** Which GitHub account somebody in a chat is. */
export interface Link {
  platform: Platform;
  chatUserId: string;
  /** Numeric GitHub id. */
  githubUserId: string;
  /** As it was when linked; logins change. */
  login?: string;
  /** In ms. */
  linkedAt?: number;
}

/** `discord_links` and `telegram_links`. */
export interface Links {
  find(platform: Platform, chatUserId: string): Promise<Link | undefined>;
  /** All chat accounts of these GitHub accounts, in one round trip. */
  ofGithubUsers(githubUserIds: readonly string[]): Promise<Link[]>;
  /** Links, or links anew: a chat account is one GitHub account. */
  save(link: Omit<Link, "linkedAt">): Promise<void>;
  /** What was there. */
  remove(platform: Platform, chatUserId: string): Promise<Link | undefined>;
  removeAll(githubUserId: string): Promise<Link[]>;
}

interface Deps {
  db: D1Database;
  now: () => number;
}

interface Row {
  chat_user_id: string;
  github_user_id: string;
  login: string | null;
  linked_at: number | null;
}

const PLATFORMS = ["discord", "telegram"] as const satisfies readonly Platform[];

const LINK_SQL = {
  discord: statementsOf("discord_links", "discord_user_id"),
  telegram: statementsOf("telegram_links", "telegram_user_id"),
} as const satisfies Record<Platform, unknown>;

function statementsOf(table: string, chatUserId: string) {
  const columns = `${chatUserId} AS chat_user_id, github_user_id, login, linked_at`;
  return {
    find: `SELECT ${columns} FROM ${table} WHERE ${chatUserId} = ?1`,
    ofGithubUsers: `SELECT ${columns} FROM ${table} WHERE github_user_id IN (SELECT value FROM json_each(?1))`,
    save: `INSERT INTO ${table} (${chatUserId}, github_user_id, login, linked_at) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (${chatUserId}) DO UPDATE SET github_user_id = excluded.github_user_id,
        login = excluded.login, linked_at = excluded.linked_at`,
    remove: `DELETE FROM ${table} WHERE ${chatUserId} = ?1 RETURNING ${columns}`,
    removeAll: `DELETE FROM ${table} WHERE github_user_id = ?1 RETURNING ${columns}`,
  };
}

export function createLinks({ db, now }: Deps): Links {
  const onBoth = async (statement: (platform: Platform) => D1PreparedStatement) => {
    const results = await db.batch<Row>(PLATFORMS.map(statement));
    return PLATFORMS.flatMap((platform, index) =>
      (results[index]?.results ?? []).map((row) => linkOf(platform, row)),
    );
  };
  const one = async (platform: Platform, statement: D1PreparedStatement) => {
    const row = await statement.first<Row>();
    return row === null ? undefined : linkOf(platform, row);
  };

  return {
    find: (platform, id) => one(platform, db.prepare(LINK_SQL[platform].find).bind(id)),
    async ofGithubUsers(githubUserIds) {
      if (githubUserIds.length === 0) return [];
      const ids = JSON.stringify(githubUserIds);
      return await onBoth((platform) => db.prepare(LINK_SQL[platform].ofGithubUsers).bind(ids));
    },
    async save({ platform, chatUserId, githubUserId, login }) {
      const save = db.prepare(LINK_SQL[platform].save);
      await save.bind(chatUserId, githubUserId, login ?? null, now()).run();
    },
    remove: (platform, id) => one(platform, db.prepare(LINK_SQL[platform].remove).bind(id)),
    removeAll: (githubUserId) =>
      onBoth((platform) => db.prepare(LINK_SQL[platform].removeAll).bind(githubUserId)),
  };
}

function linkOf(platform: Platform, row: Row): Link {
  return {
    platform,
    chatUserId: row.chat_user_id,
    githubUserId: row.github_user_id,
    ...(row.login === null ? {} : { login: row.login }),
    ...(row.linked_at === null ? {} : { linkedAt: row.linked_at }),
  };
}
