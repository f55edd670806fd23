import { describeError, logWarning } from "../observability/log.ts";
import { type CachedConfiguration, createConfigurationCache } from "./configuration-cache.ts";
import {
  type ConfigurationRows,
  loadConfiguration,
  type RevisionRow,
  SELECT_REVISION,
} from "./configuration-rows.ts";
import { seedFromKv } from "./configuration-seed.ts";
import { snapshot, type StoredConfiguration } from "./configuration-snapshot.ts";
import { type D1Gate, throughGate } from "./d1-gate.ts";
import { tryCopy } from "./stored-value.ts";

/** Reads the configuration from the nearest copy that agrees with D1's revision. */
export interface ConfigurationReader {
  /** As of `revision`; of the revision in D1 where that is not given. */
  at(revision: number | undefined): Promise<StoredConfiguration>;
  current(): Promise<StoredConfiguration>;
  /** What was read last. */
  copy(): StoredConfiguration | undefined;
  /** Before anybody reads D1 directly: the configuration of a KV-only deployment must be taken over. `last`: before a write. */
  takeOver(last?: boolean): Promise<void>;
  /** After a write: the isolate's copy and the cache follow. Never throws. */
  refresh(): Promise<void>;
}

/** Neither D1 nor the cache could be read. To be retried: it never means "no routes". */
export class ConfigurationUnreadable extends Error {
  override name = "ConfigurationUnreadable";
}

export interface ConfigurationDeps {
  db: D1Database | undefined;
  kv: KVNamespace;
  gate: D1Gate;
  now: () => number;
}

const COPY_MS = 30_000;
/** Of a cache that an older deployment wrote. */
const NO_REVISION = -1;

export function createConfigurationReader(deps: ConfigurationDeps): ConfigurationReader {
  const { db, kv, gate, now } = deps;
  const cache = createConfigurationCache(kv);
  let copy: { configuration: StoredConfiguration; readAt: number } | undefined;
  let takenOver = false;

  const keep = (configuration: StoredConfiguration): StoredConfiguration => {
    copy = { configuration, readAt: now() };
    return configuration;
  };

  const fromD1 = async (): Promise<ConfigurationRows> => {
    const rows = await loadOrTakeOver(databaseOf(db), kv, now());
    takenOver = rows.revision.seeded_at !== null;
    return rows;
  };

  /** D1 where it answers, else whatever the cache says. */
  const read = async (cached: CachedConfiguration | "absent" | "unreadable") => {
    if (await gate.usable()) {
      try {
        const { revision, groups, routes } = await throughGate(gate, fromD1);
        const configuration = snapshot(revision.revision, groups, routes);
        // Nothing is configured: what a KV-only deployment had may still be put there.
        if (revision.seeded_at === null) return configuration;
        if (cached === "absent") await cache.write(revision.revision, groups, routes);
        return keep(configuration);
      } catch (error) {
        logWarning("storage.configuration_from_cache", { error: describeError(error) });
      }
    }
    if (typeof cached === "string") throw new ConfigurationUnreadable(`D1 failed, cache ${cached}`);
    return keep(ofCache(cached));
  };

  const at = async (revision: number | undefined): Promise<StoredConfiguration> => {
    if (revision !== undefined && copy?.configuration.revision === revision) {
      return keep(copy.configuration);
    }
    const cached = await cache.read();
    const agrees = typeof cached !== "string" && cached.revision === revision;
    return revision !== undefined && agrees ? keep(ofCache(cached)) : await read(cached);
  };

  return {
    at,
    async current() {
      if (copy !== undefined && now() - copy.readAt < COPY_MS) return copy.configuration;
      return await at(await revisionInD1(deps));
    },
    copy: () => copy?.configuration,
    async takeOver(last = false) {
      if (takenOver) return;
      const row = await databaseOf(db).prepare(SELECT_REVISION).first<RevisionRow>();
      if (row?.seeded_at === null) await seedFromKv(databaseOf(db), kv, { now: now(), last });
      takenOver = last || row?.seeded_at !== null;
    },
    // The change is saved; where this fails, readers see its revision and read D1 themselves.
    refresh: () =>
      tryCopy("config", async () => {
        const { revision, groups, routes } = await fromD1();
        keep(snapshot(revision.revision, groups, routes));
        await cache.write(revision.revision, groups, routes);
      }),
  };
}

export function databaseOf(db: D1Database | undefined): D1Database {
  if (db === undefined) throw new Error("the DB binding is missing");
  return db;
}

async function loadOrTakeOver(
  db: D1Database,
  kv: KVNamespace,
  now: number,
): Promise<ConfigurationRows> {
  const rows = await loadConfiguration(db);
  if (rows.revision.seeded_at !== null) return rows;
  await seedFromKv(db, kv, { now, last: false });
  return await loadConfiguration(db);
}

/** Undefined where D1 does not answer, or has not yet taken over a KV-only deployment. */
async function revisionInD1({ db, gate }: ConfigurationDeps): Promise<number | undefined> {
  if (!(await gate.usable())) return undefined;
  try {
    const row = await throughGate(gate, () =>
      databaseOf(db).prepare(SELECT_REVISION).first<RevisionRow>(),
    );
    return row === null || row.seeded_at === null ? undefined : row.revision;
  } catch (error) {
    logWarning("storage.revision_unreadable", { error: describeError(error) });
    return undefined;
  }
}

function ofCache(cached: CachedConfiguration): StoredConfiguration {
  const { groups, routes } = cached.records();
  return snapshot(cached.revision ?? NO_REVISION, groups, routes);
}
