import { expect, it } from "vitest";
import { createWorld } from "../../tests/delivery/world.ts";
import { testEnv } from "../../tests/support/env.ts";
import { createOutboxStore } from "./outbox-letters.ts";

const CORRUPT = ["{nope", "", "5", "null", "[1]", '"text"', "{}", '{"title":5,"x":{"kind":"set"}}'];

function worldOf() {
  const targets = [
    { channelId: "100" },
    { platform: "telegram", chatId: "-200" },
    { channelId: "300" },
  ];
  const groups = [{ id: "g", name: "G" }];
  const routes = [{ id: "r", groupId: "g", targets }];
  return createWorld({ db: testEnv.DB, kv: testEnv.KV, groups, routes });
}

const post = (deliveryId: string) => ({ deliveryId, endpoint: "g", repo: "o/r" });
const news = (deliveryId: string, facet: string, at: number) => ({
  ...post(deliveryId),
  subject: "pull_request:1:1",
  facet,
  at,
});

it.each(CORRUPT)("goes on with a subject whose state reads %s", async (state) => {
  const world = worldOf();
  await world.accept(news("a", "title", 1));
  await world.drain();
  await testEnv.DB.prepare("UPDATE subjects SET state = ?1").bind(state).run();
  await world.accept(news("b", "title", 2));
  await world.drain();

  expect(world.chat.messages).toHaveLength(3);
  for (const { text } of world.chat.messages) expect(text).toContain("title=2");
});

it.each([
  ["content", "{}"],
  ["log", "5"],
  ["target", "{nope"],
])(
  "buries an outbox row whose %s reads %s, shows its neighbour, and shows it when it is sent again",
  async (column, text) => {
    const world = worldOf();
    world.faultOf = (target) => (target === "discord:100" ? "none" : "server_error");
    await world.accept(post("a"));
    await world.accept(news("c", "title", 1));
    await world.drain();
    await testEnv.DB.prepare(`UPDATE outbox SET ${column} = ?1 WHERE target_id = 'telegram:-200'`)
      .bind(text)
      .run();
    const store = createOutboxStore({ db: testEnv.DB, now: () => world.clock.now });
    world.faultOf = () => "none";
    await worked(world);

    const both = (target: string) => [target, target];
    const shown = () => world.chat.messages.map(({ target }) => target).sort();
    expect(shown()).toEqual([...both("discord:100"), ...both("discord:300")]);
    expect(await store.backlog()).toEqual({ due: 0, oldestAt: undefined, dead: 2 });
    expect(await store.deadLetters({ limit: 9 })).toMatchObject([
      { reason: "unreadable" },
      { reason: "unreadable" },
    ]);
    expect(await statuses()).toEqual(["dead", "dead"]);

    expect(await world.accept(post("a"))).toBe("accepted");
    expect(await world.accept(news("c", "title", 1))).toBe("accepted");
    await world.drain();
    expect(shown()).toEqual([
      ...both("discord:100"),
      ...both("discord:300"),
      ...both("telegram:-200"),
    ]);
    expect(await statuses()).toEqual(["delivered", "delivered"]);
  },
);

it("buries a kept event that cannot be read, and takes up its neighbour", async () => {
  const world = worldOf();
  const store = createOutboxStore({ db: testEnv.DB, now: () => world.clock.now });
  for (const id of ["a", "b"]) {
    await world.accept(post(id));
    const job = world.queue.pop()?.job;
    if (job?.type !== "event") throw new Error("no event");
    await store.storeEvent(job);
  }
  await testEnv.DB.prepare("UPDATE outbox SET content = '7' WHERE id LIKE '%:a'").run();
  await worked(world);

  expect(world.chat.messages).toHaveLength(3);
  expect(await statuses()).toEqual(["dead", "delivered"]);
});

async function worked(world: ReturnType<typeof worldOf>): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    world.pass(40_000);
    await world.delivery().sweep();
    await world.drain();
  }
}

async function statuses(): Promise<unknown[]> {
  const rows = await testEnv.DB.prepare("SELECT status FROM delivery_state ORDER BY key").all();
  return rows.results.map(({ status }) => status);
}

it("lists dead letters and moves a chat though one row of each table is no JSON", async () => {
  const world = worldOf();
  world.faultOf = () => "ill";
  await world.accept(post("a"));
  await world.accept(news("b", "title", 1));
  await world.drain();
  await testEnv.DB.batch([
    testEnv.DB.prepare("UPDATE outbox SET log = '{', target = '{' WHERE target_id = 'discord:100'"),
    testEnv.DB.prepare(
      "UPDATE message_tracking SET target = '{' WHERE target_id = 'telegram:-200'",
    ),
  ]);
  const store = createOutboxStore({ db: testEnv.DB, now: () => world.clock.now });

  expect(await store.deadLetters({ limit: 10 })).toHaveLength(6);
  world.faultOf = () => "none";
  world.chat.migrate("-200", "-1200");
  const ids = (await store.deadLetters({ limit: 10 })).map(({ id }) => id);
  await world.delivery().replay({ ids });
  await world.drain();
  expect(world.chat.messages.filter(({ target }) => target === "telegram:-1200")).toHaveLength(2);
});
