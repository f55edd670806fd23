import type { Platform } from "../domain/target.ts";

/** A place in a chat that the bot knows: a Discord channel or thread, a Telegram chat or topic. */
export interface Chat {
  /** `discord:{id}` or `telegram:{chat}[:{topic}]`. */
  targetId: string;
  platform: Platform;
  /** The group it is connected to, by somebody with rights in it. */
  groupId?: string;
  title?: string;
  /** `{platform}:{user id}` of who connected it. */
  connectedBy?: string;
  /** In ms. */
  connectedAt?: number;
  lang?: string;
  /** `owner/name` that commands mean when they name no repository. */
  defaultRepo?: string;
}

/** Settings that a chat has also without a group. Null takes one away. */
export interface ChatSettings {
  lang?: string | null;
  defaultRepo?: string | null;
}

/** `chats`: which chats belong to a group, and what each one has set for itself. */
export interface Chats {
  find(targetId: string): Promise<Chat | undefined>;
  ofGroup(groupId: string): Promise<Chat[]>;
  /** The chat of this id, and the topics of a Telegram chat. */
  within(targetId: string): Promise<Chat[]>;
  /** Connects a chat to a group. A chat of another group stays there: disconnect it first. */
  connect(chat: {
    targetId: string;
    platform: Platform;
    groupId: string;
    title?: string;
    connectedBy: string;
  }): Promise<"connected" | "taken">;
  /** False: it is not connected to that group. Its settings stay. */
  disconnect(targetId: string, groupId: string): Promise<boolean>;
  disconnectAll(groupId: string): Promise<void>;
  set(chat: { targetId: string; platform: Platform }, settings: ChatSettings): Promise<void>;
  /** A Telegram chat has a new id: it and all its topics move. Ids without `telegram:`. */
  moveTelegramChat(from: string, to: string): Promise<void>;
}

interface Deps {
  db: D1Database;
  now: () => number;
}

interface Row {
  target_id: string;
  platform: Platform;
  group_id: string | null;
  title: string | null;
  connected_by: string | null;
  connected_at: number | null;
  lang: string | null;
  default_repo: string | null;
}

const COLUMNS = `target_id, platform, group_id, title, connected_by, connected_at, lang, default_repo`;
export const SELECT_CHAT = `SELECT ${COLUMNS} FROM chats WHERE target_id = ?1`;
export const SELECT_CHATS_OF_GROUP = `SELECT ${COLUMNS} FROM chats WHERE group_id = ?1 ORDER BY target_id`;
// ';' follows ':' in ASCII: exactly the chat's topics lie between the two.
export const SELECT_CHATS_WITHIN = `SELECT ${COLUMNS} FROM chats
  WHERE target_id = ?1 OR (target_id > ?1 || ':' AND target_id < ?1 || ';') ORDER BY target_id`;
const CONNECT = `INSERT INTO chats (target_id, platform, group_id, title, connected_by, connected_at, updated_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)
  ON CONFLICT (target_id) DO UPDATE SET group_id = excluded.group_id,
    title = COALESCE(excluded.title, chats.title), connected_by = excluded.connected_by,
    connected_at = excluded.connected_at, updated_at = excluded.updated_at
  WHERE chats.group_id IS NULL OR chats.group_id = excluded.group_id
  RETURNING target_id`;
const FREE = `group_id = NULL, connected_by = NULL, connected_at = NULL`;
const DISCONNECT = `UPDATE chats SET ${FREE}, updated_at = ?3 WHERE target_id = ?1 AND group_id = ?2 RETURNING target_id`;
const DISCONNECT_ALL = `UPDATE chats SET ${FREE}, updated_at = ?2 WHERE group_id = ?1`;
const SET = `INSERT INTO chats (target_id, platform, lang, default_repo, updated_at) VALUES (?1, ?2, ?3, ?5, ?7)
  ON CONFLICT (target_id) DO UPDATE SET
    lang = CASE WHEN ?4 THEN excluded.lang ELSE chats.lang END,
    default_repo = CASE WHEN ?6 THEN excluded.default_repo ELSE chats.default_repo END,
    updated_at = excluded.updated_at`;
export const MOVE_CHAT = `UPDATE OR REPLACE chats SET target_id = ?2 || substr(target_id, length(?1) + 1), updated_at = ?3
  WHERE target_id = ?1 OR (target_id > ?1 || ':' AND target_id < ?1 || ';')`;

export function createChats({ db, now }: Deps): Chats {
  const statement = (sql: string, ...bound: unknown[]) => db.prepare(sql).bind(...bound);

  return {
    async find(targetId) {
      const row = await statement(SELECT_CHAT, targetId).first<Row>();
      return row === null ? undefined : chatOf(row);
    },
    async ofGroup(groupId) {
      const rows = await statement(SELECT_CHATS_OF_GROUP, groupId).all<Row>();
      return rows.results.map(chatOf);
    },
    async within(targetId) {
      const rows = await statement(SELECT_CHATS_WITHIN, targetId).all<Row>();
      return rows.results.map(chatOf);
    },
    async connect({ targetId, platform, groupId, title, connectedBy }) {
      const bound = [targetId, platform, groupId, title ?? null, connectedBy, now()];
      return (await statement(CONNECT, ...bound).first()) === null ? "taken" : "connected";
    },
    async disconnect(targetId, groupId) {
      return (await statement(DISCONNECT, targetId, groupId, now()).first()) !== null;
    },
    async disconnectAll(groupId) {
      await statement(DISCONNECT_ALL, groupId, now()).run();
    },
    async set({ targetId, platform }, { lang, defaultRepo }) {
      const setting = (value: string | null | undefined) => [value ?? null, value !== undefined];
      const bound = [targetId, platform, ...setting(lang), ...setting(defaultRepo), now()];
      await statement(SET, ...bound).run();
    },
    async moveTelegramChat(from, to) {
      await statement(MOVE_CHAT, `telegram:${from}`, `telegram:${to}`, now()).run();
    },
  };
}

function chatOf(row: Row): Chat {
  return {
    targetId: row.target_id,
    platform: row.platform,
    ...(row.group_id === null ? {} : { groupId: row.group_id }),
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.connected_by === null ? {} : { connectedBy: row.connected_by }),
    ...(row.connected_at === null ? {} : { connectedAt: row.connected_at }),
    ...(row.lang === null ? {} : { lang: row.lang }),
    ...(row.default_repo === null ? {} : { defaultRepo: row.default_repo }),
  };
}
