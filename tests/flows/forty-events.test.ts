import { beforeEach, expect, it } from "vitest";
import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import { fortyEvents, type Told } from "../support/forty-events.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const story = fortyEvents();
const HEAD = ["🟣 Pull request #42 merged by lena", "Keep the water warm for an hour or two"];
const FIELDS: readonly (readonly [string, string])[] = [
  ["Reviewers", "tomas ✅"],
  ["Checks", "✅ 2"],
  ["Labels", "docs, enhancement"],
  ["Assignees", "mei"],
  ["Branches", "main ← keep-warm"],
  ["Size", "+48 −7 in 3 files"],
  ["Comments", "1"],
];
const IN_DISCORD = [...HEAD, ...FIELDS.flat(), "acme/kettle"].join("\n");
const IN_TELEGRAM = [
  HEAD.join("\n"),
  FIELDS.map((field) => field.join(" ")).join("\n"),
  "acme/kettle · 2026-12-01 09:22 UTC",
].join("\n\n");

/** What each reply says in the end: its one line, and what it quotes. */
const REPLIES: readonly (readonly string[])[] = [
  ["✅ CI passed on keep-warm"],
  ["💬 mei commented on #42", "Does it stop when the kettle is lifted?"],
  ["🗑️ mei’s comment on #42 was deleted"],
  [
    "❌ tomas requested changes on #42",
    "Nearly there.\n- src/timer.ts This leaks.\n- src/kettle.ts Name it keepWarm.",
  ],
  ["✅ tomas approved #42"],
  ["🟣 lena merged #42 into main"],
];
const alone = (reply: readonly string[]) => reply.join("\n");
const bulleted = (reply: readonly string[]) => alone(reply).replaceAll("\n- ", "\n• ");

let world: World;

beforeEach(async () => {
  world = await createWorld();
  await world.configure(
    [{ id: "team", name: "Team", members: [] }],
    [sampleRoute(world, { discordRoleIds: ["555"] })],
  );
});

const hook = ({ event, payload }: Told, index: number) =>
  world.hook({ event, payload, deliveryId: `story-${index}` });

async function play(events: readonly Told[] = story): Promise<void> {
  for (const [index, told] of events.entries()) {
    await hook(told, index);
    await world.drain();
    world.pass(3_000);
  }
}

const inDiscord = () => world.discord.log.messages();
const inTelegram = () => world.telegram.log.messages();
const cardsIn = (messages: readonly ShownMessage[]) =>
  messages.filter(
    ({ replyTo, text }) => replyTo === undefined && text.includes("Pull request #42"),
  );

it("gives one card in its last state, few short replies, and one ping of the route's roles", async () => {
  expect(story.length).toBeGreaterThanOrEqual(40);
  await play();

  for (const messages of [inDiscord(), inTelegram()]) {
    expect(messages.filter(({ replyTo }) => replyTo === undefined)).toHaveLength(1);
    expect(messages.length - 1).toBeLessThanOrEqual(8);
  }
  expect(inDiscord().map(({ text }) => text)).toEqual([IN_DISCORD, ...REPLIES.map(alone)]);
  expect(inTelegram().map(({ text }) => text)).toEqual([IN_TELEGRAM, ...REPLIES.map(bulleted)]);
  expect(inDiscord().flatMap(({ pinged }) => pinged ?? [])).toEqual(["role:555"]);
});

it("says that a run failed once, and names the jobs that did", async () => {
  const failed = story.findIndex(({ event }) => event === "check_suite");
  await play(story.slice(0, failed));

  for (const messages of [inDiscord(), inTelegram()]) {
    expect(messages).toHaveLength(2);
    expect(messages[0]?.text).toContain("test · ✅ 1 ❌ 1");
    expect(messages[1]).toMatchObject({ text: "❌ CI failed on keep-warm: test" });
  }
});

it("gives the same card shuffled, duplicated and in parallel", async () => {
  const deliveries = story.map((told, index) => ({ told, index }));
  const all = shuffled([...deliveries, ...deliveries], 1);
  await Promise.all(all.map(({ told, index }) => hook(told, index)));
  await settle();

  expect(cardsIn(inDiscord()).map(({ text }) => text)).toEqual([IN_DISCORD]);
  expect(cardsIn(inTelegram()).map(({ text }) => text)).toEqual([IN_TELEGRAM]);
  const everything = [...inDiscord(), ...inTelegram()].map(({ text }) => text).join("\n");
  expect(everything).not.toMatch(/hunter2|kettel/);
});

/** Until nothing waits any more, neither in the queue nor in the outbox. */
async function settle(): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    await world.drain();
    world.pass(70_000);
    await world.tick();
  }
  await world.drain();
}

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const order = items.map((item, index) => ({
    item,
    at: Math.imul((index + 1) * 2_654_435_761, seed * 40_503 + 1) >>> 0,
  }));
  return order.sort((a, b) => a.at - b.at).map(({ item }) => item);
}
