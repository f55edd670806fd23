import type { Group } from "../domain/group.ts";
import type { Configuration } from "../domain/matching.ts";
import type { Route } from "../domain/route.ts";

export interface StoredConfiguration extends Configuration {
  /** The groups that events of a repository owner may enter from the shared endpoint, by the group's own word. */
  groupsOpenTo(owner: string | undefined): readonly Group[];
}

/** Freezes groups and routes, these in their stored order, into what readers share. */
export function snapshot(
  revision: number,
  groups: readonly Group[],
  routes: readonly Route[],
): StoredConfiguration {
  const all = deepFreeze([...groups]);
  const byId = new Map(all.map((group) => [group.id, group]));
  const routesByGroup = collect(routes, (route) => [route.groupId]);
  const byOwner = collect(all, ownersOf);
  const openToAll = all.filter((group) => group.owners === undefined);
  return Object.freeze({
    revision,
    groups: () => all,
    group: (id: string) => byId.get(id),
    routes: (groupId: string) => routesByGroup.get(groupId) ?? NONE,
    groupsOpenTo: (owner: string | undefined) => [
      ...openToAll,
      ...(byOwner.get(owner?.toLowerCase() ?? "") ?? NONE),
    ],
  });
}

const NONE: readonly never[] = Object.freeze([]);

function ownersOf(group: Group): string[] {
  return [...new Set((group.owners ?? []).map((owner) => owner.toLowerCase()))];
}

function collect<T extends object>(
  items: readonly T[],
  keysOf: (item: T) => string[],
): Map<string, readonly T[]> {
  const lists = new Map<string, T[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const list = lists.get(key) ?? [];
      list.push(item);
      lists.set(key, list);
    }
  }
  return new Map([...lists].map(([key, list]) => [key, deepFreeze(list)]));
}

function deepFreeze<T extends object>(value: T): T {
  if (Object.isFrozen(value)) return value;
  for (const inner of Object.values(value) as unknown[]) {
    if (typeof inner === "object" && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
