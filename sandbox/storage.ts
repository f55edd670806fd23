import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { getPlatformProxy, unstable_splitSqlQuery as statementsOf } from "wrangler";
import { connectedChats, sampleGroup } from "./sample-group.ts";
import { PROJECT, type RunFolder } from "./worker-config.ts";

interface Bindings {
  DB: Database;
  KV: { put(key: string, value: string): Promise<void> };
}

interface Database {
  prepare(sql: string): Statement;
  batch(statements: readonly Statement[]): Promise<unknown>;
}

interface Statement {
  bind(...values: string[]): Statement;
}

/** Gives a run's empty databases the migrations, and the sample group where a first configuration is taken from. */
export async function prepareStorage({ config, state }: RunFolder): Promise<void> {
  // wrangler keeps local data in this folder of what `--persist-to` names.
  const persist = { path: join(state, "v3") };
  const proxy = await getPlatformProxy<Bindings>({ configPath: config, persist });
  await migrate(proxy.env.DB);
  await connectChats(proxy.env.DB);
  for (const [key, value] of Object.entries(sampleGroup())) await proxy.env.KV.put(key, value);
  await proxy.dispose();
}

const CONNECT_CHAT = `INSERT INTO chats
  (target_id, platform, group_id, title, connected_by, connected_at, updated_at)
  VALUES (?1, ?2, ?3, ?4, ?5, 0, 0)`;

/** As /gh setup would have done it. */
async function connectChats(db: Database): Promise<void> {
  const connect = db.prepare(CONNECT_CHAT);
  const rows = connectedChats().map(({ targetId, platform, groupId, title, connectedBy }) =>
    connect.bind(targetId, platform, groupId, title, connectedBy),
  );
  await db.batch(rows);
}

/** As wrangler keeps it; the Worker looks into it. */
const LEDGER = `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL
)`;

/** In this process and in one go: a second wrangler would take longer than all the rest. */
async function migrate(db: Database): Promise<void> {
  const folder = join(PROJECT, "migrations");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".sql")).toSorted();
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  const statements = texts.flatMap((text) => statementsOf(text));
  const record = db.prepare("INSERT INTO d1_migrations (name) VALUES (?1)");
  await db.batch([
    ...[LEDGER, ...statements].map((sql) => db.prepare(sql)),
    ...files.map((name) => record.bind(name)),
  ]);
}
