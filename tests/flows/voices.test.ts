import { expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { testEnv } from "../support/env.ts";
import { fortyEvents } from "../support/forty-events.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const TEAM = { id: "team", name: "Team", members: [] };
const EMOJI = /\p{Extended_Pictographic}/u;

async function hook(world: World, event: string, payload: unknown): Promise<void> {
  await world.hook({ event, payload });
  await world.drain();
}

const texts = (world: World): string[] =>
  [...world.discord.log.messages(), ...world.telegram.log.messages()].map(({ text }) => text);

it("speaks a group's language, in the operator's words where they have laid some over ours", async () => {
  const world = await createWorld();
  await world.configure([{ ...TEAM, lang: "zh" }], [sampleRoute(world)]);
  await testEnv.KV.put(
    "i18n:zh",
    JSON.stringify({ "event.star.deleted": "{actor} 变心了：{repo}" }),
  );
  const star = findExample("star", "created").payload;
  await hook(world, "star", star);
  await hook(world, "star", findExample("star", "deleted").payload);

  const [inDiscord = "", laidOver = ""] = world.discord.log.messages().map(({ text }) => text);
  expect(inDiscord).toMatch(/Codertocat .*\p{Script=Han}/u);
  expect(laidOver).toContain("Codertocat 变心了：Codertocat/Hello-World");
  expect(world.telegram.log.messages()[1]?.text).toContain("变心了");
});

it("posts each event by itself in the style plain, and shows no emoji of ours where they are off", async () => {
  const world = await createWorld();
  await world.configure([{ ...TEAM, emoji: false }], [sampleRoute(world, { style: "plain" })]);
  const story = fortyEvents().filter(({ event }) => event === "pull_request");
  for (const { event, payload } of story) await hook(world, event, payload);

  for (const { log } of [world.discord, world.telegram]) {
    expect(log.messages()).toHaveLength(story.length);
    expect(log.messages().every(({ replyTo }) => replyTo === undefined)).toBe(true);
  }
  expect(texts(world).filter((text) => EMOJI.test(text))).toEqual([]);
});
