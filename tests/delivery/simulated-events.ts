import { valueOf } from "../../src/domain/fold.ts";
import { Group } from "../../src/domain/group.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { Configuration, Match, Wanted } from "../../src/domain/matching.ts";
import type { EventEnvelope } from "../../src/domain/queue-job.ts";
import type { Presenter, Reading } from "../../src/domain/reading.ts";
import { Route } from "../../src/domain/route.ts";
import type { SubjectNews, SubjectState } from "../../src/domain/subject.ts";
import { targetId } from "../../src/domain/target.ts";
import type { WebhookEvent } from "../../src/domain/webhook-event.ts";

/** What an event of these tests says; it is its own payload. */
export interface Story {
  deliveryId: string;
  endpoint: string;
  repo: string;
  action?: string;
  /** Absent: the event is simply posted. */
  subject?: string;
  /** One facet, and how new its value is. */
  facet?: string;
  at?: number;
  attention?: boolean;
  quiet?: string;
  /** Shown on this subject's message where there is one. */
  onCardOf?: string;
}

export function parseStory(envelope: EventEnvelope, body: string | ArrayBuffer): WebhookEvent {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body);
  const payload = JSON.parse(text) as JsonObject;
  const { provider, endpoint, deliveryId, event, receivedAt } = envelope;
  const { action } = payload;
  const read = { provider, endpoint, deliveryId, event, receivedAt, payload };
  return typeof action === "string" ? { ...read, action } : read;
}

/** Shows a state as its facets in order, a post as its delivery's id. */
export const storyPresenter: Presenter = {
  read: (event) => readingOf(storyOf(event)),
  announce: (event, _voice, form) => ({
    tone: "neutral",
    headline: [`${form} ${event.deliveryId}`],
  }),
  show: (_kind, state) => ({ tone: "neutral", headline: [shownState(state)] }),
};

export function shownState(state: SubjectState): string {
  const facets = Object.keys(state)
    .sort()
    .map((facet) => `${facet}=${textOf(valueOf(state, facet))}`);
  return `card ${facets.join(" ")}`;
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

export function newsOf(story: Story): SubjectNews[] {
  const { subject, facet, at } = story;
  if (subject === undefined || facet === undefined || at === undefined) return [];
  const facets = {
    // Says which subject it is, so that a person could tell the messages apart.
    name: { kind: "value", version: [0, 0, 0], value: subject },
    [facet]: { kind: "value", version: [0, at, 0], value: `${at}` },
  } as const;
  const own: SubjectNews = { subject: { kind: "pull_request", key: subject }, facets };
  if (story.onCardOf === undefined) return [own];
  const { name: _, ...shared } = facets;
  const other = { kind: "pull_request", key: story.onCardOf } as const;
  return [{ subject: other, facets: shared, onlyWhereShown: true }, own];
}

/** Groups, routes and targets of a world; `match` names the route's repository. */
export function configurationOf(
  revision: number,
  groups: readonly object[],
  routes: readonly object[],
): Configuration {
  const parsedGroups = groups.map((group) => Group.parse(group));
  const parsedRoutes = routes.map((route) => Route.parse(route));
  return {
    revision,
    groups: () => parsedGroups,
    group: (id) => parsedGroups.find((group) => group.id === id),
    routes: (groupId) => parsedRoutes.filter((route) => route.groupId === groupId),
  };
}

/** By repository only: real matching is not under test here. */
export const matchByRepository: Match = (configuration, origin, facts) => {
  const groups = configuration
    .groups()
    .filter(({ id }) => origin.endpoint === "global" || origin.endpoint === id);
  const wanted = groups.flatMap((group) => wantedOf(configuration, group, facts.repo?.fullName));
  const refusals = groups.map(({ id }) => ({ groupId: id, reason: "another repository" }));
  return { wanted, refusals: wanted.length > 0 ? [] : refusals };
};

function wantedOf(configuration: Configuration, group: Group, repo: string | undefined): Wanted[] {
  const seen = new Set<string>();
  return configuration
    .routes(group.id)
    .filter((route) => route.filters.every(({ match }) => match === repo))
    .flatMap((route) => route.targets.map((target) => ({ group, route, target })))
    .filter(({ target }) => {
      const isNew = !seen.has(targetId(target));
      seen.add(targetId(target));
      return isNew;
    });
}

function storyOf(event: WebhookEvent): Story {
  return event.payload as unknown as Story;
}

function readingOf(story: Story): Reading {
  return {
    facts: {
      event: "story",
      repo: { fullName: story.repo, isPrivate: false },
      texts: [],
    },
    news: newsOf(story),
    attention: story.attention === true,
    ...(story.quiet === undefined ? {} : { quiet: story.quiet }),
  };
}
