// A Telegram group that becomes a supergroup has a new id, once in its life: every route and group
// is looked at, because nothing else would ever use an index over what lies in their JSON.
const MOVE_TARGETS = `UPDATE d1_routes SET
    targets = (SELECT json_group_array(CASE
        WHEN type <> 'object' THEN value
        WHEN value ->> 'chatId' = ?1 THEN json_set(value, '$.chatId', ?2)
        ELSE json(value) END)
      FROM json_each(d1_routes.targets)),
    version = version + 1, updated_at = ?3
  WHERE EXISTS (
    SELECT 1 FROM json_each(CASE WHEN json_valid(d1_routes.targets) THEN d1_routes.targets ELSE '[]' END)
    WHERE CASE WHEN type = 'object' THEN value ->> 'chatId' END = ?1)`;
const MOVE_LOG_TARGETS = `UPDATE d1_groups SET data = json_set(data, '$.logTarget.chatId', ?2),
    version = version + 1, updated_at = ?3
  WHERE CASE WHEN json_valid(data) THEN data ->> '$.logTarget.chatId' END = ?1`;

/** Rewrites a Telegram chat's id wherever configuration names it. */
export async function moveTelegramChat(
  db: D1Database,
  from: string,
  to: string,
  now: number,
): Promise<{ status: "saved" }> {
  const statements = [MOVE_TARGETS, MOVE_LOG_TARGETS];
  await db.batch(statements.map((sql) => db.prepare(sql).bind(from, to, now)));
  return { status: "saved" };
}
