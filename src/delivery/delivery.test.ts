import { expect, it, vi } from "vitest";
import { createWorld, type World } from "../../tests/delivery/world.ts";
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
  const lines: string[] = [];
  const spy = vi.spyOn(console, "log").mockImplementation((line: string) => void lines.push(line));

  await world.accept(post("a"));
  await world.drain();
  expect(await stateOf("a")).toBe("retrying");

  world.faultOf = () => "none";
  world.pass(10_000);
  await world.drain();

  spy.mockRestore();
  expect(world.chat.messages.map(({ target }) => target)).toEqual(["discord:100", "telegram:-200"]);
  expect(await stateOf("a")).toBe("delivered");
  expect(await rowsOf("outbox")).toEqual([]);
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(told).toContainEqual(expect.objectContaining({ event: "delivery", state: "retrying" }));
  const states = "delivery-state:github:g:a delivered";
  expect(told).toContainEqual(expect.objectContaining({ event: "delivery.outbox", states }));
});

it("answers a card where an event asks for attention", async () => {
  const world = worldOf([route([telegram])]);

  await world.accept(news("a", "review", 1, { attention: true }));
  await world.drain();

  const [card, reply] = world.chat.messages;
  expect(card?.text).toBe("card name=pull_request:1:1 review=1");
  expect(reply).toMatchObject({ text: "reply a", replyTo: card?.id });
});

it("posts a deleted message anew at its next event, once", async () => {
  const world = worldOf([route([discord])]);
  await world.accept(news("a", "title", 1));
  await world.drain();
  for (const message of world.chat.messages) message.deleted = true;

  await world.accept(news("b", "title", 2));
  await world.drain();
  await world.accept(news("c", "title", 3));
  await world.drain();

  expect(world.chat.messages.filter(({ deleted }) => !deleted)).toMatchObject([
    { text: "card name=pull_request:1:1 title=3", edits: 1 },
  ]);
});

it("does not call a paused place, and counts no attempt for what waits for it", async () => {
  const world = worldOf([route([telegram])]);
  world.faultOf = () => "rate_limited";
  await world.accept(post("a"));
  await world.drain();
  world.faultOf = () => "none";
  const calls = world.chat.calls.length;

  await world.accept(post("b"));
  await world.drain();

  expect(world.chat.calls).toHaveLength(calls);
  expect(await rowsOf("outbox")).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
  for (let turn = 0; turn < 5; turn += 1) {
    world.pass(5_000);
    await world.drain();
  }
  expect(world.chat.messages.map(({ text }) => text).sort()).toEqual(["post a", "post b"]);
});

it("tells the group once of an ill target, skips it, and replays what it missed", async () => {
  const logTarget = { platform: "discord", channelId: "900" };
  const groups = [{ id: "g", logTarget }];
  const world = worldOf([route([telegram])], { groups });
  world.faultOf = (target) => (target === "telegram:-200" ? "ill" : "none");

  for (const id of ["a", "b", "c"]) {
    await world.accept(post(id));
    await world.drain();
    world.pass(3_000);
    await world.drain();
  }

  expect(world.chat.messages).toMatchObject([{ target: "discord:900" }]);
  expect(world.chat.calls.filter(({ target }) => target === "telegram:-200")).toHaveLength(1);
  expect(await stateOf("c")).toBe("failed");

  world.faultOf = () => "none";
  const ids = (await rowsOf("outbox")).map((row) => String((row as { id: unknown }).id));
  expect(await world.delivery().replay({ ids, groupId: "another" })).toBe(0);
  expect(await world.delivery().replay({ ids, groupId: "g" })).toBe(3);
  await world.drain();
  world.pass(3_000);
  await world.drain();

  expect(world.chat.messages.map(({ text }) => text)).toEqual(
    expect.arrayContaining(["post a", "post b", "post c"]),
  );
  expect(await stateOf("c")).toBe("delivered");
  expect(await rowsOf("target_health")).toEqual([]);
});

it("sends the plain text once when the content is refused, and logs it", async () => {
  const world = worldOf([route([telegram])]);
  world.faultOf = () => "rejected";

  await world.accept(post("a"));
  await world.drain();

  expect(world.chat.messages).toMatchObject([{ text: "post a" }]);
  expect(await rowsOf("send_logs")).toMatchObject([
    { ok: 1, detail: "refused_content_shown_plainly", delivery_id: "a", target: "telegram:-200" },
  ]);
});

it("follows a chat to its new id and sends once more", async () => {
  const world = worldOf([route([telegram])]);
  await world.accept(news("a", "title", 1));
  await world.drain();
  world.chat.migrate("-200", "-1200");

  await world.accept(news("b", "title", 2));
  await world.drain();

  expect(world.chat.messages.at(-1)).toMatchObject({
    target: "telegram:-1200",
    text: "card name=pull_request:1:1 title=2",
  });
  expect(world.routes).toMatchObject([{ targets: [{ chatId: "-1200" }] }]);
});

it("goes on without a queue: the scheduled task shows what is left", async () => {
  const world = worldOf([route([discord])], { withoutQueue: true });
  world.faultOf = () => "server_error";
  await world.accept(post("a"));
  expect(world.chat.messages).toEqual([]);

  world.faultOf = () => "none";
  world.pass(300_000);
  await world.delivery().sweep();

  expect(world.chat.messages).toMatchObject([{ text: "post a" }]);
  expect(await stateOf("a")).toBe("delivered");
});

it("logs why an event reached nobody, and keeps what nobody can read for a replay", async () => {
  const world = worldOf([route([discord], { filters: [{ type: "repo", match: "x/y" }] })]);

  await world.accept(post("a"));
  await world.drain();

  expect(await rowsOf("send_logs")).toMatchObject([
    { ok: 0, error: "reached_nobody", group_id: "g", detail: expect.stringContaining("another") },
  ]);
  expect(await stateOf("a")).toBe("delivered");

  const [envelope] = [{ provider: "github", endpoint: "g", deliveryId: "b" } as const];
  const job = {
    type: "event",
    envelope: { ...envelope, event: "story", form: false, receivedAt: 0 },
    body: "{",
  } as const;
  const verdicts = await world.delivery().consume([{ job, attempts: 1 }]);
  expect(verdicts).toEqual([{ action: "ack" }]);
  expect(await rowsOf("outbox")).toMatchObject([{ kind: "event", status: "dead" }]);
});

it("shows events through KV while D1 cannot serve, and edits the same message afterwards", async () => {
  let usable = false;
  const gate = {
    usable: () => Promise.resolve(usable),
    failed: () => {},
    succeeded: () => {},
    state: () => ({ store: "kv" }) as const,
  };
  const settings = { groups: [{ id: "g" }], routes: [route([discord])] };
  const world = createWorld({ db: testEnv.DB, kv: testEnv.KV, gate, ...settings });

  expect(await world.accept(news("a", "title", 1))).toBe("accepted");
  expect(await world.accept(news("a", "title", 1))).toBe("duplicate");
  await world.drain();
  await world.accept(news("b", "state", 2));
  await world.drain();
  usable = true;
  await world.accept(news("c", "title", 3));
  await world.drain();

  expect(world.chat.messages).toMatchObject([
    { text: "card name=pull_request:1:1 title=3", edits: 2 },
  ]);
});

it("shows one message, in its newest state, for events of a subject that come all at once", async () => {
  const world = worldOf([route([discord, telegram])]);
  const order = [4, 1, 9, 7, 2, 10, 3, 8, 6, 5];
  for (const at of order) await world.accept(news(`e${at}`, at % 2 ? "title" : "state", at));
  const messages = world.queue.splice(0);

  await Promise.all(messages.map((message) => world.delivery().consume([message])));
  for (let turn = 0; turn < 3; turn += 1) {
    world.pass(5_000);
    await world.drain();
  }

  const text = "card name=pull_request:1:1 state=10 title=9";
  expect(world.chat.messages).toMatchObject([{ text }, { text }]);
});

it("shows one message for ten copies of a queue message handled at once", async () => {
  const world = worldOf([route([discord])]);
  await world.accept(post("a"));
  const [message] = world.queue.splice(0);
  if (message === undefined) throw new Error("nothing was queued");

  await Promise.all(Array.from({ length: 10 }, () => world.delivery().consume([message])));
  world.pass(70_000);
  await world.drain();

  expect(world.chat.messages).toHaveLength(1);
  expect(await rowsOf("outbox")).toEqual([]);
  expect(await stateOf("a")).toBe("delivered");
});

it("shows a run on its pull request's message where there is one, else on its own", async () => {
  const both = [route([discord])];
  const run = { subject: "workflow_run:1", onCardOf: "pull_request:1:1" };
  const world = worldOf(both);
  await world.accept(news("a", "checks", 1, run));
  await world.drain();
  await world.accept(news("b", "title", 1));
  await world.drain();
  await world.accept(news("c", "checks", 2, run));
  await world.drain();

  expect(world.chat.messages).toMatchObject([
    { text: "card checks=2 name=workflow_run:1" },
    { text: "card checks=2 name=pull_request:1:1 title=1" },
  ]);
});

it("posts each event by itself on a plain route, and says why a quiet one is not posted", async () => {
  const world = worldOf([route([discord], { style: "plain" })]);

  await world.accept(news("a", "title", 1));
  await world.accept(news("b", "title", 2, { quiet: "told by another" }));
  await world.drain();

  expect(world.chat.messages).toMatchObject([{ text: "post a" }]);
  const logs = await testEnv.DB.prepare("SELECT detail FROM send_logs WHERE ok = 0").all();
  expect(logs.results).toEqual([{ detail: "told by another" }]);
  expect(await rowsOf("subjects")).toEqual([]);
});

it("does not show again under D1 what was shown through KV", async () => {
  let usable = false;
  const gate = {
    usable: () => Promise.resolve(usable),
    failed: () => {},
    succeeded: () => {},
    state: () => ({ store: "kv" }) as const,
  };
  const settings = { groups: [{ id: "g" }], routes: [route([discord, telegram])] };
  const world = createWorld({ db: testEnv.DB, kv: testEnv.KV, gate, ...settings });
  world.faultOf = (target) => (target === "telegram:-200" ? "server_error" : "none");
  await world.accept(post("a"));
  await world.drain();

  usable = true;
  world.faultOf = () => "none";
  world.pass(10_000);
  await world.drain();

  expect(world.chat.messages.map(({ target }) => target)).toEqual(["discord:100", "telegram:-200"]);
});

async function stateOf(deliveryId: string): Promise<string | null> {
  return await testEnv.DB.prepare("SELECT status FROM delivery_state WHERE key = ?1")
    .bind(`delivery-state:github:g:${deliveryId}`)
    .first("status");
}

async function rowsOf(table: string): Promise<unknown[]> {
  return (await testEnv.DB.prepare(`SELECT * FROM ${table}`).all()).results;
}
