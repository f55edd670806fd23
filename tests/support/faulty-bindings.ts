/**
 * D1 and KV bindings that count, fail or lag like the real ones sometimes do. Each wraps a real
 * binding, so that everything else about it stays true.
 */

const REAL_STATEMENT = new WeakMap<D1PreparedStatement, D1PreparedStatement>();

/** Stands around each call that reaches D1; `sql` lists its statements. */
export type AroundD1 = <T extends { meta: D1Meta }>(
  sql: readonly string[],
  call: () => Promise<readonly T[]>,
) => Promise<readonly T[]>;

/** A D1 that throws `error` whenever `isDown` says so, before anything is done. */
export function failingD1(
  db: D1Database,
  isDown: () => boolean,
  error: Error = new Error("D1_ERROR: Network connection lost."),
): D1Database {
  return interceptD1(db, async (_sql, call) => {
    if (isDown()) throw error;
    return await call();
  });
}

/** A D1 that does its work and then loses the answer whenever `losesAnswer` says so. */
export function forgetfulD1(
  db: D1Database,
  losesAnswer: (sql: readonly string[]) => boolean,
): D1Database {
  return interceptD1(db, async (sql, call) => {
    const results = await call();
    if (losesAnswer(sql)) throw new Error("D1_ERROR: Network connection lost.");
    return results;
  });
}

export interface D1Counts {
  /** Statements, each one inside a batch included. */
  statements: number;
  /** A batch is one. */
  roundTrips: number;
  rowsRead: number;
  rowsWritten: number;
  /** The statements' text, in order. */
  sql: string[];
}

/** A D1 that counts what is done through it; `reset` starts over. */
export function countingD1(db: D1Database): {
  db: D1Database;
  counts: D1Counts;
  reset: () => void;
} {
  const counts = zeroCounts();
  const counted = interceptD1(db, async (sql, call) => {
    counts.roundTrips += 1;
    counts.statements += sql.length;
    counts.sql.push(...sql);
    const results = await call();
    for (const { meta } of results) {
      counts.rowsRead += meta.rows_read;
      counts.rowsWritten += meta.rows_written;
    }
    return results;
  });
  return { db: counted, counts, reset: () => void Object.assign(counts, zeroCounts()) };
}

export interface KvCounts {
  reads: number;
  writes: number;
  deletes: number;
  lists: number;
  /** The keys written, in order. */
  written: string[];
}

/** A KV that counts what is done through it; `reset` starts over. */
export function countingKv(kv: KVNamespace): {
  kv: KVNamespace;
  counts: KvCounts;
  reset: () => void;
} {
  const zero = (): KvCounts => ({ reads: 0, writes: 0, deletes: 0, lists: 0, written: [] });
  const counts = zero();
  const counted = interceptKv(kv, (method, key, call) => {
    if (method === "get" || method === "getWithMetadata") counts.reads += 1;
    if (method === "delete") counts.deletes += 1;
    if (method === "list") counts.lists += 1;
    if (method === "put") {
      counts.writes += 1;
      counts.written.push(String(key));
    }
    return call();
  });
  return { kv: counted, counts, reset: () => void Object.assign(counts, zero()) };
}

/** A KV whose quota of writes is used up. */
export function quotaKv(kv: KVNamespace): KVNamespace {
  return interceptKv(kv, (method, _key, call) => {
    if (method === "put" || method === "delete") {
      return Promise.reject(new Error(`KV ${method.toUpperCase()} failed: 429 Too Many Requests`));
    }
    return call();
  });
}

/** A KV that throws on everything whenever `isDown` says so. */
export function failingKv(kv: KVNamespace, isDown: () => boolean): KVNamespace {
  return interceptKv(kv, (_method, _key, call) =>
    isDown() ? Promise.reject(new Error("KV GET failed: 500 Internal Server Error")) : call(),
  );
}

/**
 * One location's view of KV: what was read once (absence too) stays so until `catchUp`, whatever
 * was written since, here or elsewhere. Writes and deletes go through.
 */
export function staleKv(kv: KVNamespace): { kv: KVNamespace; catchUp: () => void } {
  const seen = new Map<string, { value: string | null; metadata: unknown }>();
  const read = async (key: string) => {
    const known = seen.get(key) ?? (await kv.getWithMetadata(key, "text"));
    seen.set(key, { value: known.value, metadata: known.metadata });
    return known;
  };
  const stale = interceptKv(kv, async (method, key, call, type) => {
    if (method !== "get" && method !== "getWithMetadata") return await call();
    const { value, metadata } = await read(String(key));
    const typed = value === null ? null : asType(value, type);
    return method === "get" ? typed : { value: typed, metadata, cacheStatus: null };
  });
  return { kv: stale, catchUp: () => seen.clear() };
}

type KvMethod = "get" | "getWithMetadata" | "put" | "delete" | "list";
type AroundKv = (
  method: KvMethod,
  key: unknown,
  call: () => Promise<unknown>,
  type: unknown,
) => Promise<unknown>;

const KV_METHODS = new Set<string | symbol>(["get", "getWithMetadata", "put", "delete", "list"]);

/** A KV with `around` standing around each call. */
export function interceptKv(kv: KVNamespace, around: AroundKv): KVNamespace {
  return new Proxy(kv, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      const method = member.bind(target) as (...args: unknown[]) => Promise<unknown>;
      if (!KV_METHODS.has(property)) return method;
      return (...args: unknown[]) =>
        around(property as KvMethod, args[0], () => method(...args), typeOf(args[1]));
    },
  });
}

function typeOf(options: unknown): unknown {
  return typeof options === "object" && options !== null && "type" in options
    ? options.type
    : options;
}

function asType(value: string, type: unknown): unknown {
  if (type === "json") return JSON.parse(value);
  if (type === "arrayBuffer") return new TextEncoder().encode(value).buffer;
  return value;
}

function zeroCounts(): D1Counts {
  return { statements: 0, roundTrips: 0, rowsRead: 0, rowsWritten: 0, sql: [] };
}

/** A D1 with `around` standing around each call that reaches it. */
export function interceptD1(db: D1Database, around: AroundD1): D1Database {
  return new Proxy(db, {
    get(target, property) {
      if (property === "prepare") {
        return (sql: string) => interceptStatement(target.prepare(sql), sql, around);
      }
      if (property === "batch") {
        return (statements: D1PreparedStatement[]) =>
          around(statements.map(textOf), () => target.batch(statements.map(realOf)));
      }
      const member: unknown = Reflect.get(target, property);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

const TEXT = new WeakMap<D1PreparedStatement, string>();

const textOf = (statement: D1PreparedStatement): string => TEXT.get(statement) ?? "";
// One layer only: what is inside may be another wrapper's statement.
const realOf = (statement: D1PreparedStatement): D1PreparedStatement =>
  REAL_STATEMENT.get(statement) ?? statement;

function interceptStatement(
  real: D1PreparedStatement,
  sql: string,
  around: AroundD1,
): D1PreparedStatement {
  const all = async () => {
    const [result] = await around([sql], async () => [await real.all()]);
    if (result === undefined) throw new Error("a statement gave no result");
    return result;
  };
  const members: Record<string | symbol, unknown> = {
    bind: (...values: unknown[]) => interceptStatement(real.bind(...values), sql, around),
    all,
    run: all,
    first: async (column?: string) => {
      const row = (await all()).results[0];
      if (row === undefined) return null;
      return column === undefined ? row : row[column];
    },
    raw: async () => (await all()).results.map((row) => Object.values(row)),
  };
  const wrapped = new Proxy(real, { get: (_target, property) => members[property] });
  REAL_STATEMENT.set(wrapped, real);
  TEXT.set(wrapped, sql);
  return wrapped;
}
