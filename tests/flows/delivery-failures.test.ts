import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import type { Fault } from "../../sandbox/stand-ins/faults.ts";
import { MAX_BODY_BYTES } from "../../src/webhooks/receive.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, sampleRoute, type World, type WorldOptions } from "../support/world.ts";

const MINUTE = 60_000;
const fork = { event: "fork", payload: findExample("fork").payload };
const issue = (action: string, title: string) => ({
  event: "issues",
  payload: {
    action,
    issue: {
      number: 1,
      title,
      state: "open",
      html_url: "https://github.com/o/r/issues/1",
      updated_at: new Date(Date.UTC(2026, 10, 1) + title.length * 1000).toISOString(),
    },
    repository: { id: 1, full_name: "o/r", name: "r", owner: { login: "o" } },
    sender: { login: "lena", id: 1 },
  },
});

let world: World;
let logChannel: string;

async function worldWith(env: WorldOptions["env"] = {}): Promise<void> {
  world = await createWorld({ env });
  logChannel = world.discord.places.channel({ name: "log" }).id;
  const logTarget = { platform: "discord" as const, channelId: logChannel };
  const team = { id: "team", name: "Team", members: [], logTarget };
  await world.configure([team], [sampleRoute(world)]);
}

beforeEach(() => worldWith());

type Platform = "discord" | "telegram";
const placeOf = (platform: Platform) => (platform === "discord" ? world.channelId : world.chatId);
const shown = (platform: Platform) =>
  world[platform].log
    .messages()
    .filter(({ chatId, deleted }) => chatId === placeOf(platform) && !deleted);
const told = () => world.discord.log.messages().filter(({ chatId }) => chatId === logChannel);
const fail = (platform: Platform, fault: Fault, times = 1) =>
  world[platform].faults.add({ fault, chatId: placeOf(platform), times });

async function later(ms: number): Promise<void> {
  world.pass(ms);
  await world.drain();
  await world.tick();
  await world.drain();
}

async function logsOf(platform: Platform) {
  const rows = await testEnv.DB.prepare(
    `SELECT ok, error, error_code AS code, status, attempts, detail, message_id AS messageId, delivery_id, event,
       repo, actor, route_id, duration_ms FROM send_logs WHERE target = ?1 ORDER BY id`,
  )
    .bind(`${platform}:${placeOf(platform)}`)
    .all();
  return rows.results;
}

const states = async () =>
  (await testEnv.DB.prepare("SELECT status FROM delivery_state").all()).results.map(
    ({ status }) => status,
  );

async function toldOfMove(from: string, to: string): Promise<void> {
  const chat = { id: Number(from), type: "group", title: "Team" };
  const message = { message_id: 99, date: 0, chat, migrate_to_chat_id: Number(to) };
  const answer = await world.request("/telegram/webhook", {
    method: "POST",
    headers: { "X-Telegram-Bot-Api-Secret-Token": "telegram-secret" },
    body: JSON.stringify({ update_id: 1, message }),
  });
  expect(answer.status).toBe(200);
}

/** Tables that still name a chat; what happened there once is history. */
async function placesThatName(chatId: string): Promise<string[]> {
  const tables = await testEnv.DB.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\'",
  ).all<{ name: string }>();
  const found: string[] = [];
  for (const { name } of tables.results) {
    const rows = await testEnv.DB.prepare(`SELECT * FROM "${name}"`).all();
    const isHistory = name === "send_logs" || name === "audit_logs";
    if (!isHistory && JSON.stringify(rows.results).includes(chatId)) found.push(name);
  }
  return found;
}

describe.each<Platform>(["discord", "telegram"])("what %s answers", (platform) => {
  const other = platform === "discord" ? "telegram" : "discord";

  it.each<[string, Fault, number, string]>([
    [
      "waits as long as it is asked to",
      { kind: "rate_limited", retryAfterSeconds: 90 },
      90_000,
      "rate_limited",
    ],
    [
      "tries again after an error of the platform's",
      { kind: "server_error" },
      6_000,
      "unavailable",
    ],
    ["tries again when the connection was lost", { kind: "dropped_before" }, 6_000, "unavailable"],
    ["waits while its credentials are refused", { kind: "unauthorized" }, 600_000, "unauthorized"],
  ])("%s, and holds up no other target", async (_, fault, waits, error) => {
    fail(platform, fault);
    await world.hook(fork);
    await world.drain();
    expect([shown(platform).length, shown(other).length]).toEqual([0, 1]);
    expect(await states()).toEqual(["retrying"]);
    if (error === "unauthorized") {
      const health = await (await world.request("/health")).json();
      expect(health).toMatchObject({
        status: "degraded",
        paused: [{ place: platform, reason: "unauthorized" }],
      });
    }

    await later(waits - 2_000);
    expect(shown(platform)).toHaveLength(0);
    await later(30_000);
    expect([shown(platform).length, shown(other).length]).toEqual([1, 1]);
    expect(await states()).toEqual(["delivered"]);
    expect(await logsOf(platform)).toMatchObject([
      { ok: 0, error, event: "fork", route_id: "all", attempts: 1 },
      { ok: 1, error: null, messageId: shown(platform)[0]?.messageId },
    ]);
  });

  it("is plain text once when the content is refused, and that is logged", async () => {
    fail(platform, { kind: "rejected" });
    await world.hook(fork);
    await world.drain();
    expect(shown(platform)).toHaveLength(1);
    const why = platform === "discord" ? "50035" : expect.stringContaining("can't parse entities");
    expect(await logsOf(platform)).toMatchObject([
      { ok: 1, detail: "refused_content_shown_plainly", code: why, status: 400 },
    ]);
  });

  it("fails for good when the plain text is refused too, and a redelivery shows only what is missing", async () => {
    await testEnv.DB.prepare(
      "INSERT INTO chats (target_id, platform, group_id, title, updated_at) VALUES (?1, ?2, 'team', 'builds', 0)",
    )
      .bind(`${platform}:${placeOf(platform)}`, platform)
      .run();
    fail(platform, { kind: "rejected" }, 2);
    await world.hook({ ...fork, deliveryId: "d" });
    await world.drain();
    await later(3_000);
    expect(await states()).toEqual(["failed"]);
    expect(told()).toMatchObject([
      { text: expect.stringMatching(/builds\W+the platform refused/) },
    ]);

    const again = await world.hook({ ...fork, deliveryId: "d" });
    expect(again.status).toBe(202);
    await world.drain();
    await later(3_000);
    expect([shown(platform).length, shown(other).length]).toEqual([1, 1]);
    expect(await states()).toEqual(["delivered"]);
    expect(told()).toMatchObject([{ history: [expect.any(String)] }]);
  });

  it("makes a deleted message come back once, at its next event", async () => {
    await world.hook(issue("opened", "One"));
    await world.drain();
    const [message] = shown(platform);
    world[platform].log.remove(placeOf(platform), message?.messageId ?? "");
    for (const title of ["Three", "Sevenfold"]) {
      await world.hook(issue("edited", title));
      await world.drain();
    }
    expect(shown(platform)).toHaveLength(1);
    expect(shown(platform)[0]?.text).toContain("Sevenfold");
    expect(shown(other)).toHaveLength(1);
  });

  it("is skipped while it cannot be reached, told once, and tried again after an hour", async () => {
    const isDown = () => fail(platform, { kind: "unknown_chat" }, 100);
    isDown();
    for (const deliveryId of ["a", "b", "c"]) {
      await world.hook({ ...fork, deliveryId });
      await world.drain();
    }
    await later(3_000);
    expect(told()).toHaveLength(1);
    expect(shown(other)).toHaveLength(3);
    expect((await logsOf(platform)).map(({ detail }) => detail)).toEqual([
      null,
      "skipped",
      "skipped",
    ]);

    world[platform].faults.clear();
    world.pass(61 * MINUTE);
    await world.hook({ ...fork, deliveryId: "d" });
    await world.drain();
    expect(shown(platform)).toHaveLength(1);
    const ill = await testEnv.DB.prepare("SELECT * FROM target_health").all();
    expect(ill.results).toEqual([]);
  });
});

describe("what one platform alone knows", () => {
  it("an archived thread is woken, and the message edited", async () => {
    const { id: threadId } = world.discord.places.thread({ parentId: world.channelId, name: "t" });
    const target = { platform: "discord" as const, channelId: world.channelId, threadId };
    await world.configure(
      [{ id: "team", name: "Team", members: [] }],
      [sampleRoute(world, { targets: [target] })],
    );
    await world.hook(issue("opened", "One"));
    await world.drain();
    world.discord.places.archive(threadId);
    await world.hook(issue("edited", "Three"));
    await world.drain();

    const messages = world.discord.log.messages().filter(({ chatId }) => chatId === threadId);
    expect(messages).toMatchObject([{ text: expect.stringContaining("Three") }]);
  });

  it("a locked thread that the bot may not wake makes its target ill, and is told once", async () => {
    const { id: threadId } = world.discord.places.thread({ parentId: world.channelId, name: "t" });
    const target = { platform: "discord" as const, channelId: world.channelId, threadId };
    await world.configure(
      [
        {
          id: "team",
          name: "Team",
          members: [],
          logTarget: { platform: "discord", channelId: logChannel },
        },
      ],
      [sampleRoute(world, { targets: [target] })],
    );
    world.discord.places.archive(threadId, "lock");
    for (const deliveryId of ["a", "b"]) {
      await world.hook({ ...fork, deliveryId });
      await world.drain();
      await later(3_000);
    }
    expect(await states()).toEqual(["failed", "failed"]);
    expect(told()).toHaveLength(1);
    const ill = await testEnv.DB.prepare("SELECT reason FROM target_health").all();
    expect(ill.results).toEqual([{ reason: "ill_target: 160005" }]);
  });

  it("a paused place is sent what waits for it one after the other, and edits of one message at once", async () => {
    await world.hook(issue("opened", "One"));
    await world.drain();
    fail("telegram", { kind: "rate_limited", retryAfterSeconds: 60 });
    for (const title of ["Three", "Seven77", "Nine99999"]) {
      await world.hook(issue("edited", title));
      await world.drain();
    }
    for (const deliveryId of ["a", "b", "c"]) {
      await world.hook({ ...fork, deliveryId });
      await world.drain();
    }
    const rows = await testEnv.DB.prepare(
      "SELECT attempts, next_at AS at FROM outbox WHERE place LIKE 'telegram:%' ORDER BY next_at",
    ).all<{ attempts: number; at: number }>();
    expect(rows.results.map(({ attempts }) => attempts)).toEqual([0, 0, 0, 0]);
    const times = rows.results.map(({ at }) => at - world.now());
    expect(Math.min(...times)).toBeGreaterThan(50_000);
    expect(new Set(times).size).toBe(4);
    for (let turn = 0; turn < 8; turn += 1) await later(10_000);
    expect(shown("telegram")).toHaveLength(4);
    expect(shown("telegram")[0]).toMatchObject({ text: expect.stringContaining("Nine99999") });
    expect(shown("telegram")[0]?.history).toHaveLength(1);
  });

  it("a global limit pauses all of Discord, and nothing of Telegram", async () => {
    fail("discord", { kind: "rate_limited", retryAfterSeconds: 60, global: true });
    await world.hook(fork);
    await world.drain();
    await world.hook({ ...fork, deliveryId: "b" });
    await world.drain();
    expect([shown("discord").length, shown("telegram").length]).toEqual([0, 2]);
    const pauses = await testEnv.DB.prepare("SELECT place FROM pauses").all();
    expect(pauses.results).toEqual([{ place: "discord" }]);
    await later(70_000);
    expect(shown("discord")).toHaveLength(2);
  });

  it.each([
    ["a refused message", async () => {}],
    ["Telegram itself", toldOfMove],
  ])("a group that became a supergroup is followed everywhere, as told by %s", async (_, tell) => {
    await world.configure(
      [{ id: "team", name: "Team", logTarget: { platform: "telegram", chatId: world.chatId } }],
      [sampleRoute(world)],
    );
    await testEnv.DB.batch([
      testEnv.DB.prepare(
        "INSERT INTO telegram_links (telegram_user_id, github_user_id, places) VALUES ('9', '9', ?1)",
      ).bind(JSON.stringify([`telegram:${world.chatId}`, "telegram:-7"])),
      testEnv.DB.prepare(
        "INSERT INTO chats (target_id, platform, group_id, updated_at) VALUES (?1, 'telegram', 'team', 0)",
      ).bind(`telegram:${world.chatId}`),
    ]);
    await world.hook(issue("opened", "One"));
    await world.drain();
    fail("discord", { kind: "rejected" }, 2);
    await world.hook({ ...fork, deliveryId: "half" });
    await world.drain();
    fail("telegram", { kind: "server_error" });
    await world.hook({ ...fork, deliveryId: "late" });
    await world.drain();
    const old = world.chatId;
    const { id: moved } = world.telegram.places.migrate(old);
    await tell(old, moved);

    expect((await world.hook({ ...fork, deliveryId: "half" })).status).toBe(202);
    await world.hook(issue("edited", "Three"));
    await world.drain();
    await later(10_000);

    const texts = (chat: string) =>
      world.telegram.log.messages().flatMap(({ chatId, text }) => (chatId === chat ? [text] : []));
    const forks = (chat: string) => texts(chat).filter((text) => text.includes("forked"));
    expect([forks(old).length, forks(moved).length]).toEqual([1, 1]);
    expect(texts(moved).filter((text) => text.includes("Three"))).toHaveLength(1);
    expect(shown("discord")).toHaveLength(3);
    expect(await placesThatName(old)).toEqual([]);
    expect(await placesThatName(moved)).toEqual(
      expect.arrayContaining(["chats", "d1_groups", "d1_routes", "message_tracking"]),
    );
  });

  it("an older message that Discord's nonce brings back is edited to the newest state", async () => {
    fail("discord", { kind: "dropped_after" });
    await world.hook(issue("opened", "One"));
    await world.drain();
    world.pass(4_000);
    await world.hook(issue("edited", "Three"));
    await world.drain();
    await later(10_000);
    expect(shown("discord")).toMatchObject([{ text: expect.stringContaining("Three") }]);
  });

  it("an answer lost by Discord doubles nothing, and one lost by Telegram is logged as possible double", async () => {
    fail("discord", { kind: "dropped_after" });
    fail("telegram", { kind: "dropped_after" });
    await world.hook(fork);
    await world.drain();
    await later(7_000);
    expect(shown("discord")).toHaveLength(1);
    expect(shown("telegram")).toHaveLength(2);
    expect((await logsOf("telegram")).map(({ detail }) => detail)).toEqual([
      "outcome_unknown",
      "possible_double",
    ]);
    expect((await logsOf("discord")).map(({ detail }) => detail)).toEqual([
      "outcome_unknown",
      null,
    ]);
  });
});

describe("without a queue", () => {
  const refusing = {
    send: () => Promise.reject(new Error("Too Many Requests")),
    sendBatch: () => Promise.reject(new Error("Too Many Requests")),
  };

  it.each([
    ["none bound", undefined],
    ["one that refuses", refusing],
  ])("(%s) work starts after the answer, and the scheduled task continues it", async (_, QUEUE) => {
    await worldWith({ QUEUE });
    fail("telegram", { kind: "server_error" });
    expect((await world.hook(fork)).status).toBe(202);
    expect([shown("discord").length, shown("telegram").length]).toEqual([1, 0]);
    world.pass(5 * MINUTE);
    // A run may overlap the one before it.
    await Promise.all([world.tick(), world.tick()]);
    expect([shown("discord").length, shown("telegram").length]).toEqual([1, 1]);
    expect(await states()).toEqual(["delivered"]);
  });
});

describe("a message that is no job of this version", () => {
  it.each(["webhooker-delivery", "webhooker-delivery-dlq"])(
    "is kept for a replay, and holds up no other (%s)",
    async (queue) => {
      await world.hook(fork);
      const [job] = world.queued();
      const bodies = [
        null,
        { type: "delivery", id: 7 },
        job,
        "text",
        { type: "event", body: "{}" },
      ];
      const messages = bodies.map((body, index) => {
        return { id: String(index), timestamp: new Date(), body, attempts: 1 };
      });
      const batch = createMessageBatch(queue, messages);
      const ctx = createExecutionContext();
      await world.queue(batch);
      const { explicitAcks, retryMessages } = await getQueueResult(batch, ctx);

      expect([explicitAcks.length, retryMessages.length]).toEqual([5, 0]);
      const kept = await testEnv.DB.prepare(
        "SELECT content FROM outbox WHERE reason = 'unreadable_message' AND status = 'dead'",
      ).all();
      expect(kept.results).toHaveLength(4);
      expect(kept.results).toContainEqual({ content: '{"type":"delivery","id":7}' });
      expect(shown("discord")).toHaveLength(queue.endsWith("dlq") ? 0 : 1);
    },
  );
});

describe("a body too large for a message", () => {
  const commits = (count: number, padding: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: String(index).padStart(40, "a"),
      message: `Commit ${index}`,
      timestamp: "2026-11-01T00:00:00Z",
      url: "https://github.com/o/r/commit/1",
      author: { name: "lena", username: "lena" },
      distinct: true,
      added: ["x".repeat(padding)],
    }));
  const large = (count: number, padding: number, bytes: number) => {
    const payload = { ...findExample("push").payload, commits: commits(count, padding) };
    return { event: "push", payload: JSON.stringify(payload).padEnd(bytes) };
  };

  it.each([
    ["300 KB in R2", {}, 300, 1_000, 0],
    ["300 KB in KV", { PAYLOAD: undefined }, 300, 1_000, 0],
    ["25 MB, the most there may be, in KV", { PAYLOAD: undefined }, 2_000, 12_000, MAX_BODY_BYTES],
  ])("is parked, shown, and gone afterwards (%s)", async (_, env, count, padding, bytes) => {
    await worldWith(env);
    expect((await world.hook(large(count, padding, bytes))).status).toBe(202);
    const [job] = world.queued();
    expect(job).toMatchObject({ type: "event", parked: expect.any(String) });
    await world.drain();
    expect([shown("discord").length, shown("telegram").length]).toEqual([1, 1]);
    expect((await testEnv.PAYLOAD.list()).objects).toEqual([]);
    expect((await testEnv.KV.list({ prefix: "queue:payload:" })).keys).toEqual([]);
  });
});
