import type { EventFacts } from "../../domain/event-facts.ts";
import type { Group } from "../../domain/group.ts";
import type { Match, Matches, Refusal, Wanted } from "../../domain/matching.ts";
import type { Route } from "../../domain/route.ts";
import { targetId } from "../../domain/target.ts";
import { SHARED_ENDPOINT } from "../../domain/webhook-event.ts";
import { compileRule, type Rule } from "./filters.ts";
import { valuesOf, type Values } from "./values.ts";

type Origin = Parameters<Match>[1];

/**
 * A matcher with its own memory of compiled rules, kept as long as the (frozen) routes they
 * were made from.
 */
export function createMatcher(): Match {
  const rules = new WeakMap<Route, Rule>();
  const ruleOf = (route: Route): Rule => {
    const known = rules.get(route);
    if (known !== undefined) return known;
    const made = compileRule(route);
    rules.set(route, made);
    return made;
  };
  return (configuration, origin, facts) => {
    const values = valuesOf(facts);
    const wanted: Wanted[] = [];
    const refusals: Refusal[] = [];
    for (const group of groupsOf(configuration, origin, refusals)) {
      const closed = gate(group, origin, facts);
      if (closed === undefined) {
        const outcome = matchGroup(group, configuration.routes(group.id), values, ruleOf);
        wanted.push(...outcome.wanted);
        refusals.push(...outcome.refusals);
      } else refusals.push({ groupId: group.id, reason: closed });
    }
    return { wanted, refusals };
  };
}

function groupsOf(
  configuration: Parameters<Match>[0],
  { endpoint }: Origin,
  refusals: Refusal[],
): readonly Group[] {
  if (endpoint === SHARED_ENDPOINT) return configuration.groups();
  const group = configuration.group(endpoint);
  if (group !== undefined) return [group];
  refusals.push({ groupId: endpoint, reason: "there is no such group" });
  return [];
}

/** Why a group does not hear this event at all, or `undefined` when it may. */
function gate(group: Group, origin: Origin, facts: EventFacts): string | undefined {
  if (group.providers !== undefined && !hasName(group.providers, origin.provider)) {
    return `events of ${origin.provider} may not enter the group`;
  }
  if (origin.endpoint !== SHARED_ENDPOINT || group.owners === undefined) return undefined;
  if (facts.owner === undefined)
    return "the event names no owner, and the group hears only its own";
  return hasName(group.owners, facts.owner)
    ? undefined
    : "the repository's owner is not one of the group's owners";
}

function hasName(names: readonly string[], name: string): boolean {
  const lower = name.toLowerCase();
  return names.some((candidate) => candidate.toLowerCase() === lower);
}

/** Ordinary routes in order, up to one that stops; fallback routes only if none of them matched. */
function matchGroup(
  group: Group,
  routes: readonly Route[],
  values: Values,
  ruleOf: (route: Route) => Rule,
): Matches {
  if (routes.length === 0) {
    return { wanted: [], refusals: [{ groupId: group.id, reason: "the group has no routes" }] };
  }
  const refusals: Refusal[] = [];
  const refuse = (route: Route, reason: string) =>
    void refusals.push({ groupId: group.id, routeId: route.id, reason });
  const ordinary = routes.filter((route) => route.fallback !== true);
  const fallback = routes.filter((route) => route.fallback === true);
  const matched = firing(ordinary, values, ruleOf, refuse);
  if (matched.length > 0) {
    for (const route of fallback) refuse(route, "it is a fallback, and an ordinary route matched");
    return { wanted: wantedBy(group, matched), refusals };
  }
  return { wanted: wantedBy(group, firing(fallback, values, ruleOf, refuse)), refusals };
}

function firing(
  routes: readonly Route[],
  values: Values,
  ruleOf: (route: Route) => Rule,
  refuse: (route: Route, reason: string) => void,
): readonly Route[] {
  const matched: Route[] = [];
  let stopped = false;
  for (const route of routes) {
    const reason = stopped ? "an earlier route stops here" : refusalOf(route, values, ruleOf);
    if (reason !== undefined) refuse(route, reason);
    else {
      matched.push(route);
      stopped = route.stop === true;
    }
  }
  return matched;
}

function refusalOf(
  route: Route,
  values: Values,
  ruleOf: (route: Route) => Rule,
): string | undefined {
  return route.enabled ? ruleOf(route)(values) : "it is switched off";
}

/** Each target once, by the first route that names it: that one decides style and mentions. */
function wantedBy(group: Group, routes: readonly Route[]): readonly Wanted[] {
  const byTarget = new Map<string, Wanted>();
  for (const route of routes) {
    for (const target of route.targets) {
      const id = targetId(target);
      if (!byTarget.has(id)) byTarget.set(id, { group, route, target });
    }
  }
  return [...byTarget.values()];
}
