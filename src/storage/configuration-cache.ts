import { z } from "zod";
import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { describeError, logWarning } from "../observability/log.ts";
import { checkGroup, checkRecords, checkRoute } from "./configuration-records.ts";
import { parseStored, tryCopy } from "./stored-value.ts";

/** `config:groups` and `config:routes`: the configuration as it was at one revision. */
export interface ConfigurationCache {
  read(): Promise<CachedConfiguration | "absent" | "unreadable">;
  write(revision: number, groups: readonly Group[], routes: readonly Route[]): Promise<void>;
}

export interface CachedConfiguration {
  /** Undefined where an older deployment wrote it. */
  revision: number | undefined;
  /** Checked only when asked for. */
  records(): { groups: readonly Group[]; routes: readonly Route[] };
}

export const GROUPS_KEY = "config:groups";
export const ROUTES_KEY = "config:routes";
const TTL_SECONDS = 3_600;

const Metadata = z.object({ revision: z.number() });

export function createConfigurationCache(kv: KVNamespace): ConfigurationCache {
  return {
    async read() {
      try {
        return found(await kv.getWithMetadata([GROUPS_KEY, ROUTES_KEY], "text"));
      } catch (error) {
        logWarning("storage.cache_unreadable", { error: describeError(error) });
        return "unreadable";
      }
    },

    async write(revision, groups, routes) {
      const options = { expirationTtl: TTL_SECONDS, metadata: { revision } };
      await Promise.all([
        tryCopy(GROUPS_KEY, () => kv.put(GROUPS_KEY, JSON.stringify(groups), options)),
        tryCopy(ROUTES_KEY, () => kv.put(ROUTES_KEY, JSON.stringify(routes), options)),
      ]);
    },
  };
}

/** A stored array as it is; undefined, and logged, where it is none. */
export function parseArray(text: string | null, key: string): unknown[] | undefined {
  return text === null ? undefined : parseStored(text, z.array(z.unknown()), key);
}

type Found = Map<string, KVNamespaceGetWithMetadataResult<string, unknown>>;

function found(keys: Found): CachedConfiguration | "absent" {
  const [groups, routes] = [keys.get(GROUPS_KEY), keys.get(ROUTES_KEY)];
  const groupValues = parseArray(groups?.value ?? null, GROUPS_KEY);
  const routeValues = parseArray(routes?.value ?? null, ROUTES_KEY);
  // One without the other is half a configuration.
  if (groupValues === undefined || routeValues === undefined) return "absent";
  const [ofGroups, ofRoutes] = [revisionOf(groups?.metadata), revisionOf(routes?.metadata)];
  return {
    revision: ofGroups === ofRoutes ? ofGroups : undefined,
    records: () => ({
      groups: checkRecords(groupValues, checkGroup, GROUPS_KEY),
      routes: checkRecords(routeValues, checkRoute, ROUTES_KEY),
    }),
  };
}

function revisionOf(metadata: unknown): number | undefined {
  return Metadata.safeParse(metadata).data?.revision;
}
