import { expect, it } from "vitest";
import { createWorld } from "../../tests/delivery/world.ts";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1 } from "../../tests/support/faulty-bindings.ts";
import { deliveryPruneRules } from "./deliveries-prune.ts";
import { createOutboxStore } from "./outbox-letters.ts";
import { sendLogsOfDelivery, sendLogsOfGroup, sharedRefusalsOf } from "./send-logs.ts";

it("finds everything by an index", async () => {
  const d1 = countingD1(testEnv.DB);
  const world = createWorld({
    db: d1.db,
    kv: testEnv.KV,
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
  world.faultOf = () => "none";
  world.pass(4_000_000);
  await world.delivery().sweep();
  await world.drain();
  const outbox = createOutboxStore({ db: d1.db, now: () => world.clock.now });
  await outbox.reviveDelivery({ provider: "github", endpoint: "g", deliveryId: "a" });
  await outbox.deadLetters({ limit: 10 });
  await outbox.deadLetters({ limit: 10, groupId: "g" });
  await outbox.backlog();
  await sendLogsOfDelivery(d1.db, "a");
  await sendLogsOfGroup(d1.db, "g", { limit: 10 });
  await sharedRefusalsOf(d1.db, "g", 10);
  const rules = deliveryPruneRules({
    db: d1.db,
    now: () => world.clock.now,
    sendLogRetentionDays: 30,
  });
  await d1.db.batch(rules.map((rule) => rule.statement(10)));

  const scans: string[] = [];
  for (const sql of new Set(d1.counts.sql)) {
    const parameters = new Set(sql.match(/\?\d+/g)).size;
    const plan = await testEnv.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...Array.from({ length: parameters }, () => null))
      .all<{ detail: string }>();
    const details = plan.results.map(({ detail }) => detail);
    scans.push(...details.filter(isScan).map((detail) => `${detail}: ${sql.trim().slice(0, 80)}`));
  }

  expect(d1.counts.sql.length).toBeGreaterThan(30);
  expect(scans).toEqual([]);
});

/** Lists handed in as JSON are read from end to end; a whole table never is. */
function isScan(detail: string): boolean {
  return /^SCAN (?!json_each|j\b|CONSTANT|value)/.test(detail) && !detail.includes("VIRTUAL TABLE");
}
