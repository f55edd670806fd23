import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";

const MIGRATIONS = new URL("../../migrations/", import.meta.url);

/** A migrated D1 in this process's memory, for runs of thousands of events. */
export function createSqliteD1(): D1Database {
  const database = new DatabaseSync(":memory:");
  database.exec("PRAGMA foreign_keys = ON");
  database.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT, applied_at TEXT)");
  for (const name of readdirSync(MIGRATIONS).sort()) {
    database.exec(readFileSync(new URL(name, MIGRATIONS), "utf8"));
    database.exec(`INSERT INTO d1_migrations (name) VALUES ('${name}')`);
  }
  return d1Over(database);
}

interface Bound extends D1PreparedStatement {
  runNow(): D1Result<Record<string, unknown>>;
}

function d1Over(database: DatabaseSync): D1Database {
  const prepared = new Map<string, ReturnType<DatabaseSync["prepare"]>>();
  const prepare = (sql: string, values: readonly unknown[] = []): Bound => {
    const runNow = () => {
      const statement = prepared.get(sql) ?? database.prepare(sql);
      prepared.set(sql, statement);
      return { results: rowsOf(statement, values), success: true as const, meta: META };
    };
    const all = () => later(runNow);
    // D1's statements have more forms than a Worker of ours uses.
    return {
      runNow,
      bind: (...bound: unknown[]) => prepare(sql, bound),
      all,
      run: all,
      first: async (column?: string) => {
        const [row] = (await all()).results;
        if (row === undefined) return null;
        return column === undefined ? row : row[column];
      },
      raw: async () => (await all()).results.map((row) => Object.values(row)),
    } as unknown as Bound;
  };
  return {
    prepare: (sql: string) => prepare(sql),
    batch: (statements: Bound[]) =>
      later(() => inTransaction(database, () => statements.map((one) => one.runNow()))),
  } as unknown as D1Database;
}

const META = { rows_read: 0, rows_written: 0, changes: 0 } as unknown as D1Meta;

function rowsOf(statement: ReturnType<DatabaseSync["prepare"]>, values: readonly unknown[]) {
  try {
    return statement.all(...(values as SQLInputValue[])).map((row) => ({ ...row }));
  } catch (error) {
    throw new Error(`D1_ERROR: ${String(error)}: SQLITE_ERROR`, { cause: error });
  }
}

function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** What a database answers comes later, and so do its errors. */
async function later<T>(work: () => T): Promise<T> {
  await Promise.resolve();
  return work();
}
