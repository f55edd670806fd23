import { describe, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { NEWEST_MIGRATION } from "../../src/storage/d1-gate.ts";
import { testEnv } from "../support/env.ts";
import { failingD1 } from "../support/faulty-bindings.ts";
import { createWorld, sampleRoute, type World, type WorldOptions } from "../support/world.ts";

const TEAM = { id: "team", name: "Team", members: [] };
const { payload } = findExample("fork");
const fork = (deliveryId: string) => ({ event: "fork", payload, deliveryId });

async function worldWith(env: WorldOptions["env"] = {}): Promise<World> {
  const world = await createWorld({ env });
  await world.configure([TEAM], [sampleRoute(world)]);
  return world;
}

const counts = (world: World) => [
  world.discord.log.messages().length,
  world.telegram.log.messages().length,
];

async function healthOf(world: World): Promise<string> {
  const response = await world.request("/health");
  expect(response.status).toBe(200);
  return await response.text();
}

const sql = (statement: string) => testEnv.DB.prepare(statement).run();
const impostor = { prepare: () => ({}) };

describe.each<[string, string, () => Promise<WorldOptions["env"]>]>([
  ["is not bound", "no_binding", async () => ({ DB: undefined })],
  ["has no batch", "no_binding", async () => ({ DB: impostor })],
  ["has no prepare", "no_binding", async () => ({ DB: { batch: () => [] } })],
  [
    "was never migrated",
    "not_migrated",
    async () => {
      for (const table of ["d1_migrations", "dedup_keys", "delivery_state", "subjects"]) {
        await sql(`DROP TABLE ${table}`);
      }
      return {};
    },
  ],
  [
    "has some of the migrations",
    "not_migrated",
    async () => {
      await sql("DROP TABLE pending_uses");
      await sql(`DELETE FROM d1_migrations WHERE name = '${NEWEST_MIGRATION}'`);
      return {};
    },
  ],
])("a D1 that %s", (_, problem, prepare) => {
  it("keeps no webhook from being shown once, and is named by /health", async () => {
    const world = await worldWith(await prepare());

    expect((await world.hook(fork("a"))).status).toBe(202);
    expect((await world.hook(fork("a"))).status).toBe(200);
    await world.drain();
    await world.tick();

    expect(counts(world)).toEqual([1, 1]);
    expect(await healthOf(world)).toContain(problem);
  });
});

describe("a D1 that cannot be reached", () => {
  it("is a 503 for a minute, then KV stands in, then D1 again by itself", async () => {
    let down = false;
    const world = await worldWith({ DB: failingD1(testEnv.DB, () => down) });
    expect((await world.hook(fork("before"))).status).toBe(202);
    await world.drain();

    down = true;
    expect((await world.hook(fork("a"))).status).toBe(503);
    world.pass(61_000);
    expect((await world.hook(fork("a"))).status).toBe(202);
    expect((await world.hook(fork("a"))).status).toBe(200);
    await world.drain();
    await world.tick();
    expect(counts(world)).toEqual([2, 2]);

    down = false;
    world.pass(6_000);
    expect((await world.hook(fork("b"))).status).toBe(202);
    await world.drain();
    expect(counts(world)).toEqual([3, 3]);
    const claimed = await testEnv.DB.prepare("SELECT key FROM dedup_keys ORDER BY key").all();
    expect(claimed.results.map(({ key }) => key)).toEqual([
      "delivery:github:global:b",
      "delivery:github:global:before",
    ]);
  });

  it("loses no event that was in the queue, and shows none twice", async () => {
    let down = false;
    const world = await worldWith({ DB: failingD1(testEnv.DB, () => down) });
    await world.hook(fork("a"));
    down = true;
    await world.drain();
    expect(counts(world)).toEqual([0, 0]);

    down = false;
    world.pass(60_000);
    await world.drain();
    expect(counts(world)).toEqual([1, 1]);
  });

  it("repeats nothing that was shown just before it failed: KV remembers the message", async () => {
    let down = false;
    const world = await worldWith({ DB: failingD1(testEnv.DB, () => down) });
    const stop = world.telegram.log.subscribe(() => void (down = true));
    await world.hook(fork("a"));
    await world.drain();
    stop();
    down = false;
    for (let turn = 0; turn < 4; turn += 1) {
      world.pass(70_000);
      await world.drain();
      await world.tick();
    }
    expect(counts(world)).toEqual([1, 1]);
  });

  it("forgets nothing that a chat refused meanwhile: D1 has it when it is back, for a replay", async () => {
    let down = true;
    const world = await worldWith({ DB: failingD1(testEnv.DB, () => down) });
    await world.hook(fork("a"));
    world.pass(61_000);
    world.discord.places.deny(world.channelId, "access");
    expect((await world.hook(fork("a"))).status).toBe(202);
    await world.drain();
    expect(counts(world)).toEqual([0, 1]);

    down = false;
    world.pass(400_000);
    await world.drain();
    expect(counts(world)).toEqual([0, 1]);
    const rows = await testEnv.DB.prepare("SELECT status, target_id FROM outbox").all();
    expect(rows.results).toEqual([{ status: "failed", target_id: `discord:${world.channelId}` }]);
  });

  it("keeps showing what became a dead letter meanwhile", async () => {
    let down = true;
    const world = await worldWith({ DB: failingD1(testEnv.DB, () => down) });
    await world.hook(fork("a"));
    world.pass(61_000);
    world.discord.faults.add({ fault: { kind: "server_error", status: 503 } });
    expect((await world.hook(fork("a"))).status).toBe(202);
    for (let turn = 0; turn < 20; turn += 1) {
      await world.drain();
      world.pass(300_000);
    }
    expect(counts(world)).toEqual([0, 1]);

    world.discord.faults.clear();
    world.pass(3_600_000);
    await world.drain();
    expect(counts(world)).toEqual([1, 1]);
    expect(world.queued()).toEqual([]);
  });
});
