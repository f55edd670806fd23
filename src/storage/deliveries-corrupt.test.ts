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

it.each(
  ["content", "log", "target"].flatMap((column) =>
    ["{nope", "5", "[1]"].map((text) => [column, text] as const),
  ),
)("forgets an outbox row whose %s reads %s, and shows its neighbour", async (column, text) => {
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
  for (let turn = 0; turn < 3; turn += 1) {
    world.pass(40_000);
    await world.delivery().sweep();
    await world.drain();
  }

  expect(world.chat.messages.map(({ target }) => target).sort()).toEqual([
    "discord:100",
    "discord:100",
    "discord:300",
    "discord:300",
  ]);
  expect(await store.backlog()).toEqual({ due: 0, oldestAt: undefined, dead: 0 });
  const open = await testEnv.DB.prepare(
    "SELECT key FROM delivery_state WHERE status <> 'delivered'",
  ).all();
  expect(open.results).toEqual([]);
});

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
