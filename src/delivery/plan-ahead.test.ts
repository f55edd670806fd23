import { describe, expect, it } from "vitest";
import { configurationOf } from "../../tests/delivery/simulated-events.ts";
import { createWorld, type World } from "../../tests/delivery/world.ts";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1 } from "../../tests/support/faulty-bindings.ts";

const groups = [{ id: "g" }];
const routeTo = (channelId: string) => [
  { id: "r", groupId: "g", targets: [{ platform: "discord", channelId }] },
];
const post = (deliveryId: string) => ({ deliveryId, endpoint: "g", repo: "o/r" });
const news = (deliveryId: string, action: string, facet: string, at: number) => ({
  ...post(deliveryId),
  action,
  facet,
  at,
  subject: "pull_request:1:1",
});

async function postWith(world: World, copy: World["configuration"]): Promise<void> {
  await world.accept(post("a"));
  const messages = world.queue.splice(0).map(({ job }) => ({ job, attempts: 1 }));
  expect(await world.delivery({ copy }).consume(messages)).toEqual([{ action: "ack" }]);
}

describe("a plan that was made from the isolate's copy of the configuration", () => {
  const { db, counts, reset } = countingD1(testEnv.DB);
  const worldOf = (routes: object[]) => createWorld({ db, kv: testEnv.KV, groups, routes });

  it("saves a round trip where the copy is current", async () => {
    const world = worldOf(routeTo("100"));
    await world.accept(post("a"));
    reset();

    await world.drain();

    expect(counts.roundTrips).toBe(2);
    expect(world.chat.messages).toMatchObject([{ target: "discord:100" }]);
  });

  it("is not followed where the copy is old", async () => {
    const world = worldOf(routeTo("200"));

    await postWith(world, configurationOf(0, groups, routeTo("100")));

    expect(world.chat.messages).toMatchObject([{ target: "discord:200" }]);
    const tracked = await db.prepare("SELECT target_id FROM message_tracking").all();
    expect(tracked.results).toEqual([{ target_id: "discord:200" }]);
  });

  it("is not followed into a place that is paused, nor to a target that is ill", async () => {
    for (const fault of ["rate_limited", "ill"] as const) {
      const world = worldOf(routeTo(fault === "rate_limited" ? "100" : "300"));
      world.faultOf = () => fault;
      await world.accept(post(`${fault} first`));
      await world.drain();
      const calls = world.chat.calls.length;

      await world.accept(post(`${fault} second`));
      await world.drain();

      expect(world.chat.calls).toHaveLength(calls);
      const held = await db
        .prepare("SELECT event_id FROM message_tracking WHERE lease_until > ?1")
        .bind(world.clock.now)
        .all();
      expect(held.results).toEqual([]);
    }
  });

  it("stores the first news of a subject and leases its card in the trip that reads", async () => {
    const world = worldOf(routeTo("100"));
    await world.accept(news("a", "opened", "title", 1));
    reset();

    await world.drain();

    expect(counts.roundTrips).toBe(2);
    expect(world.chat.messages).toMatchObject([{ text: "card name=pull_request:1:1 title=1" }]);
    const stored = await db.prepare("SELECT revision FROM subjects").all();
    expect(stored.results).toEqual([{ revision: 1 }]);
  });

  it("is not followed where the subject is known: the news is folded into it", async () => {
    const world = worldOf(routeTo("100"));
    await world.accept(news("a", "edited", "title", 2));
    await world.drain();

    await world.accept(news("b", "opened", "state", 1));
    await world.drain();

    expect(world.chat.messages).toMatchObject([
      { text: "card name=pull_request:1:1 state=1 title=2", edits: 1 },
    ]);
  });

  it("loses no news where two events think that they are the first", async () => {
    const world = worldOf(routeTo("100"));
    for (const [index, facet] of ["title", "state", "labels"].entries()) {
      await world.accept(news(`${index}`, "opened", facet, index));
    }
    const jobs = world.queue.splice(0).map(({ job }) => ({ job, attempts: 1 }));

    await Promise.all(jobs.map((job) => world.delivery().consume([job])));
    await world.drain();

    expect(world.chat.messages).toMatchObject([
      { text: "card labels=2 name=pull_request:1:1 state=1 title=0" },
    ]);
  });
});
