import { expect, it } from "vitest";
import type { Group } from "../domain/group.ts";
import type { Presenter, Reading } from "../domain/reading.ts";
import type { Route } from "../domain/route.ts";
import type { SubjectNews } from "../domain/subject.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import { planEvent } from "./plan.ts";

const event: WebhookEvent = {
  provider: "github",
  endpoint: "g",
  deliveryId: "d",
  event: "check_suite",
  receivedAt: 0,
  payload: {},
};
const presenter: Presenter = {
  read: () => reading(),
  announce: (_event, _voice, form) => ({ tone: "neutral", headline: [form] }),
  show: () => ({ tone: "neutral", headline: ["card"] }),
};
const group: Group = { id: "g", name: "G", members: [] };
const target = { platform: "discord", channelId: "1" } as const;

function reading(more: Partial<Reading> = {}): Reading {
  return { facts: { event: "check_suite", texts: [] }, news: [], attention: false, ...more };
}

const card: SubjectNews = { subject: { kind: "issue", key: "card" }, facets: {} };
const reply: SubjectNews = { subject: { kind: "comment", key: "reply" }, facets: {}, reply: true };

/** What is to be shown, as `card issue`, `reply to card`, `post`; or why nothing is. */
function planned(
  read: Partial<Reading>,
  { route = {}, standing = [], tellers = [] }: Partial<World> = {},
): string[] {
  const whole = { id: "r", groupId: "g", name: "", enabled: true, filters: [], targets: [target] };
  const plan = planEvent([{ group, route: { ...whole, ...route }, target }], {
    event,
    reading: reading(read),
    presenter,
    voiceOf: () => ({ lang: "en", emoji: true }),
    hasCard: (_group, key) => standing.includes(key),
    tellersOf: () => tellers,
    stateKey: "k",
  });
  const shown = plan.lines.flat().map(({ content }) => {
    const what = content.type === "card" ? content.subjectKey : "post";
    return content.replyTo === undefined ? what : `${what} to ${content.replyTo}`;
  });
  return [...shown, ...plan.skipped.map(({ reason }) => reason)];
}

interface World {
  route: Partial<Route>;
  standing: string[];
  tellers: string[];
}

const named = { filters: [{ type: "event" as const, match: ["push", "Check_Suite"] }] };
const anything = { filters: [{ type: "event" as const, match: "*" }] };
const excluded = { filters: [{ type: "event" as const, match: "check_suite", exclude: true }] };
const nested = { ast: { any: [{ all: named.filters }, { not: excluded.filters[0] ?? card }] } };

it("tells what is quiet only to routes that name the event", () => {
  const quiet = { quiet: "shh" };
  expect(planned(quiet)).toEqual(["shh"]);
  expect(planned(quiet, { route: anything })).toEqual(["shh"]);
  expect(planned(quiet, { route: excluded })).toEqual(["shh"]);
  expect(planned(quiet, { route: named })).toEqual(["post"]);
  expect(planned(quiet, { route: nested as Partial<Route> })).toEqual(["post"]);
});

it("tells what is hidden to nobody, but keeps its card up", () => {
  const hidden = { hidden: "private" };
  expect(planned(hidden, { route: named })).toEqual(["private"]);
  expect(planned({ ...hidden, news: [card] }, { route: { style: "plain" } })).toEqual(["private"]);
  expect(planned({ ...hidden, news: [card] })).toEqual(["card"]);
});

it("posts what waits for its card elsewhere only where it is named, or where nobody else tells it", () => {
  const job = { ...card, onlyWhereShown: "unless_named" as const };
  expect(planned({ news: [job] })).toEqual(["its subject has no message here"]);
  expect(planned({ news: [job] }, { standing: ["card"] })).toEqual(["card"]);
  expect(planned({ news: [job] }, { route: named })).toEqual(["card"]);
  expect(planned({ news: [{ ...card, onlyWhereShown: true }] })).toEqual(["post"]);
});

it("answers a card with a reply that can be edited, else with a post", () => {
  expect(planned({ news: [card, reply], attention: true })).toEqual(["card", "reply to card"]);
  expect(planned({ news: [card], attention: true })).toEqual(["card", "post to card"]);
  const edited = { news: [card, { ...reply, onlyWhereShown: true }] };
  expect(planned(edited)).toEqual(["card"]);
  expect(planned(edited, { standing: ["card", "reply"] })).toEqual(["card", "reply to card"]);
});

it("leaves out a reply that only echoes a card posted just now", () => {
  const closed = { news: [card], attention: true, echo: true };
  expect(planned(closed)).toEqual(["card"]);
  expect(planned(closed, { standing: ["card"] })).toEqual(["card", "post to card"]);
});

it("tells a push on the card of its pull request, where that stands", () => {
  const push = { news: [{ ...card, index: "ask_open" as const }] };
  expect(planned(push, { tellers: ["pull"] })).toEqual(["post"]);
  expect(planned(push, { tellers: ["pull"], standing: ["pull"] })).toEqual([
    "it is told on the card of its pull request",
  ]);
});
