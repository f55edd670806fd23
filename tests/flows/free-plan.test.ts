import { createMessageBatch } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { pullRequestStory } from "../../sandbox/stories/pull-request.ts";
import { pushStory } from "../../sandbox/stories/push.ts";
import type { Fault } from "../../sandbox/stand-ins/faults.ts";
import type { QueueJob } from "../../src/domain/queue-job.ts";
import { createDiscordUser, type Seen } from "../support/discord-user.ts";
import { testEnv } from "../support/env.ts";
import { createOutboxStore } from "../../src/storage/outbox-letters.ts";
import { network } from "../../sandbox/stand-ins/network.ts";
import { createWorker } from "../../src/worker.ts";
import { type MeteredWorld, meteredWorld } from "../support/metered-world.ts";
import { ADA, REPO, sampleRepository } from "../support/repository.ts";
import type { Webhook } from "../support/webhook.ts";
import type { World, WorldOptions } from "../support/world.ts";
import wranglerToml from "../../wrangler.toml?raw";

// An invocation on the Free plan may run 50 D1 statements and make 50 requests to others:
// https://developers.cloudflare.com/workers/platform/limits/

const BATCH_SIZE = Number(
  /queue = "webhooker-delivery"\n[^[]*?max_batch_size = (\d+)/.exec(wranglerToml)?.[1],
);
const MOST_STATEMENTS = 50;
const MOST_CALLS = 50;
const HOUR_MS = 3_600_000;
const RUN_MS = 300_000;
const STARTED_AT = Date.UTC(2026, 11, 1, 11);

const OLD_ROWS = [
  `INSERT INTO dedup_keys (key, claimed_at, expires_at) SELECT 'old' || i, 0, 1 FROM n`,
  `INSERT INTO delivery_state (key, status, updated_at, claimed_day) SELECT 'old' || i, 'delivered', 0, 0 FROM n`,
  `INSERT INTO message_tracking (event_id, target_id, updated_at, updated_day) SELECT 'old' || i, 'discord:1', 0, 0 FROM n`,
  `INSERT INTO subjects (subject_key, group_id, kind, state, revision, updated_at, updated_day) SELECT 'old' || i, 'team', 'x', '{}', 1, 0, 0 FROM n`,
  `INSERT INTO audit_logs (ts, action) SELECT 0, 'x' FROM n`,
  `INSERT INTO send_logs (id, ts) SELECT -i, 0 FROM n`,
  `INSERT INTO pauses (place, until, reason) SELECT 'old' || i, 1, 'x' FROM n`,
];

let metered: MeteredWorld;
let world: World;

/** Routes to three targets, in an isolate that knows nothing yet. */
async function freshWorld(options?: WorldOptions): Promise<void> {
  metered = await meteredWorld(options);
  ({ world } = metered);
  const second = world.discord.places.channel({ name: "log" });
  const targets = [
    { platform: "discord", channelId: world.channelId },
    { platform: "discord", channelId: second.id },
    { platform: "telegram", chatId: world.chatId },
  ] as const;
  await world.configure(
    [{ id: "team", name: "Team", members: [], logTarget: targets[1] }],
    [{ id: "all", groupId: "team", name: "All", enabled: true, filters: [], targets }],
  );
  await world.hook(push(0));
  await world.drain();
  world.restart();
}

const push = (number: number): Webhook =>
  stepOf(pushStory.steps({ number, startedAt: STARTED_AT })[0]);
const review = (number: number): Webhook => pullRequest(number, 7);
const pullRequest = (number: number, step: number): Webhook =>
  stepOf(pullRequestStory.steps({ number, startedAt: STARTED_AT })[step]);

function stepOf(step: { event: string; payload: unknown } | undefined): Webhook {
  if (step === undefined) throw new Error("the story has no such step");
  const { event, payload } = step;
  return { event, payload };
}

/** The kinds of events, by what showing them takes. */
const KINDS: readonly [string, (number: number) => Webhook][] = [
  ["posts", push],
  ["first messages of subjects", (number) => pullRequest(number, 0)],
  ["reviews that are cards and replies", review],
  [
    "merges",
    (number) => pullRequest(number, pullRequestStory.steps({ number: 1, startedAt: 0 }).length - 1),
  ],
];

/** One invocation of a fresh isolate with everything that waits in the queue. */
async function consume({ apart = false } = {}): Promise<void> {
  const { discord, telegram, env } = world;
  const now = () => world.now();
  const worker = createWorker({
    fetch: network({
      "https://discord.com/api/v10": discord,
      "https://api.telegram.org": telegram,
    }),
    now,
    // Outcomes that come close together are written together. Without patience, each is by itself.
    sleep: (ms) => (apart ? Promise.resolve() : scheduler.wait(ms)),
    random: () => 0.5,
  });
  const messages = world
    .queued()
    .map((body, index) => ({ id: String(index), timestamp: new Date(now()), body, attempts: 1 }));
  await worker.queue(createMessageBatch<QueueJob>("webhooker-delivery", messages), env);
}

async function expectToFit(act: () => Promise<unknown>): Promise<void> {
  const { d1Statements, calls } = await metered.costOf(act);
  expect(d1Statements).toBeLessThanOrEqual(MOST_STATEMENTS);
  expect(calls).toBeLessThanOrEqual(MOST_CALLS);
}

function mendChats(): void {
  for (const { faults } of [world.discord, world.telegram]) faults.clear();
}

function breakChats(fault: Fault): void {
  for (const { faults } of [world.discord, world.telegram]) faults.add({ fault });
}

describe(`a full batch of ${BATCH_SIZE} events with three targets each fits an invocation, when`, () => {
  beforeEach(() => freshWorld());

  const batchOf = async (kind: (number: number) => Webhook): Promise<void> => {
    for (let number = 1; number <= BATCH_SIZE; number += 1) await world.hook(kind(number));
  };

  it.each(KINDS)("they are %s", async (_, kind) => {
    await batchOf(kind);
    await expectToFit(() => consume());
    expect(world.telegram.log.messages().length).toBeGreaterThan(BATCH_SIZE);
  });

  it.each(KINDS)("they are %s, and messages they edit were deleted", async (_, kind) => {
    for (let number = 1; number <= BATCH_SIZE; number += 1)
      await world.hook(pullRequest(number, 0));
    await world.drain();
    breakChats({ kind: "gone" });
    await batchOf(kind);
    await expectToFit(() => consume());
  });
});

describe("one event with three targets fits an invocation, when", () => {
  beforeEach(() => freshWorld());

  it.each<Fault>([
    { kind: "server_error" },
    { kind: "rate_limited", retryAfterSeconds: 30 },
    { kind: "forbidden" },
    { kind: "rejected" },
    { kind: "dropped_after" },
  ])("its chats all fail ($kind), each at another time", async (fault) => {
    await world.hook(review(1));
    breakChats(fault);
    await expectToFit(() => consume({ apart: true }));
  });
});

describe("the scheduled task fits an invocation, when", () => {
  const FAILED_EVENTS = 34;
  /** More rows than two runs of the task work on themselves. */
  const FEW_EVENTS = 8;

  /** Runs of the scheduled task at the start of an hour, when commands are registered, too. */
  const tick = async (): Promise<void> => {
    world.pass(HOUR_MS - (world.now() % HOUR_MS));
    world.restart();
    await expectToFit(() => world.tick());
  };

  /** And the next run, which does not register nor, without a queue, prune. */
  const tickTwice = async (): Promise<void> => {
    await tick();
    world.pass(RUN_MS);
    world.restart();
    await expectToFit(() => world.tick());
  };

  /** A row for each event and target. */
  const backlog = async (events: number): Promise<void> => {
    breakChats({ kind: "server_error" });
    for (let number = 1; number <= events; number += 1) {
      await world.hook(number % 2 === 0 ? push(number) : pullRequest(number, 0));
      await world.drain();
    }
    mendChats();
    const due = await testEnv.DB.prepare("SELECT COUNT(*) AS due FROM outbox").first("due");
    expect(due).toBeGreaterThanOrEqual(events * 3);
  };

  it("a hundred rows are due, and old ones of every kind are to be removed", async () => {
    await freshWorld();
    await backlog(FAILED_EVENTS);
    await makeOldRows();
    await tick();
    expect(world.queued().length).toBeGreaterThanOrEqual(50);
  });

  it("it must work on the rows itself, because there is no queue", async () => {
    await freshWorld({ env: { QUEUE: undefined } });
    await backlog(FEW_EVENTS);
    await makeOldRows();
    const before = world.telegram.log.messages().length + world.discord.log.messages().length;
    await tickTwice();
    const after = world.telegram.log.messages().length + world.discord.log.messages().length;
    expect(after).toBeGreaterThan(before);
  });

  it("it must work on the rows itself, and all of them fail again", async () => {
    await freshWorld({ env: { QUEUE: undefined } });
    await backlog(FEW_EVENTS);
    breakChats({ kind: "server_error" });
    await tickTwice();
  });

  it("whole events wait in the outbox, and there is no queue", async () => {
    await freshWorld();
    for (let number = 1; number <= 10; number += 1) await world.hook(review(number));
    const outbox = createOutboxStore({ db: testEnv.DB, now: () => world.now() });
    for (const job of world.queued()) {
      if (job.type === "event") await outbox.storeEvent(job);
    }
    delete world.env.QUEUE;
    await makeOldRows();
    await tickTwice();
  });

  it("holders of fifty messages vanished with something unshown", async () => {
    await freshWorld();
    for (let number = 1; number <= FAILED_EVENTS / 2; number += 1)
      await world.hook(pullRequest(number, 0));
    await world.drain();
    await testEnv.DB.batch([
      testEnv.DB.prepare("UPDATE message_tracking SET lease_holder = 'gone', lease_until = 1"),
      testEnv.DB.prepare("UPDATE subjects SET revision = revision + 1"),
    ]);
    await tick();
  });
});

describe("a slash command fits an invocation, when it is", () => {
  beforeEach(async () => {
    await freshWorld({ env: { ADMIN_USER_IDS: String(ADA) } });
    await world.tick();
    world.restart();
  });

  it("of somebody who is not linked", async () => {
    const lena = createDiscordUser(world, { name: "Lena" });
    for (const path of ["help", "whoami", "login", "comment add"]) {
      world.restart();
      await expectToFit(() => lena.slash(path));
    }
  });

  it("of somebody whose access must be renewed first", async () => {
    sampleRepository(world);
    const ada = createDiscordUser(world, { name: "Ada", permissions: 8n });
    await ada.login("ada");
    const ref = `${REPO}#2`;
    let question: Seen | undefined;
    const uses: readonly (() => Promise<Seen>)[] = [
      () => ada.slash("comment add", { ref, text: "Hm" }),
      () => ada.slash("react", { ref, emoji: "rocket" }),
      async () => (question = await ada.slash("pr merge", { ref })),
      () => ada.press(question?.message, "Merge"),
      async () => (question = await ada.slash("setup")),
      () => ada.press(question?.message, "New group for this chat"),
      () => ada.slash("subscribe", { repo: REPO }),
      () => ada.slash("logout"),
    ];
    const said: string[] = [];
    for (const use of uses) {
      // The question stays open for a quarter of an hour, so access ends by GitHub's word.
      world.github.tokens.expireAllOf(ADA);
      world.restart();
      await expectToFit(async () => void said.push((await use()).text));
    }
    expect(said).toEqual([
      `Your comment is on ${ref}.`,
      `Your reaction is on ${ref}.`,
      expect.stringContaining(`Merge ${ref}`),
      `${ref} is merged.`,
      expect.stringContaining("is not connected yet"),
      expect.stringContaining("Secret: "),
      expect.stringContaining(`This chat now hears ${REPO}`),
      expect.stringContaining("@ada is unlinked"),
    ]);
  });
});

/** Thousands of rows that are past their time, in every table that is pruned. */
async function makeOldRows(): Promise<void> {
  const each = (sql: string) =>
    testEnv.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500) ${sql}`,
    );
  await testEnv.DB.batch(OLD_ROWS.map(each));
}
