import { expect, it } from "vitest";
import { createWorld, type World } from "../../tests/chaos/world.ts";
import { testEnv } from "../../tests/support/env.ts";

const discord = { platform: "discord", channelId: "100" };
const telegram = { platform: "telegram", chatId: "-200" };

function worldOf(
  routes: object[],
  more: { groups?: object[]; withoutQueue?: boolean } = {},
): World {
  const groups = more.groups ?? [{ id: "g", name: "G" }];
  const { withoutQueue = false } = more;
  return createWorld({ db: testEnv.DB, kv: testEnv.KV, groups, routes, withoutQueue });
}

const route = (targets: object[], more: object = {}) => ({
  id: "r",
  groupId: "g",
  targets,
  ...more,
});

const post = (deliveryId: string) => ({ deliveryId, endpoint: "g", repo: "o/r" });
const news = (deliveryId: string, facet: string, at: number, more: object = {}) => ({
  ...post(deliveryId),
  subject: "pull_request:1:1",
  facet,
  at,
  ...more,
});

it("posts an event in each of its targets, once", async () => {
  const world = worldOf([route([discord, telegram])]);

  expect(await world.accept(post("a"))).toBe("accepted");
  expect(await world.accept(post("a"))).toBe("duplicate");
  await world.drain();

  expect(world.chat.messages.map(({ target, text }) => [target, text])).toEqual([
    ["discord:100", "post a"],
    ["telegram:-200", "post a"],
  ]);
  expect(await stateOf("a")).toBe("delivered");
});

it("edits a subject's message instead of posting a second one", async () => {
  const world = worldOf([route([discord])]);

  await world.accept(news("a", "title", 1));
  await world.drain();
  await world.accept(news("b", "state", 2));
  await world.drain();

  expect(world.chat.messages).toMatchObject([
    { text: "card name=pull_request:1:1 state=2 title=1", edits: 1 },
  ]);
});

it("shows a failed target again later, and the others never twice", async () => {
  const world = worldOf([route([discord, telegram])]);
  world.faultOf = (target) => (target === "telegram:-200" ? "server_error" : "none");

  await world.accept(post("a"));
  await world.drain();
  expect(await stateOf("a")).toBe("retrying");

  world.faultOf = () => "none";
  world.pass(10_000);
  await world.drain();

  expect(world.chat.messages.map(({ target }) => target)).toEqual(["discord:100", "telegram:-200"]);
  expect(await stateOf("a")).toBe("delivered");
  expect(await rowsOf("outbox")).toEqual([]);
});

it("answers a card where an event asks for attention", async () => {
  const world = worldOf([route([telegram])]);

  await world.accept(news("a", "review", 1, { attention: true }));
  await world.drain();

  const [card, reply] = world.chat.messages;
  expect(card?.text).toBe("card name=pull_request:1:1 review=1");
  expect(reply).toMatchObject({ text: "reply a", replyTo: card?.id });
});

async function stateOf(deliveryId: string): Promise<string | null> {
  return await testEnv.DB.prepare("SELECT status FROM delivery_state WHERE key = ?1")
    .bind(`delivery-state:github:g:${deliveryId}`)
    .first("status");
}

async function rowsOf(table: string): Promise<unknown[]> {
  return (await testEnv.DB.prepare(`SELECT * FROM ${table}`).all()).results;
}
