import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { moveTelegramChat } from "./configuration-moves.ts";
import {
  type ConfigurationDeps,
  createConfigurationReader,
  databaseOf,
} from "./configuration-reader.ts";
import {
  type GroupRow,
  groupOf,
  routeOf,
  type RouteRow,
  SELECT_GROUP,
  SELECT_ROUTES_OF,
} from "./configuration-rows.ts";
import type { StoredConfiguration } from "./configuration-snapshot.ts";
import * as writes from "./configuration-writes.ts";
import { throughGate } from "./d1-gate.ts";

/** Groups and their routes. D1 is the truth, KV and the isolate hold copies that know their revision. */
export interface ConfigurationStore {
  /** The configuration as of a revision that the caller has just read in D1. Throws `ConfigurationUnreadable`. */
  at(revision: number): Promise<StoredConfiguration>;
  /** The configuration where the revision is not known: at most 30 s old. Throws `ConfigurationUnreadable`. */
  current(): Promise<StoredConfiguration>;
  /** The isolate's copy, however old, for whoever asks D1 for its revision along with what follows from it. */
  copy(): StoredConfiguration | undefined;

  /** Straight from D1, for whoever is about to change it. */
  group(id: string): Promise<Versioned<Group> | undefined>;
  /** A group's routes in their order, straight from D1. */
  routesOf(groupId: string): Promise<Versioned<Route>[]>;

  // Every write throws when D1 cannot be written: configuration is never saved into a cache.
  saveGroup(group: Group, expectedVersion?: number): Promise<writes.SaveResult>;
  deleteGroup(id: string, expectedVersion?: number): Promise<writes.SaveResult>;
  saveRoute(route: Route, expectedVersion?: number): Promise<writes.SaveResult>;
  saveRoutes(changes: readonly writes.RouteChange[]): Promise<writes.SaveRoutesResult>;
  deleteRoute(groupId: string, id: string, expectedVersion?: number): Promise<writes.SaveResult>;
  moveRoute(move: {
    groupId: string;
    id: string;
    /** Absent: to the end. */
    before?: string;
    expectedVersion?: number;
  }): Promise<writes.SaveResult>;
  /** A Telegram chat has a new id: routes and groups follow it. Ids without `telegram:`. */
  moveTelegramChat(from: string, to: string): Promise<void>;
}

export { ConfigurationUnreadable } from "./configuration-reader.ts";
export type { StoredConfiguration } from "./configuration-snapshot.ts";
export type { SaveResult } from "./configuration-writes.ts";

export interface Versioned<T> {
  value: T;
  version: number;
}

export function createConfigurationStore(deps: ConfigurationDeps): ConfigurationStore {
  const { db, gate, now } = deps;
  const reader = createConfigurationReader(deps);

  const write = async <T extends { status: string }>(
    change: (db: D1Database) => Promise<T>,
  ): Promise<T> => {
    return await throughGate(gate, async () => {
      await reader.takeOver(true);
      const result = await change(databaseOf(db));
      if (result.status === "saved") await reader.refresh();
      return result;
    });
  };

  return {
    at: (revision) => reader.at(revision),
    current: () => reader.current(),
    copy: () => reader.copy(),

    async group(id) {
      await reader.takeOver();
      const row = await databaseOf(db).prepare(SELECT_GROUP).bind(id).first<GroupRow>();
      const value = row === null ? undefined : groupOf(row);
      return row === null || value === undefined ? undefined : { value, version: row.version };
    },
    async routesOf(groupId) {
      await reader.takeOver();
      const rows = await databaseOf(db).prepare(SELECT_ROUTES_OF).bind(groupId).all<RouteRow>();
      return rows.results.flatMap((row) => {
        const value = routeOf(row);
        return value === undefined ? [] : { value, version: row.version };
      });
    },

    saveGroup: (group, version) => write((db) => writes.saveGroup(db, group, version, now())),
    deleteGroup: (id, version) => write((db) => writes.deleteGroup(db, id, version)),
    saveRoute: (route, version) => write((db) => saveOne(db, route, version, now())),
    saveRoutes: (changes) => write((db) => writes.saveRoutes(db, changes, now())),
    deleteRoute: (groupId, id, version) =>
      write((db) => writes.deleteRoute(db, groupId, id, version)),
    moveRoute: (move) => write((db) => writes.moveRoute(db, move, now())),
    async moveTelegramChat(from, to) {
      await write((db) => moveTelegramChat(db, from, to, now()));
    },
  };
}

async function saveOne(
  db: D1Database,
  route: Route,
  expectedVersion: number | undefined,
  now: number,
): Promise<writes.SaveResult> {
  const result = await writes.saveRoutes(db, [{ route, expectedVersion }], now);
  return result.status === "saved"
    ? { status: "saved", version: result.versions[0] ?? 0 }
    : { ...result };
}
