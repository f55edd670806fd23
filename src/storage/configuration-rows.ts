import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { checkGroup, checkRoute } from "./configuration-records.ts";
import { parseJson } from "./stored-value.ts";

export interface RevisionRow {
  revision: number;
  /** When the configuration of a KV-only deployment was taken over; null before that. */
  seeded_at: number | null;
}

export interface GroupRow {
  id: string;
  name: string;
  data: string;
  version: number;
}

export interface RouteRow {
  id: string;
  group_id: string;
  position: number;
  name: string;
  enabled: number;
  filters: string;
  targets: string;
  stop: number;
  fallback: number;
  discord_role_ids: string | null;
  ast: string | null;
  style: string | null;
  version: number;
}

export interface ConfigurationRows {
  revision: RevisionRow;
  groups: readonly Group[];
  /** In their order, group by group. */
  routes: readonly Route[];
}

const ROUTE_COLUMNS = `id, group_id, position, name, enabled, filters, targets, stop, fallback, discord_role_ids, ast, style, version`;

export const SELECT_REVISION = `SELECT revision, seeded_at FROM config_revision WHERE id = 1`;
const SELECT_GROUPS_AFTER = `SELECT id, name, data, version FROM d1_groups WHERE id > ?1 ORDER BY id LIMIT ?2`;
const SELECT_ROUTES_AFTER = `SELECT ${ROUTE_COLUMNS} FROM d1_routes
  WHERE (group_id, id) > (?1, ?2) ORDER BY group_id, id LIMIT ?3`;
export const SELECT_GROUP = `SELECT id, name, data, version FROM d1_groups WHERE id = ?1`;
export const SELECT_ROUTES_OF = `SELECT ${ROUTE_COLUMNS} FROM d1_routes WHERE group_id = ?1 ORDER BY position, id`;

const PAGE = 500;

/**
 * Reads the whole configuration, page by page. The revision is read first, in the first page's
 * transaction: what changes while later pages are read has a newer one, and is read again then.
 */
export async function loadConfiguration(db: D1Database): Promise<ConfigurationRows> {
  const [revisions, firstGroups, firstRoutes] = await db.batch([
    db.prepare(SELECT_REVISION),
    db.prepare(SELECT_GROUPS_AFTER).bind("", PAGE),
    db.prepare(SELECT_ROUTES_AFTER).bind("", "", PAGE),
  ]);
  const groups = (firstGroups?.results ?? []) as GroupRow[];
  for (let page = groups; page.length === PAGE; groups.push(...page)) {
    const after = db.prepare(SELECT_GROUPS_AFTER).bind(page.at(-1)?.id, PAGE);
    page = (await after.all<GroupRow>()).results;
  }
  const routes = (firstRoutes?.results ?? []) as RouteRow[];
  for (let page = routes; page.length === PAGE; routes.push(...page)) {
    const last = page.at(-1);
    const after = db.prepare(SELECT_ROUTES_AFTER).bind(last?.group_id, last?.id, PAGE);
    page = (await after.all<RouteRow>()).results;
  }
  return {
    revision: revisionOf(revisions?.results),
    groups: groups.flatMap((row) => groupOf(row) ?? []),
    routes: routes.sort(byPosition).flatMap((row) => routeOf(row) ?? []),
  };
}

function revisionOf(rows: unknown[] | undefined): RevisionRow {
  const [row] = (rows ?? []) as RevisionRow[];
  if (row === undefined) throw new Error("config_revision has no row: run the migrations");
  return row;
}

function byPosition(a: RouteRow, b: RouteRow): number {
  if (a.group_id !== b.group_id) return a.group_id < b.group_id ? -1 : 1;
  return a.position - b.position || (a.id < b.id ? -1 : 1);
}

/** A row's group; undefined, and logged, where it is corrupt. */
export function groupOf(row: GroupRow): Group | undefined {
  const data = parseJson(row.data);
  const value =
    typeof data === "object" && data !== null ? { ...data, id: row.id, name: row.name } : data;
  return checkGroup(value, `d1_groups/${row.id}`);
}

/** A row's route; undefined, and logged, where it is corrupt: half a route could match everything. */
export function routeOf(row: RouteRow): Route | undefined {
  const value = {
    id: row.id,
    groupId: row.group_id,
    name: row.name,
    enabled: row.enabled !== 0,
    filters: parseJson(row.filters) ?? "corrupt",
    targets: parseJson(row.targets),
    ...(row.ast === null ? {} : { ast: parseJson(row.ast) ?? "corrupt" }),
    ...(row.stop === 0 ? {} : { stop: true }),
    ...(row.fallback === 0 ? {} : { fallback: true }),
    ...(row.discord_role_ids === null
      ? {}
      : { discordRoleIds: parseJson(row.discord_role_ids) ?? "corrupt" }),
    ...(row.style === null ? {} : { style: row.style }),
  };
  return checkRoute(value, `d1_routes/${row.group_id}/${row.id}`);
}
