import { expect, it } from "vitest";
import { createWorld, type World } from "../../tests/delivery/world.ts";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1, countingKv } from "../../tests/support/faulty-bindings.ts";

// The budget of one delivered event (docs/storage.md): the Free plan writes 100,000 rows a day
// and runs 50 statements and 50 calls an invocation.

const targets = [
  { platform: "discord", channelId: "100" },
  { platform: "discord", channelId: "101", threadId: "102" },
  { platform: "telegram", chatId: "-200" },
];

function countedWorld(most: number): {
  world: World;
  d1: ReturnType<typeof countingD1>;
  kv: ReturnType<typeof countingKv>;
} {
  const d1 = countingD1(testEnv.DB);
  const kv = countingKv(testEnv.KV);
  const world = createWorld({
    db: d1.db,
    kv: kv.kv,
    groups: [{ id: "g" }],
    routes: [{ id: "r", groupId: "g", targets: targets.slice(0, most) }],
  });
  return { world, d1, kv };
}

const post = (deliveryId: string) => ({ deliveryId, endpoint: "g", repo: "o/r" });
const news = (deliveryId: string, subject: string, at: number, attention = false) => ({
  ...post(deliveryId),
  subject,
  facet: "title",
  at,
  attention,
});

it("posts an event within 3 round trips and 12 rows", async () => {
  const { world, d1, kv } = countedWorld(1);

  await world.accept(post("a"));
  await world.drain();

  expect(d1.counts.roundTrips).toBeLessThanOrEqual(3);
  expect(d1.counts.rowsWritten).toBeLessThanOrEqual(12);
  expect(kv.counts).toMatchObject({ writes: 0, reads: 0 });
  expect(world.queue).toEqual([]);
});

it("shows an event by editing within 4 round trips and 20 rows, and its first message too", async () => {
  const { world, d1, kv } = countedWorld(1);

  for (const [id, at] of [
    ["a", 1],
    ["b", 2],
  ] as const) {
    d1.reset();
    kv.reset();
    await world.accept(news(id, "pull_request:1:1", at));
    await world.drain();

    expect(d1.counts.roundTrips).toBeLessThanOrEqual(4);
    expect(d1.counts.rowsWritten).toBeLessThanOrEqual(20);
    expect(kv.counts.writes).toBe(0);
    expect(kv.counts.reads).toBeLessThanOrEqual(1);
  }
});

it.each([
  ["posts", (n: number) => post(`e${n}`)],
  ["cards", (n: number) => news(`e${n}`, `pull_request:1:${n}`, 1)],
  ["cards with replies", (n: number) => news(`e${n}`, `pull_request:1:${n}`, 1, true)],
])("keeps a full batch of %s under 50 statements and 50 calls", async (_name, story) => {
  const { world, d1 } = countedWorld(3);
  for (const n of [1, 2, 3]) await world.accept(story(n));
  d1.reset();

  await world.drain();

  expect(d1.counts.statements).toBeLessThan(50);
  expect(world.chat.calls.length).toBeLessThan(50);
  expect(world.chat.messages.length).toBeGreaterThanOrEqual(9);
});

it("keeps a full batch of wake-ups under 50 statements", async () => {
  const { world, d1 } = countedWorld(3);
  world.faultOf = () => "server_error";
  for (const n of [1, 2]) await world.accept(post(`e${n}`));
  await world.drain();
  world.faultOf = () => "none";
  world.pass(6_000);
  expect(world.queue).toHaveLength(3);
  d1.reset();

  await world.drain();

  expect(d1.counts.statements).toBeLessThan(50);
  expect(world.chat.messages).toHaveLength(6);
});
