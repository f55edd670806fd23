import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1 } from "../../tests/support/faulty-bindings.ts";
import { createAuditLogs } from "./audit-logs.ts";
import { createChats } from "./chats.ts";
import { createConfigurationStore } from "./configuration.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createEncryption } from "./encryption.ts";
import { createLinks } from "./links.ts";
import { createOneTimeClaims } from "./one-time.ts";
import { createPendingLinks } from "./pending-links.ts";
import { createPrune, pruneRules } from "./prune.ts";
import { createAccountTokens } from "./tokens.ts";

const now = () => 1_000;
const { db, counts } = countingD1(testEnv.DB);
const kv = testEnv.KV;
const encryption = createEncryption({ key: "k".repeat(32) });
if (encryption === undefined) throw new Error("no key");

/** Uses every verb, so that every statement passes the counting binding. */
async function useEverything(gate = createD1Gate({ db, now })) {
  if (encryption === undefined) return;
  // Taking over a KV-only deployment looks once, in its whole life, whether the tables are empty.
  await testEnv.DB.prepare("UPDATE config_revision SET seeded_at = 1").run();
  await useConfiguration(gate);
  const tokens = createAccountTokens({ db, kv, gate, encryption, now });
  await tokens.save("1", { accessToken: "a", expiresAt: 2_000, refreshToken: "b" });
  await tokens.refresh("1", async () => ({ accessToken: "c" }));
  await tokens.refresh("1", () => Promise.reject(new Error("network")), "c").catch(() => undefined);
  await tokens.byAccessToken("c");
  await tokens.remove("1");

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

  const links = createLinks({ db, now });
  for (const platform of ["discord", "telegram"] as const) {
    await links.save({ platform, chatUserId: "1", githubUserId: "1" });
    await links.find(platform, "1");
    await links.remove(platform, "1");
  }
  await links.ofGithubUsers(["1"]);
  await links.removeAll("1");
  await useTheRest(gate);
}

async function useConfiguration(gate: ReturnType<typeof createD1Gate>) {
  const store = createConfigurationStore({ db, kv, gate, now });
  const route = { id: "r", groupId: "a", name: "", enabled: true, filters: [], targets: [] };
  await store.revisionStatement().first();
  await store.saveGroup({ id: "a", name: "", members: [] });
  await store.saveRoutes([{ route }, { route: { ...route, id: "s" }, expectedVersion: 0 }]);
  await testEnv.DB.prepare("UPDATE d1_routes SET position = 1").run();
  await store.moveRoute({ groupId: "a", id: "s", before: "r" });
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
  await chats.moveTelegramChat("1", "2");
  await chats.disconnect("telegram:2", "a");
  await chats.disconnectAll("a");

  const audit = createAuditLogs({ db, now });
  await audit.record({ action: "x" });
  await audit.list({ limit: 1 });
  await audit.list({ limit: 1, groupId: "a" });
  await createPrune({ rules: pruneRules({ db, now }) }).run();
}

it("scans no table in any query that runs regularly", async () => {
  await useEverything();
  const statements = [...new Set(counts.sql)];
  expect(statements.length).toBeGreaterThan(45);

  const scans: string[] = [];
  for (const sql of statements) {
    const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...nothingFor(sql))
      .all<{ detail: string }>();
    for (const { detail } of plan.results) {
      if (detail.startsWith("SCAN ") && !isSmall(detail)) scans.push(`${detail}: ${sql}`);
    }
  }
  expect(scans).toEqual([]);
});

/** A plan does not depend on the values; each parameter needs one all the same. */
function nothingFor(sql: string): null[] {
  const numbers = Array.from(sql.matchAll(/\?(\d+)/g), ([, number]) => Number(number));
  return Array.from({ length: Math.max(0, ...numbers) }, () => null);
}

/** A list that was handed in, or one group's routes ranked: no table. */
function isSmall(detail: string): boolean {
  return /VIRTUAL TABLE|CONSTANT ROW|^SCAN (ranked|change|c|\(subquery.*)\b/.test(detail);
}
