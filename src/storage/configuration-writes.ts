import { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";

/** The end of a write. A conflict carries the version that is current now; undefined: it is gone. */
export type SaveResult =
  | { status: "saved"; version: number }
  | { status: "conflict"; version: number | undefined }
  | { status: "no_group" };

export interface RouteChange {
  route: Route;
  /** The version the edit started from; 0 for "must not exist yet"; undefined for "whatever is there". */
  expectedVersion?: number | undefined;
}

export type SaveRoutesResult =
  | { status: "saved"; versions: readonly number[] }
  | { status: "conflict"; groupId: string; id: string; version: number | undefined }
  | { status: "no_group"; groupId: string };

/** Distance between neighbours in their group's order: a route moves between two others alone. */
const POSITION_GAP = 1_048_576;

const KNOWN_GROUP_FIELDS = [...Object.keys(Group.out.shape), "adminIds"];

// What we know is replaced, what an older or newer version wrote beside it stays.
const SAVE_GROUP = `INSERT INTO d1_groups (id, name, data, version, created_at, updated_at)
  SELECT ?1, ?2, ?3, 1, ?4, ?4
  WHERE ?5 IS NULL OR ?5 = 0 OR EXISTS (SELECT 1 FROM d1_groups WHERE id = ?1)
  ON CONFLICT (id) DO UPDATE SET
    name = excluded.name,
    data = CASE WHEN json_valid(d1_groups.data)
      THEN json_patch(json_remove(d1_groups.data, ${KNOWN_GROUP_FIELDS.map((field) => `'$.${field}'`).join(", ")}), excluded.data)
      ELSE excluded.data END,
    version = d1_groups.version + 1,
    updated_at = excluded.updated_at
  WHERE ?5 IS NULL OR d1_groups.version = ?5
  RETURNING version`;
const GROUP_VERSION = `SELECT version FROM d1_groups WHERE id = ?1`;

const DELETE_ROUTES_OF = `DELETE FROM d1_routes WHERE group_id = ?1
  AND EXISTS (SELECT 1 FROM d1_groups WHERE id = ?1 AND (?2 IS NULL OR version = ?2))`;
const DELETE_GROUP = `DELETE FROM d1_groups WHERE id = ?1 AND (?2 IS NULL OR version = ?2) RETURNING version`;

// All or nothing: one conflict, or one group that is gone, and no row is written.
const SAVE_ROUTES = `WITH change AS (
    SELECT key AS n, value ->> 'groupId' AS group_id, value ->> 'id' AS id,
      value ->> 'expected' AS expected, value AS record
    FROM json_each(?1))
  INSERT INTO d1_routes (group_id, id, position, name, enabled, filters, targets, stop, fallback,
    discord_role_ids, ast, style, version, created_at, updated_at)
  SELECT group_id, id,
    (SELECT COALESCE(MAX(r.position), 0) FROM d1_routes r WHERE r.group_id = change.group_id) + (n + 1) * ${POSITION_GAP},
    record ->> 'name', record ->> 'enabled', record ->> 'filters', record ->> 'targets',
    record ->> 'stop', record ->> 'fallback', record ->> 'discordRoleIds', record ->> 'ast',
    record ->> 'style', 1, ?2, ?2
  FROM change
  WHERE NOT EXISTS (
    SELECT 1 FROM change AS c
    LEFT JOIN d1_groups g ON g.id = c.group_id
    LEFT JOIN d1_routes r ON r.group_id = c.group_id AND r.id = c.id
    WHERE g.id IS NULL OR (c.expected IS NOT NULL AND c.expected <> COALESCE(r.version, 0)))
  ON CONFLICT (group_id, id) DO UPDATE SET
    name = excluded.name, enabled = excluded.enabled, filters = excluded.filters,
    targets = excluded.targets, stop = excluded.stop, fallback = excluded.fallback,
    discord_role_ids = excluded.discord_role_ids, ast = excluded.ast, style = excluded.style,
    version = d1_routes.version + 1, updated_at = excluded.updated_at
  RETURNING group_id, id, version`;
const VERSIONS_OF = `SELECT value ->> 'groupId' AS group_id, value ->> 'id' AS id,
    value ->> 'expected' AS expected, g.id IS NOT NULL AS has_group, r.version AS version
  FROM json_each(?1)
  LEFT JOIN d1_groups g ON g.id = value ->> 'groupId'
  LEFT JOIN d1_routes r ON r.group_id = value ->> 'groupId' AND r.id = value ->> 'id'`;

const DELETE_ROUTE = `DELETE FROM d1_routes WHERE group_id = ?1 AND id = ?2 AND (?3 IS NULL OR version = ?3) RETURNING version`;
const ROUTE_VERSION = `SELECT version FROM d1_routes WHERE group_id = ?1 AND id = ?2`;

const MOVE_ROUTE = `UPDATE d1_routes SET position = ?3, version = version + 1, updated_at = ?4
  WHERE group_id = ?1 AND id = ?2 AND (?5 IS NULL OR version = ?5) RETURNING version`;
const SPREAD_ROUTES = `UPDATE d1_routes SET position = ranked.n * ${POSITION_GAP}
  FROM (SELECT id, ROW_NUMBER() OVER (ORDER BY position, id) AS n FROM d1_routes WHERE group_id = ?1) AS ranked
  WHERE d1_routes.group_id = ?1 AND d1_routes.id = ranked.id`;
const POSITIONS = `SELECT id, position FROM d1_routes WHERE group_id = ?1 ORDER BY position, id`;

/** One statement's worth of routes: some thousands. */
const SAVE_CHARACTERS = 1_000_000;

export async function saveGroup(
  db: D1Database,
  group: Group,
  expectedVersion: number | undefined,
  now: number,
): Promise<SaveResult> {
  const save = db
    .prepare(SAVE_GROUP)
    .bind(group.id, group.name, JSON.stringify(group), now, expectedVersion ?? null);
  return savedOrConflict(await db.batch([save, db.prepare(GROUP_VERSION).bind(group.id)]));
}

/** Deletes a group and exactly its routes; its logs stay. */
export async function deleteGroup(
  db: D1Database,
  id: string,
  expectedVersion: number | undefined,
): Promise<SaveResult> {
  const version = expectedVersion ?? null;
  const [, deleted, left] = await db.batch([
    db.prepare(DELETE_ROUTES_OF).bind(id, version),
    db.prepare(DELETE_GROUP).bind(id, version),
    db.prepare(GROUP_VERSION).bind(id),
  ]);
  return savedOrConflict([deleted, left]);
}

/** Saves routes, all or none, each new one at the end of its group; an existing one keeps its place. */
export async function saveRoutes(
  db: D1Database,
  changes: readonly RouteChange[],
  now: number,
): Promise<SaveRoutesResult> {
  const json = JSON.stringify(
    changes.map(({ route, expectedVersion }) => ({
      ...routeRecord(route, 0),
      expected: expectedVersion ?? null,
    })),
  );
  if (json.length > SAVE_CHARACTERS) throw new RangeError("too many routes to save at once");
  const [saved, versions] = await db.batch([
    db.prepare(SAVE_ROUTES).bind(json, now),
    db.prepare(VERSIONS_OF).bind(json),
  ]);
  const rows = (versions?.results ?? []) as VersionRow[];
  return (saved?.results.length ?? 0) > 0 || changes.length === 0
    ? { status: "saved", versions: rows.map((row) => row.version ?? 0) }
    : whyNot(rows);
}

export async function deleteRoute(
  db: D1Database,
  groupId: string,
  id: string,
  expectedVersion: number | undefined,
): Promise<SaveResult> {
  return savedOrConflict(
    await db.batch([
      db.prepare(DELETE_ROUTE).bind(groupId, id, expectedVersion ?? null),
      db.prepare(ROUTE_VERSION).bind(groupId, id),
    ]),
  );
}

/** Puts a route in front of another one of its group, or at the end. Writes that row alone, as a rule. */
export async function moveRoute(
  db: D1Database,
  move: {
    groupId: string;
    id: string;
    before?: string | undefined;
    expectedVersion?: number | undefined;
  },
  now: number,
): Promise<SaveResult> {
  const { groupId, id, before, expectedVersion } = move;
  const position =
    (await freePosition(db, groupId, id, before)) ??
    // No number is left between the two: spread the group's routes, then there is.
    (await db.prepare(SPREAD_ROUTES).bind(groupId).run(),
    (await freePosition(db, groupId, id, before)) ?? 0);
  return savedOrConflict(
    await db.batch([
      db.prepare(MOVE_ROUTE).bind(groupId, id, position, now, expectedVersion ?? null),
      db.prepare(ROUTE_VERSION).bind(groupId, id),
    ]),
  );
}

/** A route as the statements above read it out of JSON. JSON columns are texts inside it. */
export function routeRecord(route: Route, index: number): Record<string, string | number | null> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  return {
    groupId: route.groupId,
    id: route.id,
    position: (index + 1) * POSITION_GAP,
    name: route.name,
    enabled: Number(route.enabled),
    filters: JSON.stringify(route.filters),
    targets: JSON.stringify(route.targets),
    stop: Number(route.stop ?? false),
    fallback: Number(route.fallback ?? false),
    discordRoleIds: json(route.discordRoleIds),
    ast: json(route.ast),
    style: route.style ?? null,
  };
}

async function freePosition(
  db: D1Database,
  groupId: string,
  id: string,
  before: string | undefined,
): Promise<number | undefined> {
  const { results } = await db
    .prepare(POSITIONS)
    .bind(groupId)
    .all<{ id: string; position: number }>();
  const others = results.filter((row) => row.id !== id);
  const at = others.findIndex((row) => row.id === before);
  const next = others[at];
  if (next === undefined) return (others.at(-1)?.position ?? 0) + POSITION_GAP;
  const previous = others[at - 1]?.position ?? next.position - 2 * POSITION_GAP;
  const between = Math.floor((previous + next.position) / 2);
  return between > previous && between < next.position ? between : undefined;
}

interface VersionRow {
  group_id: string;
  id: string;
  expected: number | null;
  has_group: number;
  version: number | null;
}

function whyNot(rows: readonly VersionRow[]): SaveRoutesResult {
  const orphan = rows.find((row) => row.has_group === 0);
  if (orphan !== undefined) return { status: "no_group", groupId: orphan.group_id };
  const row = rows.find(
    ({ expected, version }) => expected !== null && expected !== (version ?? 0),
  );
  return {
    status: "conflict",
    groupId: row?.group_id ?? "",
    id: row?.id ?? "",
    version: row?.version ?? undefined,
  };
}

/** Of a write that returns a version and the look at what is there now. */
function savedOrConflict(results: readonly (D1Result | undefined)[]): SaveResult {
  const [saved, current] = results.map(
    (result) => (result?.results as { version: number }[] | undefined)?.[0]?.version,
  );
  return saved === undefined
    ? { status: "conflict", version: current }
    : { status: "saved", version: saved };
}
