import { applyD1Migrations, reset } from "cloudflare:test";
import { testEnv } from "./env.ts";

/** A migrated database as it is before anybody writes to it. */
interface Pristine {
  schema: string;
  tables: readonly string[];
  /** What the migrations themselves put into tables. */
  rows: readonly { table: string; row: Readonly<Record<string, unknown>> }[];
}

// Files of one project share an isolate, but each runs its setup anew.
const kept = globalThis as { pristineDatabase?: Pristine | undefined };

/** Deleting one by one is slower than a reset from here on. */
const MANY = 40;

const SCHEMA = `SELECT group_concat(sql, ';') AS sql FROM
  (SELECT sql FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\' ORDER BY name)`;
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table'
  AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`;

/** A migrated, empty database: as the test before left it, or made anew. */
export async function freshStorage(): Promise<void> {
  if (kept.pristineDatabase !== undefined) return;
  await reset();
  await applyD1Migrations(testEnv.DB, testEnv.TEST_MIGRATIONS);
  kept.pristineDatabase = await lookAtDatabase();
}

/** Takes out what a test put in; where it changed more than rows, everything goes. */
export async function emptyStorage(): Promise<void> {
  const { pristineDatabase } = kept;
  kept.pristineDatabase = undefined;
  if (pristineDatabase === undefined) return await reset();
  const [isEmpty, { keys }, { objects }] = await Promise.all([
    emptied(pristineDatabase),
    testEnv.KV.list(),
    testEnv.PAYLOAD.list(),
  ]);
  if (!isEmpty || keys.length > MANY || objects.length > MANY) return await reset();
  await Promise.all(keys.map(({ name }) => testEnv.KV.delete(name)));
  if (objects.length > 0) await testEnv.PAYLOAD.delete(objects.map(({ key }) => key));
  kept.pristineDatabase = pristineDatabase;
}

/** False where the schema is another. */
async function emptied(pristine: Pristine): Promise<boolean> {
  try {
    const statements = [testEnv.DB.prepare(SCHEMA), ...emptying(pristine)];
    const [schema] = await testEnv.DB.batch<{ sql: string }>(statements);
    return schema?.results[0]?.sql === pristine.schema;
  } catch {
    return false;
  }
}

/** First everything goes, then the migrations' own rows come back: triggers write on deletions, too. */
function emptying({ tables, rows }: Pristine): D1PreparedStatement[] {
  const { DB: db } = testEnv;
  const own = [...new Set(rows.map(({ table }) => table))];
  const inOrder = [...tables.filter((table) => !own.includes(table)), ...own];
  return [
    ...inOrder.map((table) => db.prepare(`DELETE FROM ${table}`)),
    ...rows.map(({ table, row }) => {
      const columns = Object.keys(row);
      const marks = columns.map(() => "?").join(", ");
      const insert = `INSERT OR REPLACE INTO ${table} (${columns.join(", ")}) VALUES (${marks})`;
      return db.prepare(insert).bind(...Object.values(row));
    }),
  ];
}

async function lookAtDatabase(): Promise<Pristine> {
  const { results } = await testEnv.DB.prepare(TABLES).all<{ name: string }>();
  const tables = results.map(({ name }) => name);
  const contents = await testEnv.DB.batch<Record<string, unknown>>(
    tables.map((table) => testEnv.DB.prepare(`SELECT * FROM ${table}`)),
  );
  const rows = tables.flatMap((table, index) =>
    (contents[index]?.results ?? []).map((row) => ({ table, row })),
  );
  return { schema: await schemaNow(), tables, rows };
}

async function schemaNow(): Promise<string> {
  return (await testEnv.DB.prepare(SCHEMA).first<string>("sql")) ?? "";
}
