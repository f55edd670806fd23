import type { Platform } from "../domain/target.ts";
import { parseJson } from "./stored-value.ts";

/** A linked person, and the chats in which they have used the bot. */
export interface ChatPerson {
  platform: Platform;
  chatUserId: string;
  githubUserId: string;
  /** `discord:{channel}` or `telegram:{chat}`. */
  places: readonly string[];
  /** On Telegram: how they are called there. */
  name?: string;
  username?: string;
}

/** Somebody who uses the bot in a chat. */
export type SeenPerson = Pick<ChatPerson, "platform" | "chatUserId" | "name" | "username"> & {
  place: string;
};

/** More chats than this are nobody's daily ones. */
const PLACES_MAX = 100;

// People are named by their ids: those given, and those that the states of subjects know.
const READ = `
  WITH named (id) AS (
    SELECT value FROM json_each(?1)
    UNION
    SELECT person.value
    FROM json_each(?2) j JOIN subjects s ON s.subject_key = j.value,
      json_each(CASE WHEN json_valid(s.state) THEN s.state ELSE '{}' END, '$.people.members') person)
  SELECT 'discord' AS platform, discord_user_id AS chat_user_id, github_user_id, places,
    NULL AS name, NULL AS username
  FROM discord_links WHERE github_user_id IN (SELECT id FROM named)
  UNION ALL
  SELECT 'telegram', telegram_user_id, github_user_id, places, name, username
  FROM telegram_links WHERE github_user_id IN (SELECT id FROM named)`;

const IS_LIST = `CASE WHEN json_valid(places) THEN json_type(places) = 'array' END`;
const ADD_PLACE = `CASE WHEN ${IS_LIST} THEN json_insert(places, '$[#]', ?2) ELSE json_array(?2) END`;
const IS_NEW = `NOT EXISTS (
    SELECT 1 FROM json_each(CASE WHEN json_valid(places) THEN places ELSE '[]' END) WHERE value = ?2)
  AND length(places) < ${PLACES_MAX * 32}`;

const SEEN_IN_DISCORD = `
  UPDATE discord_links SET places = ${ADD_PLACE} WHERE discord_user_id = ?1 AND ${IS_NEW}`;
const SEEN_IN_TELEGRAM = `
  UPDATE telegram_links SET name = ?3, username = ?4,
    places = CASE WHEN ${IS_NEW} THEN ${ADD_PLACE} ELSE places END
  WHERE telegram_user_id = ?1 AND (name IS NOT ?3 OR username IS NOT ?4 OR ${IS_NEW})`;

/** Notes that somebody uses the bot in a chat; who is not linked is not noted. */
export async function noteSeen(db: D1Database, person: SeenPerson): Promise<void> {
  const { platform, chatUserId, place, name = null, username = null } = person;
  const statement =
    platform === "discord"
      ? db.prepare(SEEN_IN_DISCORD).bind(chatUserId, place)
      : db.prepare(SEEN_IN_TELEGRAM).bind(chatUserId, place, name, username);
  await statement.run();
}

// Once in a chat's life, so no index serves it.
const MOVE = `
  UPDATE telegram_links SET places = (
    SELECT json_group_array(CASE WHEN value = ?1 THEN ?2 ELSE value END) FROM json_each(telegram_links.places))
  WHERE ${IS_LIST} AND instr(places, json_quote(?1)) > 0`;

/** Telegram gave a chat a new id: people are known there as they were. */
export async function moveSeen(db: D1Database, from: string, to: string): Promise<void> {
  await db.prepare(MOVE).bind(from, to).run();
}

/** The linked people among these GitHub ids and those of these subjects. Parse the rows with `chatPersonOf`. */
export function readChatPeople(
  db: D1Database,
  githubIds: readonly string[],
  subjectKeys: readonly string[],
): D1PreparedStatement {
  return db.prepare(READ).bind(JSON.stringify(githubIds), JSON.stringify(subjectKeys));
}

export interface RawChatPerson {
  platform: Platform;
  chat_user_id: string;
  github_user_id: string;
  places: string;
  name: string | null;
  username: string | null;
}

export function chatPersonOf(row: RawChatPerson): ChatPerson {
  const places = parseJson(row.places);
  const known = Array.isArray(places) ? places : [];
  return {
    platform: row.platform,
    chatUserId: row.chat_user_id,
    githubUserId: row.github_user_id,
    places: known.filter((place) => typeof place === "string"),
    ...(row.name === null ? {} : { name: row.name }),
    ...(row.username === null ? {} : { username: row.username }),
  };
}
