import { expect, it } from "vitest";
import { createWorld } from "../../tests/delivery/world.ts";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1 } from "../../tests/support/faulty-bindings.ts";
import type { DeliveryKey } from "../domain/queue-job.ts";
import { createAdminLogins } from "./admin-logins.ts";
import { createAuditLogs } from "./audit-logs.ts";
import { moveSeen, noteSeen, readChatPeople } from "./chat-people.ts";
import { createChats } from "./chats.ts";
import { createConfigurationStore } from "./configuration.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createDeliveryStore } from "./deliveries.ts";
import { deliveryPruneRules } from "./deliveries-prune.ts";
import { readDeliveryState } from "./delivery-state.ts";
import { createEncryption } from "./encryption.ts";
import { createLinks } from "./links.ts";
import { unsureStatement } from "./message-tracking.ts";
import { createOneTimeClaims } from "./one-time.ts";
import { buryRows, failuresOf } from "./outbox.ts";
import { createOutboxStore } from "./outbox-letters.ts";
import { createPendingLinks } from "./pending-links.ts";
import { createPendingUses } from "./pending-uses.ts";
import { createPrune, pruneRules, rowsOfARun } from "./prune.ts";
import { sendLogsOfDelivery, sendLogsOfGroup, sharedRefusalsOf } from "./send-logs.ts";
import { createAccountTokens } from "./tokens.ts";
import { readVitals } from "./vitals.ts";

const now = () => 1_000;
const { db, counts } = countingD1(testEnv.DB);
const kv = testEnv.KV;
const encryption = createEncryption({ key: "k".repeat(32) });
if (encryption === undefined) throw new Error("no key");

/** Uses every verb, so that every statement passes the counting binding. */
async function useEverything(gate = createD1Gate({ db, now })) {
  if (encryption === undefined) return;
  await useConfiguration(gate);
  const tokens = createAccountTokens({ db, kv, gate, encryption, now });
  await tokens.save("1", { accessToken: "a", expiresAt: 2_000, refreshToken: "b" });
  await tokens.refresh("1", async () => ({ accessToken: "c" }));
  await tokens.refresh("1", () => Promise.reject(new Error("network")), "c").catch(() => undefined);
  await tokens.byAccessToken("c");
  await tokens.remove("1");

  await useOldTokens(gate);

  const pending = createPendingLinks({ db, encryption, now });
  const identity = { githubUserId: "1", login: "l" };
  await pending.create({
    platform: "discord",
    chatUserId: "1",
    secret: "s",
    identity,
    tokens: { accessToken: "a" },
  });
  await pending.confirm("discord", "1", "wrong");
  await pending.takeExpired(5);

  const links = createLinks({ db, now });
  for (const platform of ["discord", "telegram"] as const) {
    await links.save({ platform, chatUserId: "1", githubUserId: "1" });
    await links.find(platform, "1");
    await noteSeen(db, { platform, chatUserId: "1", place: `${platform}:2` });
    await moveSeen(db, `${platform}:2`, `${platform}:3`);
    await links.remove(platform, "1");
  }
  await links.ofGithubUsers(["1"]);
  await readChatPeople(db, ["1"], ["k"]).all();
  await links.removeAll("1");
  await useTheRest(gate);
}

/** Of an older deployment, under a key that has been replaced, while GitHub cannot be reached. */
async function useOldTokens(gate: ReturnType<typeof createD1Gate>) {
  const legacy = { userId: "2", accessToken: "d", expiresAt: 1, refreshToken: "e" };
  await kv.put("token:2", JSON.stringify(legacy));
  const unreachable = () => Promise.reject(new Error("network"));
  for (const keys of [{ key: "k".repeat(32) }, { key: "n".repeat(32), previous: "k".repeat(32) }]) {
    const rotated = createEncryption(keys);
    if (rotated === undefined) throw new Error("no key");
    const tokens = createAccountTokens({ db, kv, gate, encryption: rotated, now });
    await tokens.refresh("2", unreachable).catch(() => undefined);
  }
}

async function useConfiguration(gate: ReturnType<typeof createD1Gate>) {
  await kv.put("config:groups", `[{"id":"z","name":""}]`);
  await kv.put("config:routes", `[{"id":"r","groupId":"z","targets":[{"channelId":"1"}]}]`);
  const store = createConfigurationStore({ db, kv, gate, now });
  const route = { id: "r", groupId: "a", name: "", enabled: true, filters: [], targets: [] };
  await store.saveGroup({ id: "a", name: "", members: [] });
  await store.saveRoutes(["r", "s", "t"].map((id) => ({ route: { ...route, id } })));
  await testEnv.DB.prepare("UPDATE d1_routes SET position = 1").run();
  await store.moveRoute({ groupId: "a", id: "r", before: "t" });
  await store.moveTelegramChat("1", "2");
  await store.group("a");
  await store.routesOf("a");
  await store.current();
  await store.deleteRoute("a", "s");
  await store.deleteGroup("a");
}

async function useTheRest(gate: ReturnType<typeof createD1Gate>) {
  const claims = createOneTimeClaims({ db, gate, now });
  await claims.claim("k", 2_000);
  await claims.claimed(["k"]);

  const chats = createChats({ db, now });
  const place = { targetId: "telegram:1", platform: "telegram" } as const;
  await chats.connect({ ...place, groupId: "a", connectedBy: "x" });
  await chats.set(place, { lang: "en" });
  await chats.find("telegram:1");
  await chats.ofGroup("a");
  await chats.within("telegram:1");
  await chats.moveTelegramChat("1", "2");
  await chats.disconnect("telegram:2", "a");
  await chats.disconnectAll("a");

  const uses = createPendingUses(db, now);
  const owner = { ...place, chatUserId: "1", chatId: "1" };
  await uses.take(await uses.put({ path: "help", args: {} }, owner), owner);

  const audit = createAuditLogs({ db, now });
  await audit.record({ action: "x" });
  await audit.list({ limit: 1 });
  await audit.list({ limit: 1, groupId: "a" });
  const logins = createAdminLogins(db, now);
  await logins.bind("ann", "1");
  await logins.owners(["ann"]);
  await createPrune({ rules: pruneRules({ db, now }) }).run();
  await rowsOfARun(db);
}

/** The delivery, in fair weather and in foul. */
async function useDelivery() {
  const world = createWorld({
    db,
    kv,
    groups: [{ id: "g", logTarget: { channelId: "900" } }],
    routes: [
      {
        id: "r",
        groupId: "g",
        targets: [{ channelId: "1" }, { platform: "telegram", chatId: "-2" }],
      },
    ],
  });
  const news = { endpoint: "g", repo: "o/r", subject: "pull_request:1:1", facet: "title", at: 1 };
  world.faultOf = (target) => (target.startsWith("telegram") ? "rate_limited" : "ill");
  await world.accept({ ...news, deliveryId: "a", attention: true });
  await world.drain();
  await readVitals(db, world.clock.now);
  world.faultOf = () => "none";
  world.chat.migrate("-2", "-1002");
  world.pass(4_000_000);
  await world.delivery().sweep();
  await world.drain();
  const deliveries = createDeliveryStore({ db, kv, gate: createD1Gate({ db, now }), now });
  const key = { provider: "github", endpoint: "g", deliveryId: "a" } as const;
  await deliveries.release(key);
  await readDeliveryState(db, key);
  await useOutbox(() => world.clock.now, key);
}

async function useOutbox(clock: () => number, key: DeliveryKey) {
  const outbox = createOutboxStore({ db, now: clock });
  await outbox.reviveDelivery(key);
  await outbox.buryMessage({});
  await outbox.deadLetters({ limit: 10 });
  await outbox.deadLetters({ limit: 10, groupId: "g" });
  await outbox.backlog();
  await db.batch([buryRows(db, ["x"], 1), unsureStatement(db, "e", "t")]);
  await failuresOf(db, ["k"], "g");
  await sendLogsOfDelivery(db, "a");
  await sendLogsOfGroup(db, "g", { limit: 10 });
  await sharedRefusalsOf(db, "g", 10);
  const rules = deliveryPruneRules({ db, now: clock, sendLogRetentionDays: 30 });
  await db.batch(rules.map((rule) => rule.statement(10)));
}

/** Of one run in a deployment's or a chat's life, these look at whole tables of configuration. */
const ONCE = [
  "EXISTS (SELECT 1 FROM d1_groups) THEN NULL",
  "json_each(d1_routes.targets)",
  "$.logTarget.chatId",
  "json_each(telegram_links.places)",
];

it("scans no table in any query that runs regularly, and looks at every statement there is", async () => {
  await useEverything();
  await useDelivery();
  const statements = [...new Set(counts.sql)];

  const regular = statements.filter((sql) => !ONCE.some((part) => sql.includes(part)));
  const plans = await testEnv.DB.batch<{ detail: string }>(
    regular.map((sql) => testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`).bind(...nothingFor(sql))),
  );
  const scans = plans.flatMap(({ results }, index) =>
    results.flatMap(({ detail }) =>
      detail.startsWith("SCAN ") && !isSmall(detail) ? [`${detail}: ${regular[index]}`] : [],
    ),
  );
  expect(scans).toEqual([]);
  expect(writtenStatements().length).toBeGreaterThan(100);
  expect(writtenStatements().filter((parts) => !statements.some(has(parts)))).toEqual([]);
});

/** The statements in the source of this folder, each as its parts around what is filled in. */
function writtenStatements(): string[][] {
  const sources = Object.entries(SOURCES).filter(([file]) => !file.endsWith(".test.ts"));
  return sources.flatMap(([, source]) =>
    Array.from(source.matchAll(STATEMENT), ([text]) =>
      text
        .slice(1, -1)
        .split(/\$\{[^}]*\}?/)
        .filter((part) => part.trim() !== ""),
    ),
  );
}

const SOURCES = import.meta.glob<string>("./*.ts", {
  query: "?raw",
  import: "default",
  eager: true,
});
const STATEMENT = /(["'`])\s*(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b[^`]*?\1/g;

function has(parts: readonly string[]): (statement: string) => boolean {
  return (statement) => {
    let at = 0;
    return parts.every((part) => {
      const found = statement.indexOf(part, at);
      at = found + part.length;
      return found >= 0;
    });
  };
}

/** A plan does not depend on the values; each parameter needs one all the same. */
function nothingFor(sql: string): null[] {
  const numbers = Array.from(sql.matchAll(/\?(\d+)/g), ([, number]) => Number(number));
  return Array.from({ length: Math.max(0, ...numbers) }, () => null);
}

/** A list that was handed in or is made up, or one group’s routes ranked: no table. */
function isSmall(detail: string): boolean {
  return /VIRTUAL TABLE|CONSTANT ROW|^SCAN (ranked|change|c|named|\(subquery.*)\b/.test(detail);
}
