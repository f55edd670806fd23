import { afterEach, expect, it, vi } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, sampleRoute } from "../support/world.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const OVERLAY = {
  event: { fork: "{actor} a copié {repo} vers {fork}", planet: "?" },
  "delivery.reason.gone": "parti {où",
};

it.each(["fr", "en"])(
  "says what an operator wrote over the messages of %s, and leaves out what is wrong, with a line in the log",
  async (lang) => {
    const warned = vi.spyOn(console, "warn");
    const world = await createWorld();
    await world.configure([{ id: "team", name: "Team", lang }], [sampleRoute(world)]);
    await testEnv.KV.put(`i18n:${lang}`, JSON.stringify(OVERLAY));

    await world.hook({ event: "fork", payload: findExample("fork").payload });
    await world.drain();

    expect(
      world.discord.log
        .messages()
        .map(({ text }) => text)
        .join(),
    ).toContain("a copié");
    const lines = warned.mock.calls.map(([line]) => String(line));
    expect(lines.filter((line) => line.includes(`i18n:${lang}`)).join()).toContain("event.planet");
  },
);

it("speaks English to a group whose language is none", async () => {
  const world = await createWorld();
  await world.configure([{ id: "team", name: "Team", lang: "no language!" }], [sampleRoute(world)]);
  await world.hook({ event: "fork", payload: findExample("fork").payload });
  await world.drain();

  expect(
    world.discord.log
      .messages()
      .map(({ text }) => text)
      .join(),
  ).toContain("forked");
});
