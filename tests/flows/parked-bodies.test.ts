import { expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { testEnv } from "../support/env.ts";
import { countingKv } from "../support/faulty-bindings.ts";
import { createOutboxStore } from "../../src/storage/outbox-letters.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const { DB, KV, PAYLOAD } = testEnv;
const DAY_MS = 86_400_000;
const { payload } = findExample("push");
const commits = Array.from({ length: 200 }, () => ({
  id: "a".repeat(40),
  message: "x".repeat(900),
}));
const large = { event: "push", payload: { ...Object(payload), commits }, deliveryId: "large" };

async function world(): Promise<World> {
  const made = await createWorld();
  await made.configure([{ id: "team", name: "Team" }], [sampleRoute(made)]);
  return made;
}

const status = () => DB.prepare("SELECT status FROM delivery_state").first("status");
const parked = async () => (await PAYLOAD.list()).objects.map(({ key }) => key);

it("tries an event again whose body is missing, and never shows an empty one", async () => {
  const one = await world();
  await one.hook(large);
  const [key = ""] = await parked();
  const body = await (await PAYLOAD.get(key))?.arrayBuffer();
  await PAYLOAD.delete(key);

  await one.drain();
  expect(one.discord.log.messages()).toEqual([]);
  expect(one.queued()).toHaveLength(1);
  expect(await status()).not.toBe("delivered");

  await PAYLOAD.put(key, body ?? "");
  one.pass(600_000);
  await one.drain();
  expect(one.discord.log.messages()).toHaveLength(1);
  expect(await status()).toBe("delivered");
  expect(await parked()).toEqual([]);
});

it("keeps an event whose body never comes for a replay, and says why", async () => {
  const one = await world();
  await one.hook(large);
  await PAYLOAD.delete(await parked());
  for (let turn = 0; turn < 12; turn += 1) {
    await one.drain();
    one.pass(600_000);
  }

  expect(one.queued()).toEqual([]);
  expect(await status()).toBe("dead");
  expect((await one.hook(large)).status).toBe(202);
  await one.drain();
  expect(one.discord.log.messages()).toHaveLength(1);
});

it("keeps the parked body of a dead letter as long as that, without R2 too", async () => {
  const { kv, counts } = countingKv(KV);
  const one = await createWorld({ env: { PAYLOAD: undefined, KV: kv } });
  await one.configure([{ id: "team", name: "Team" }], [sampleRoute(one)]);
  await one.hook({ ...large, payload: `{${" ".repeat(200_000)}` });
  await one.drain();

  expect(await status()).toBe("dead");
  expect(counts.written).toEqual(Array(2).fill("queue:payload:github:global:large"));
  const { keys } = await KV.list({ prefix: "queue:payload:" });
  expect(keys[0]?.expiration).toBeGreaterThan(Date.now() / 1000 + 7.5 * 86_400);
});

it("gives an event up that was begun again and again and never came to an end", async () => {
  const one = await world();
  const envelope = { provider: "github", endpoint: "global", deliveryId: "deadly" } as const;
  await createOutboxStore({ db: DB, now: () => one.now() }).storeEvent({
    type: "event",
    envelope: { ...envelope, event: "push", form: false, receivedAt: one.now() },
    body: JSON.stringify(large.payload),
  });
  const row = DB.prepare("SELECT status, attempts, reason FROM outbox");
  await DB.prepare("UPDATE outbox SET attempts = 8").run();
  one.pass(60_000);
  await one.tick();
  await one.drain();
  expect(await row.first()).toMatchObject({ status: "dead", reason: "never_finished" });
  expect(one.discord.log.messages()).toEqual([]);
});

it("removes with the scheduled task what nobody took for seven days", async () => {
  const one = await world();
  await PAYLOAD.put("webhooks/2026/01/02/left-over.json", "{}");
  await one.tick();
  expect(await parked()).toHaveLength(1);
  const [object] = (await PAYLOAD.list()).objects;
  one.pass((object?.uploaded.getTime() ?? 0) - one.now() + 7 * DAY_MS + 1);
  await one.tick();
  expect(await parked()).toEqual([]);
});
