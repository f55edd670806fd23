import { describeError, logWarning } from "../observability/log.ts";

/** The newest migration the code needs. A database without it counts as not migrated. */
export const NEWEST_MIGRATION = "0009_rows_by_hand.sql";

/** Whether D1 can serve a store now. One object per isolate, shared by all stores. */
export interface D1Gate {
  /**
   * Whether a hot store should use D1. True also during the first minute of an outage, so that
   * callers fail and are tried again; false after it, and while D1 is missing or not migrated.
   */
  usable(): Promise<boolean>;
  /** A D1 call threw this. Only what says something about D1 itself counts. */
  failed(error: unknown): void;
  /** A D1 call gave an answer. */
  succeeded(): void;
  /** What `usable` knew last, for `/health`. */
  state(): D1State;
}

export interface D1State {
  /** Which store serves the hot stores. */
  store: "d1" | "kv";
  problem?: D1Problem;
  /** When the problem was first seen here, in ms. */
  since?: number;
}

export type D1Problem =
  | "no_binding"
  /** The schema is missing or too old: run the migrations. */
  | "not_migrated"
  | "unreachable";

interface Deps {
  db: D1Database | undefined;
  now: () => number;
}

const OUTAGE_MS = 60_000;
const SURE_AFTER = 2;
const GOOD_MEMORY_MS = 30_000;
const BAD_MEMORY_MS = 5_000;

const MIGRATION_APPLIED = `SELECT 1 AS applied FROM d1_migrations WHERE name = ?1`;

export function createD1Gate({ db, now }: Deps): D1Gate {
  let migrated = false;
  let problem: { kind: D1Problem; since: number } | undefined;
  let askAgainAt = 0;
  /** The outage is long enough, and asking again and again did not end it. */
  let believed = false;

  const remember = (kind: D1Problem): void => {
    if (problem?.kind !== kind) {
      logWarning("storage.d1_problem", { problem: kind });
      problem = { kind, since: now() };
    }
    askAgainAt = now() + BAD_MEMORY_MS;
  };

  const succeeded = (): void => {
    // Before the schema is known, an answer proves only that D1 can be reached.
    if (!migrated) return;
    problem = undefined;
    believed = false;
    askAgainAt = now() + GOOD_MEMORY_MS;
  };

  const failed = (error: unknown): void => {
    if (isMissingSchema(error)) {
      migrated = false;
      remember("not_migrated");
    } else if (isD1Unreachable(error)) {
      remember("unreachable");
    }
  };

  const ask = async (binding: D1Database): Promise<void> => {
    try {
      migrated = (await binding.prepare(MIGRATION_APPLIED).bind(NEWEST_MIGRATION).first()) !== null;
      if (migrated) succeeded();
      else remember("not_migrated");
    } catch (error) {
      failed(error);
    }
  };

  const serves = (): boolean =>
    problem === undefined || (problem.kind === "unreachable" && !believed);
  const isLong = (): boolean =>
    problem?.kind === "unreachable" && now() - problem.since >= OUTAGE_MS;

  /** Two stumbles with a quiet minute between them are no outage: a few answers in a row decide. */
  const believeOrNot = async (binding: D1Database): Promise<void> => {
    for (let asked = 0; asked < SURE_AFTER && isLong(); asked += 1) await ask(binding);
    believed = isLong();
  };

  return {
    async usable() {
      if (!isD1(db)) remember("no_binding");
      // Callers do not share one question: a promise belongs to the request that made it.
      else {
        if (now() >= askAgainAt) await ask(db);
        if (isLong() && !believed) await believeOrNot(db);
      }
      return serves();
    },
    failed,
    succeeded,
    state: () => ({
      store: serves() ? "d1" : "kv",
      ...(problem === undefined ? {} : { problem: problem.kind, since: problem.since }),
    }),
  };
}

/** Runs one piece of D1 work and tells the gate how it went; the error goes on to the caller. */
export async function throughGate<T>(gate: D1Gate, work: () => Promise<T>): Promise<T> {
  try {
    const result = await work();
    gate.succeeded();
    return result;
  } catch (error) {
    gate.failed(error);
    throw error;
  }
}

/**
 * Whether an error says that D1 cannot serve now (network, reset, overload, quota), rather than that a
 * statement is wrong. https://developers.cloudflare.com/d1/observability/debug-d1/
 */
export function isD1Unreachable(error: unknown): boolean {
  const text = messageOf(error);
  if (text.startsWith("KV ")) return false;
  return UNREACHABLE.test(text) || (text.includes("D1_") && !STATEMENT_FAULT.test(text));
}

/** Whether an error says that a table or column is not there (yet). */
export function isMissingSchema(error: unknown): boolean {
  return /no such (table|column)|has no column named/i.test(messageOf(error));
}

const UNREACHABLE =
  /network connection lost|reset because|caused object to be reset|cannot resolve d1 db|client disconnected|overloaded|too many requests|timed? ?out|internal error/i;
const STATEMENT_FAULT =
  /SQLITE_(?!BUSY|IOERR|FULL|NOMEM|INTERRUPT)|D1_TYPE_ERROR|D1_COLUMN_NOTFOUND/;

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : describeError(error);
}

function isD1(db: D1Database | undefined): db is D1Database {
  return typeof db?.prepare === "function" && typeof db.batch === "function";
}
