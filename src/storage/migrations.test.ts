import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { migrate, schemaOf, startFromOlderDatabase } from "../../tests/support/older-database.ts";
import { createAuditLogs } from "./audit-logs.ts";
import { createConfigurationStore } from "./configuration.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createLinks } from "./links.ts";
import { createOneTimeClaims } from "./one-time.ts";

const { DB, KV } = testEnv;
const now = () => 2_000_000_000_000;
const gate = () => createD1Gate({ db: DB, now });

const ROWS = [
  `INSERT INTO d1_groups VALUES ('a', 'A', '{"id":"a","name":"A","adminIds":["7","bob"],"theirs":1}', 3, 10, 20)`,
  `INSERT INTO d1_groups VALUES ('broken', NULL, NULL, NULL, NULL, NULL)`,
  `INSERT INTO d1_routes VALUES ('second', 'a', 'S', 1, '[{"type":"event","match":"push"}]', '[{"channelId":"1"}]', 0, 0, NULL, NULL, 4, 20, 20)`,
  `INSERT INTO d1_routes VALUES ('first', 'a', 'F', 0, '[]', '[{"platform":"telegram","chatId":"-1"}]', 1, 1, '["9"]', '{"all":[]}', 2, 10, 10)`,
  `INSERT INTO d1_routes VALUES ('third', 'a', NULL, NULL, NULL, '[{"channelId":"2"}]', NULL, NULL, NULL, NULL, NULL, 20, NULL)`,
  `INSERT INTO d1_routes VALUES ('orphan', 'gone', 'O', 1, '[]', '[{"channelId":"2"}]', 0, 0, NULL, NULL, 1, 1, 1)`,
  `INSERT INTO audit_logs (ts, actor_id, action, group_id, detail) VALUES (5, '7', 'login', 'a', '{"x":1}')`,
  `INSERT INTO dedup_keys VALUES ('delivery:github:global:1', 5, ${now() + 1})`,
  `INSERT INTO discord_links VALUES ('1', '42')`,
  `INSERT INTO telegram_links VALUES ('2', '42')`,
  `INSERT INTO send_logs (ts, event, ok) VALUES (5, 'push', 1)`,
  `INSERT INTO delivery_state VALUES ('delivery-state:github:global:1', 'delivered', 5)`,
  `INSERT INTO message_tracking VALUES ('r:k', 'discord:1', '99', 5)`,
];

it("brings a database of the older deployment to the schema of a fresh one", async () => {
  const fresh = await schemaOf(DB);
  await startFromOlderDatabase(ROWS);
  await migrate();

  expect(await schemaOf(DB)).toEqual(fresh);
  await migrate();
  expect(await schemaOf(DB)).toEqual(fresh);
});

it("keeps every row of the older deployment, and what it says", async () => {
  const tables = [
    "d1_groups",
    "d1_routes",
    "audit_logs",
    "dedup_keys",
    "discord_links",
    "telegram_links",
    "send_logs",
    "delivery_state",
    "message_tracking",
  ];
  const read = async () => {
    const all = await DB.batch<Record<string, unknown>>(
      tables.map((table) => DB.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)),
    );
    return all.map(({ results }) => results);
  };
  await startFromOlderDatabase(ROWS);
  const before = await read();
  await migrate();

  expect(before.flat()).toHaveLength(ROWS.length);
  const said = before.map((rows) =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    ),
  );
  expect(await read()).toMatchObject(said);
});

it("reads the older rows as what they meant", async () => {
  await startFromOlderDatabase(ROWS);
  await migrate();
  const store = createConfigurationStore({ db: DB, kv: KV, gate: gate(), now });
  const configuration = await store.current();

  expect(configuration.group("a")?.members).toEqual([
    { userId: "7", login: "", role: "owner" },
    { login: "bob", role: "owner" },
  ]);
  expect(await store.group("a")).toMatchObject({ version: 3 });
  const routes = configuration.routes("a");
  expect(routes.map(({ id }) => id)).toEqual(["first", "second", "third"]);
  expect(routes[0]).toEqual({
    id: "first",
    groupId: "a",
    name: "F",
    enabled: false,
    filters: [],
    targets: [{ platform: "telegram", chatId: "-1" }],
    stop: true,
    fallback: true,
    discordRoleIds: ["9"],
    ast: { all: [] },
  });

  const links = createLinks({ db: DB, now });
  expect(await links.ofGithubUsers(["42"])).toEqual([
    { platform: "discord", chatUserId: "1", githubUserId: "42" },
    { platform: "telegram", chatUserId: "2", githubUserId: "42" },
  ]);
  expect(await createAuditLogs({ db: DB, now }).list({ groupId: "a", limit: 9 })).toEqual([
    { id: 1, at: 5, actorId: "7", action: "login", groupId: "a", detail: { x: 1 } },
  ]);
  const claims = createOneTimeClaims({ db: DB, gate: gate(), now });
  expect(await claims.claim("delivery:github:global:1", now() + 5)).toBe(false);
});

it("takes rows that are written by hand with the columns there always were", async () => {
  const rows = [
    `INSERT INTO d1_groups (id, name, data) VALUES ('a', 'A', '{}')`,
    `INSERT INTO d1_routes (id, group_id, targets) VALUES ('z', 'a', '[{"channelId":"1"}]')`,
    `INSERT INTO d1_routes (id, group_id, targets) VALUES ('y', 'a', '[{"channelId":"2"}]')`,
    `INSERT INTO dedup_keys (key, claimed_at, expires_at) VALUES ('k', 1, 2)`,
    `INSERT INTO delivery_state (key, status, updated_at) VALUES ('k', 'failed', 1)`,
    `INSERT INTO message_tracking (event_id, target_id, message_id, updated_at) VALUES ('r:k', 'discord:1', '9', 1)`,
    `INSERT INTO discord_links (discord_user_id, github_user_id) VALUES ('1', '42')`,
    `INSERT INTO telegram_links (telegram_user_id, github_user_id) VALUES ('2', '42')`,
  ];
  for (const sql of rows) await DB.prepare(sql).run();

  const store = createConfigurationStore({ db: DB, kv: KV, gate: gate(), now });
  expect((await store.current()).routes("a").map(({ id }) => id)).toHaveLength(2);
  const pruned = `SELECT count(*) AS n FROM delivery_state WHERE claimed_day < unixepoch() / 86400 - 7`;
  expect(await DB.prepare(pruned).first("n")).toBe(0);
});

it("serves from KV before the migrations have run, and from D1 afterwards", async () => {
  await startFromOlderDatabase(ROWS);
  await KV.put("config:groups", `[{"id":"a","name":"cached"}]`);
  await KV.put("config:routes", "[]");
  let time = now();
  const clock = () => time;
  const db = createD1Gate({ db: DB, now: clock });
  const store = createConfigurationStore({ db: DB, kv: KV, gate: db, now: clock });

  expect((await store.current()).group("a")?.name).toBe("cached");
  expect(db.state()).toMatchObject({ store: "kv", problem: "not_migrated" });
  await migrate();
  time += 30_000;
  expect((await store.current()).group("a")?.name).toBe("A");
});

it("moves the revision of the configuration with every change, whoever makes it", async () => {
  const revision = () =>
    DB.prepare("SELECT revision FROM config_revision").first<number>("revision");
  const changes = [
    `INSERT INTO d1_groups (id, data, created_at, updated_at) VALUES ('a', '{}', 1, 1)`,
    `UPDATE d1_groups SET name = 'x'`,
    `INSERT INTO d1_routes (id, group_id, position, created_at, updated_at) VALUES ('r', 'a', 1, 1, 1)`,
    `UPDATE d1_routes SET enabled = 0`,
    `DELETE FROM d1_routes`,
    `DELETE FROM d1_groups`,
  ];
  for (const sql of changes) {
    const before = (await revision()) ?? NaN;
    await DB.prepare(sql).run();
    expect(await revision()).toBe(before + 1);
  }
});
