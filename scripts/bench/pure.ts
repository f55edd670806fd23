import { renderCard as renderDiscord } from "../../src/bots/discord/render.ts";
import { renderCard as renderTelegram } from "../../src/bots/telegram/render.ts";
import { fold } from "../../src/domain/fold.ts";
import type { Configuration } from "../../src/domain/matching.ts";
import type { Route } from "../../src/domain/route.ts";
import type { EventEnvelope } from "../../src/domain/queue-job.ts";
import { translator } from "../../src/i18n/translate.ts";
import { factsOf } from "../../src/webhooks/facts.ts";
import { createPresenter } from "../../src/webhooks/formatters/presenter.ts";
import { markdownToBlocks } from "../../src/webhooks/markdown/markdown-to-blocks.ts";
import { remembered } from "../../src/webhooks/markdown/remembered.ts";
import { createMatcher } from "../../src/webhooks/matching/match.ts";
import { createPatternCompiler } from "../../src/webhooks/matching/patterns.ts";
import { parseEvent } from "../../src/webhooks/providers/index.ts";
import { pullRequestStory } from "../../sandbox/stories/pull-request.ts";
import { pushStory } from "../../sandbox/stories/push.ts";
import { otherRoute, routeTo } from "./workers.ts";

export interface Timing {
  of: string;
  ms: number;
}

const WARM_UPS = 300;
const ROUNDS = 8;
const REPEATS = 40;
const VOICE = { lang: "en", emoji: true };
const PLAY = { number: 1, startedAt: Date.UTC(2026, 0, 1) };

// A copy each time: the same event or state would be told from memory.
/** The steps of one event that are only computing, in this process, warm: what the consumer's time is made of. */
export function steps(): Timing[] {
  const t = translator("en", {});
  const deps = { factsOf, translate: () => t };
  const presenter = createPresenter({ ...deps, markdown: markdownToBlocks });
  const busy = createPresenter({ ...deps, markdown: remembered(markdownToBlocks) });
  const [push] = pushStory.steps(PLAY);
  const [opened] = pullRequestStory.steps(PLAY);
  const pushBody = JSON.stringify(push?.payload);
  const pullBody = JSON.stringify(opened?.payload);
  const pushed = parsed("push", pushBody);
  const pulled = parsed("pull_request", pullBody);
  const reading = presenter.read(pulled);
  const [news] = reading.news;
  const state = fold({}, news?.facets ?? {});
  const told = presenter.announce(pushed, VOICE, "post");
  const card = presenter.show("pull_request", state, VOICE);
  return [
    timing("push: parse the body", () => parsed("push", pushBody)),
    timing("push: read", () => presenter.read({ ...pushed })),
    timing("push: put into words", () => presenter.announce({ ...pushed }, VOICE, "post")),
    timing("push: render for Discord", () => renderDiscord(told, VOICE, t)),
    timing("push: render for Telegram", () => renderTelegram(told, VOICE, t)),
    timing("pull request: parse the body", () => parsed("pull_request", pullBody)),
    timing("pull request: read", () => presenter.read({ ...pulled })),
    timing("pull request: fold", () => fold(state, news?.facets ?? {})),
    timing("pull request: put into words, for the first time", () =>
      presenter.show("pull_request", { ...state }, VOICE),
    ),
    timing("pull request: put into words, again", () =>
      busy.show("pull_request", { ...state }, VOICE),
    ),
    timing("pull request: render for Discord", () => renderDiscord(card, VOICE, t)),
    timing("pull request: render for Telegram", () => renderTelegram(card, VOICE, t)),
  ];
}

/** Matching one event against 200 routes of three filters each, rules compiled. */
export function matching(): Timing[] {
  const event = parsed("push", JSON.stringify(pushStory.steps(PLAY)[0]?.payload));
  const facts = factsOf(event);
  const routes = [...Array.from({ length: 199 }, (_, index) => otherRoute(index)), routeTo(1)];
  const match = createMatcher();
  const configuration = configurationOf(routes as Route[]);
  const tenGroups = configurationOf(routes as Route[], 10);
  const origin = { endpoint: "global", provider: "github" };
  return [
    timing("match 200 routes", () => match(configuration, origin, facts)),
    timing("match 10 groups of 200 routes, all open to the event", () =>
      match(tenGroups, origin, facts),
    ),
    timing("match 200 routes, rules not yet compiled", () =>
      createMatcher()(configurationOf([...(routes as Route[])]), origin, facts),
    ),
  ];
}

const HOSTILE = [
  "/(a+)+$/",
  "/(a|a)*b/",
  "/(.*)*x/",
  "/(\\w+\\s?)*$/",
  "*a*a*a*b",
  "*a*b*a*b*a*b*c",
];

/** Patterns that make a backtracking engine run for years, against a title of 100 kB. */
export function hostilePatterns(): Timing[] {
  const title = "ab".repeat(25_000) + "a".repeat(50_000) + "!";
  return HOSTILE.map((pattern) => {
    const compiled = createPatternCompiler()(pattern, "whole");
    if ("problem" in compiled) return { of: `${pattern} (refused)`, ms: 0 };
    return timing(pattern, () => compiled.test(title));
  });
}

function parsed(event: string, body: string) {
  const envelope: EventEnvelope = {
    provider: "github",
    endpoint: "global",
    deliveryId: "delivery",
    event,
    form: false,
    receivedAt: PLAY.startedAt,
  };
  const result = parseEvent(envelope, body);
  if ("unreadable" in result) throw new Error(result.unreadable);
  return result;
}

function configurationOf(routes: readonly Route[], count = 1): Configuration {
  const groups = Array.from({ length: count }, (_, at) => ({
    id: `team${at}`,
    name: "",
    members: [],
  }));
  // Lists of their own: what is remembered is remembered of a list.
  const lists = new Map(groups.map(({ id }) => [id, [...routes]]));
  return {
    revision: 1,
    groups: () => groups,
    group: (id) => groups.find((group) => group.id === id),
    routes: (id) => lists.get(id) ?? [],
  };
}

/** The mean processor time of many, in ms, after as many that only warm up: the least of a few such means. */
function timing(of: string, work: () => unknown): Timing {
  for (let repeat = 0; repeat < WARM_UPS; repeat += 1) work();
  const means = Array.from({ length: ROUNDS }, () => meanOf(work));
  return { of, ms: Math.min(...means) };
}

function meanOf(work: () => unknown): number {
  const before = process.cpuUsage();
  for (let repeat = 0; repeat < REPEATS; repeat += 1) work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / REPEATS;
}
