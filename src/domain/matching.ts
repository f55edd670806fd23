import type { EventFacts } from "./event-facts.ts";
import type { Group } from "./group.ts";
import type { Route } from "./route.ts";
import type { Target } from "./target.ts";

/** The groups and routes as of one revision. Frozen: readers share it. */
export interface Configuration {
  readonly revision: number;
  groups(): readonly Group[];
  group(id: string): Group | undefined;
  /** A group's routes, in their stored order. */
  routes(groupId: string): readonly Route[];
}

/** One target that wants an event, by the first matching route of its group. */
export interface Wanted {
  group: Group;
  route: Route;
  target: Target;
}

/** Why a group or a route did not want an event; said in the log. */
export interface Refusal {
  groupId: string;
  routeId?: string;
  reason: string;
  /** The event may not enter the group: it is not the group's business, and its people are told nothing of it. */
  closed?: true;
}

export interface Matches {
  wanted: readonly Wanted[];
  refusals: readonly Refusal[];
}

/** Pure: which targets want an event that came in on an endpoint (`global` or a group's id). */
export type Match = (
  configuration: Configuration,
  origin: { endpoint: string; provider: string },
  facts: EventFacts,
) => Matches;
