import { GROUPS_KEY, parseArray, ROUTES_KEY } from "./configuration-cache.ts";
import { checkGroup, checkRecords, checkRoute } from "./configuration-records.ts";
import { routeRecord } from "./configuration-writes.ts";
import { inChunks } from "./json-chunks.ts";

// Of any number of isolates that start at once, one finds `seeded_at` empty; only what carries
// its token is inserted, and only into tables that it found empty. Where there is nothing to take
// over, and nothing of our own yet, it may still come.
const CLAIM_SEEDING = `UPDATE config_revision SET seeded_at = ?1,
    groups_seed = CASE WHEN EXISTS (SELECT 1 FROM d1_groups) THEN NULL ELSE ?2 END,
    routes_seed = CASE WHEN EXISTS (SELECT 1 FROM d1_routes) THEN NULL ELSE ?2 END
  WHERE id = 1 AND seeded_at IS NULL
    AND (?3 OR EXISTS (SELECT 1 FROM d1_groups) OR EXISTS (SELECT 1 FROM d1_routes))`;

const SEED_GROUPS = `INSERT OR IGNORE INTO d1_groups (id, name, data, created_at, updated_at)
  SELECT value ->> 'id', value ->> 'name', value -> 'data', ?3, ?3 FROM json_each(?1)
  WHERE (SELECT groups_seed FROM config_revision WHERE id = 1) = ?2`;

const SEED_ROUTES = `INSERT OR IGNORE INTO d1_routes (group_id, id, position, name, enabled, filters,
    targets, stop, fallback, discord_role_ids, ast, style, created_at, updated_at)
  SELECT value ->> 'groupId', value ->> 'id', value ->> 'position', value ->> 'name',
    value ->> 'enabled', value ->> 'filters', value ->> 'targets', value ->> 'stop',
    value ->> 'fallback', value ->> 'discordRoleIds', value ->> 'ast', value ->> 'style', ?3, ?3
  FROM json_each(?1)
  WHERE (SELECT routes_seed FROM config_revision WHERE id = 1) = ?2`;

/**
 * Takes the configuration of a KV-only deployment over into empty tables, once for ever. Before a
 * write of our own it is the last time, whether there was anything or not.
 */
export async function seedFromKv(
  db: D1Database,
  kv: KVNamespace,
  { now, last }: { now: number; last: boolean },
): Promise<void> {
  const texts = await kv.get([GROUPS_KEY, ROUTES_KEY], "text");
  const values = (key: string) => parseArray(texts.get(key) ?? null, key) ?? [];
  const groups = groupRecords(values(GROUPS_KEY));
  const routes = checkRecords(values(ROUTES_KEY), checkRoute, ROUTES_KEY);
  const isDone = last || groups.length + routes.length > 0;
  const token = crypto.randomUUID();
  const insert = (sql: string) => (json: string) => db.prepare(sql).bind(json, token, now);
  await db.batch([
    db.prepare(CLAIM_SEEDING).bind(now, token, isDone ? 1 : 0),
    ...inChunks(groups).map(insert(SEED_GROUPS)),
    ...inChunks(routes.map((route, index) => routeRecord(route, index))).map(insert(SEED_ROUTES)),
  ]);
}

/** Fields that we do not know stay in the group's data. */
function groupRecords(values: readonly unknown[]): { id: string; name: string; data: unknown }[] {
  return values.flatMap((value) => {
    const [group] = checkRecords([value], checkGroup, GROUPS_KEY);
    if (group === undefined) return [];
    const { adminIds: _older, ...rest } = value as Record<string, unknown>;
    return [{ id: group.id, name: group.name, data: { ...rest, ...group } }];
  });
}
