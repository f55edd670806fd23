import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BARE_SCHEMA } from "./bare-worker.ts";
import { SECRET } from "./load.ts";
import { plainScript, type RunningWorker, startWorker } from "./runtime.ts";
import { startStore, type Store } from "./store.ts";

const MIGRATIONS = join(import.meta.dirname, "..", "..", "migrations");
const GROUP = { id: "team", name: "Team", members: [] };

/** WebHooker as it is deployed, with one route to one channel. */
export async function startWebHooker(code: string): Promise<RunningWorker> {
  const store = await startStore();
  migrate(store);
  const routes = [routeTo(1)];
  store.putKeyValue("config:groups", JSON.stringify([GROUP]));
  store.putKeyValue("config:routes", JSON.stringify(routes));
  return await startWorker("webhooker", code, {
    store,
    settings: {
      GITHUB_WEBHOOK_SECRET: SECRET,
      DISCORD_TOKEN: "token",
      DISCORD_API_URL: `${store.url}/discord`,
      TELEGRAM_TOKEN: "1:token",
      TELEGRAM_API_URL: `${store.url}/telegram`,
    },
  });
}

export async function startBare(): Promise<RunningWorker> {
  const store = await startStore();
  store.db.exec(BARE_SCHEMA);
  const settings = { GITHUB_WEBHOOK_SECRET: SECRET, DISCORD_API_URL: `${store.url}/discord` };
  return await startWorker("bare", plainScript("bare-worker.ts"), { store, settings });
}

/** Replaces the routes, as a save would: the revision moves with it. */
export function setRoutes({ db }: Store, routes: readonly ReturnType<typeof routeTo>[]): void {
  db.exec("DELETE FROM d1_routes");
  const insert = db.prepare(
    `INSERT INTO d1_routes (id, group_id, position, name, enabled, filters, targets, created_at, updated_at)
     VALUES (?1, 'team', ?2, ?1, 1, ?3, ?4, 0, 0)`,
  );
  for (const [index, { id, filters, targets }] of routes.entries()) {
    insert.run(id, index, JSON.stringify(filters), JSON.stringify(targets));
  }
}

/** A route for everything, to so many targets: channels, and every third one a Telegram chat. */
export function routeTo(targets: number) {
  return {
    id: "all",
    groupId: GROUP.id,
    name: "Everything",
    enabled: true,
    filters: [] as readonly object[],
    targets: Array.from({ length: targets }, (_, index) =>
      index % 3 === 2
        ? { platform: "telegram", chatId: String(-200 - index) }
        : { platform: "discord", channelId: String(100 + index) },
    ),
  };
}

/** A route that reads its filters and then wants nothing of what the bench sends. */
export function otherRoute(number: number) {
  const filters = [
    { type: "event", match: ["push", "pull_request", "issues"] },
    { type: "branch", match: [`release/${number}.*`, "/^v\\d+\\.x$/"] },
    { type: "actor", match: "*[bot]", exclude: true },
  ];
  return { ...routeTo(1), id: `other-${number}`, filters };
}

function migrate({ db }: Store): void {
  db.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
  const applied = db.prepare("INSERT INTO d1_migrations (name) VALUES (?)");
  for (const file of readdirSync(MIGRATIONS).sort()) {
    db.exec(readFileSync(join(MIGRATIONS, file), "utf8"));
    applied.run(file);
  }
}
