import definitions from "@octokit/webhooks-examples";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../domain/json.ts";
import { giteaExamples } from "../../../sandbox/stories/gitea-examples.ts";
import { drawnInDiscord, drawnInTelegram } from "../../../scripts/events/drawn.ts";
import { giteaEvent } from "../../../scripts/events/gitea.ts";
import { toldBy } from "../../../scripts/events/told.ts";
import { fold } from "../../domain/fold.ts";
import { en } from "../../i18n/en/index.ts";
import { zh } from "../../i18n/zh/index.ts";
import { withEmoji } from "../markdown/emoji.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import { announced, chinese, english, github, presenter, visible } from "./presenter.fixture.ts";
import { unpublished } from "./unpublished.fixture.ts";

/** Every example payload that GitHub publishes. */
const examples = definitions.flatMap(({ name, examples }) =>
  examples.map((payload) => github(name, payload as unknown as JsonObject)),
);
const quietly = { ...english, emoji: false };

it("reads and tells all published payloads, in both languages and forms", () => {
  expect(examples).toHaveLength(329);
  for (const event of [...examples, ...unpublished]) {
    for (const text of everythingSaid(event)) {
      expect(text).not.toMatch(OURS_GONE_WRONG);
      expect(text).not.toContain("never-shown-anywhere");
    }
  }
});

it("has a sentence of its own for each of them, with nothing left open", () => {
  const vague = examples
    .filter((event) =>
      /an event of the kind|\bsomething\b/.test(announced(event).split("\n")[0] ?? ""),
    )
    .map(({ event, action }) => `${event}.${action ?? ""}`);
  expect(vague).toEqual([]);
});

const EMOJI = /\p{Extended_Pictographic}/gu;

it("shows no emoji but people's own where a group switched them off, in both chats and languages", () => {
  const gitea = giteaExamples.map((example) => giteaEvent(example, 0));
  for (const event of [...examples, ...gitea]) {
    const theirs = withEmoji(JSON.stringify(event.payload));
    for (const lang of ["en", "zh"]) {
      const voice = { lang, emoji: false };
      for (const { show } of toldBy(event).messages) {
        const shown = show(voice);
        const drawn = drawnInDiscord(shown, voice) + drawnInTelegram(shown, voice);
        const ours = drawn.match(EMOJI)?.filter((emoji) => !theirs.includes(emoji)) ?? [];
        expect([event.event, event.action, ours]).toEqual([event.event, event.action, []]);
      }
    }
  }
});

it("says nothing with an emoji: they stand in front, where they can be switched off", () => {
  const sentences = [en, zh].flatMap((catalog) => Object.entries(catalog));
  const named = sentences.filter(([key]) => key !== "github.no_such_reaction");
  expect(named.filter(([, said]) => said.match(EMOJI) !== null)).toEqual([]);
});

it("copes with any value in any place of a payload", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...examples) },
        { weight: 1, arbitrary: fc.constantFrom(...unpublished) },
      ),
      fc.array(hostile(), { minLength: 1 }),
      fc.nat(),
      (event, values, seed) => {
        const payload = spoilt(event.payload, values, seed) as JsonObject;
        for (const text of everythingSaid({ ...event, payload })) {
          expect(text).not.toMatch(OURS_GONE_WRONG);
          expect(text.isWellFormed()).toBe(true);
        }
      },
    ),
    { numRuns: 200 },
  );
});

it("copes with a payload in which everything is null or nothing is there", () => {
  for (const event of [...examples, ...unpublished]) {
    for (const payload of [{}, spoilt(event.payload, [null], 0) as JsonObject]) {
      for (const text of everythingSaid({ ...event, payload }))
        expect(text).not.toMatch(OURS_GONE_WRONG);
    }
  }
});

/** What no payload may bring about; hostile values below do not contain these words themselves. */
const OURS_GONE_WRONG =
  /\b(undefined|NaN)\b|\[object Object\]|\bnull\b|^\s*$|[\uE000\uE001]|\b(event|word|ran|field|card|count)\.[a-z_]+/;

function everythingSaid(event: WebhookEvent): string[] {
  const { news } = presenter.read(event);
  return [english, chinese, quietly].flatMap((voice) => [
    announced(event, voice, "post"),
    announced(event, voice, "reply"),
    ...news.map(({ subject, facets }) =>
      visible(presenter.show(subject.kind, fold({}, facets), voice)),
    ),
  ]);
}

function hostile(): fc.Arbitrary<Json> {
  return fc.oneof(
    fc.constantFrom<Json>(
      "",
      " ",
      "\u0000\u001b[31m\r\n",
      "\ud800 half",
      "<b>@everyone</b> <@123> `x` ](y) {count, plural, other {#}} '{",
      "javascript:alert(1)",
      "https://",
      "2024-13-45T99:99:99Z",
      "__proto__",
      "constructor",
      "漢字 \u202e abc \u200b",
      "x".repeat(20_000),
      "😀".repeat(5_000),
      0,
      -1,
      1e308,
      true,
      [],
      {},
      [[[]]],
      null,
    ),
    fc.string({ unit: "binary", maxLength: 50 }).map((text) => text.replace(/[\uE000\uE001]/g, "")),
  );
}

/** The payload with about a tenth of its values (with seed 0: all but objects and lists) replaced. */
function spoilt(value: Json, values: readonly Json[], seed: number, path = 1): Json {
  const hash = (seed * 31 + path * 2_654_435_761) >>> 0;
  const replaced = values[hash % values.length] ?? null;
  if (seed !== 0 && path !== 1 && hash % 10 === 0) return replaced;
  if (Array.isArray(value)) {
    return value.map((item: Json, i) => spoilt(item, values, seed, path * 7 + i));
  }
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item], i) => [
        key,
        spoilt(item, values, seed, path * 11 + i),
      ]),
    );
  }
  return seed === 0 ? replaced : value;
}
