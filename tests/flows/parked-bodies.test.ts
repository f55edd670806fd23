import { expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const { DB, PAYLOAD } = testEnv;
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
