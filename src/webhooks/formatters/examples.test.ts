import definitions from "@octokit/webhooks-examples";
import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { announced, chinese, english, github, presenter, visible } from "./presenter.fixture.ts";
import { fold } from "../../domain/fold.ts";

/** Every example payload that GitHub publishes. */
const examples = definitions.flatMap(({ name, examples }) =>
  examples.map((payload) => github(name, payload as unknown as JsonObject)),
);

it("reads and tells all published payloads, in both languages and forms", () => {
  expect(examples).toHaveLength(329);
  for (const event of examples) {
    for (const voice of [english, chinese, { ...english, emoji: false }]) {
      expectProper(announced(event, voice, "post"));
      expectProper(announced(event, voice, "reply"));
      for (const { subject, facets } of presenter.read(event).news) {
        expectProper(visible(presenter.show(subject.kind, fold({}, facets), voice)));
      }
    }
  }
});

it("has a sentence of its own for each of them", () => {
  const neutral = examples
    .filter((event) => announced(event).includes("an event of the kind"))
    .map(({ event, action }) => `${event}.${action ?? ""}`);
  expect(neutral).toEqual([]);
});

it("shows no emoji of ours where a group switched them off", () => {
  for (const event of examples) {
    const own = presenter.announce(event, { ...english, emoji: false }, "post");
    expect(own.icon).toBeUndefined();
    for (const { subject, facets } of presenter.read(event).news) {
      const { fields = [], icon } = presenter.show(subject.kind, fold({}, facets), {
        ...english,
        emoji: false,
      });
      expect(icon).toBeUndefined();
      expect(JSON.stringify(fields)).not.toMatch(/✅|❌|⏳|⏭|💬|⚪/u);
    }
  }
});

function expectProper(text: string) {
  const [headline = ""] = text.split("\n");
  expect(headline.trim()).not.toBe("");
  expect(text).not.toMatch(/\b(undefined|NaN)\b|\[object Object\]|\bnull\b/);
  expect(text).not.toMatch(/\b(event|word|ran|field|card|count)\.[a-z_]+/);
  expect(text).not.toMatch(/[\uE000\uE001]/);
}
