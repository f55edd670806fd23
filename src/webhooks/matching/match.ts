import type { EventFacts } from "../../domain/event-facts.ts";
import type { Group } from "../../domain/group.ts";
import type { Match, Refusal, Wanted } from "../../domain/matching.ts";
import type { Route } from "../../domain/route.ts";
import { targetId } from "../../domain/target.ts";
import { SHARED_ENDPOINT } from "../../domain/webhook-event.ts";
import { compileRule, type Rule } from "./filters.ts";
import { createPatternCompiler, type PatternCompiler } from "./patterns.ts";
import { valuesOf, type Values } from "./values.ts";

type Origin = Parameters<Match>[1];

/** A group's routes made ready, in their order. */
interface ReadyRoutes {
  ordinary: readonly ReadyRoute[];
  fallback: readonly ReadyRoute[];
}

interface ReadyRoute {
  route: Route;
  rule: Rule;
}

/**
 * A matcher with its own memory of compiled rules, kept as long as the (frozen) list of routes
 * they were made from.
 */
export function createMatcher(): Match {
  const patterns = createPatternCompiler();
  const memory = new WeakMap<readonly Route[], ReadyRoutes>();
  const readyRoutes = (routes: readonly Route[]): ReadyRoutes => {
    const known = memory.get(routes);
    if (known !== undefined) return known;
    const made = makeReady(routes, patterns);
    memory.set(routes, made);
    return made;
  };
  return (configuration, origin, facts) => {
    const values = valuesOf(facts);
    const wanted: Wanted[] = [];
    const refusals: Refusal[] = [];
    for (const group of groupsOf(configuration, origin, refusals)) {
      const closed = gate(group, origin, facts);
      if (closed === undefined) {
        const routes = readyRoutes(configuration.routes(group.id));
        wanted.push(...matchGroup(group, routes, values, refusals));
      } else refusals.push({ groupId: group.id, reason: closed, closed: true });
    }
    return { wanted, refusals };
  };
}

function makeReady(routes: readonly Route[], patterns: PatternCompiler): ReadyRoutes {
  const ready = routes.map((route) => ({
    route,
    rule: route.enabled ? compileRule(route, patterns) : () => "it is switched off",
  }));
  return {
    ordinary: ready.filter(({ route }) => route.fallback !== true),
    fallback: ready.filter(({ route }) => route.fallback === true),
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
  { ordinary, fallback }: ReadyRoutes,
  values: Values,
  refusals: Refusal[],
): readonly Wanted[] {
  if (ordinary.length + fallback.length === 0) {
    refusals.push({ groupId: group.id, reason: "the group has no routes" });
  }
  const refuse = (route: Route, reason: string) =>
    void refusals.push({ groupId: group.id, routeId: route.id, reason });
  const matched = firing(ordinary, values, refuse);
  if (matched.length === 0) return wantedBy(group, firing(fallback, values, refuse));
  for (const { route } of fallback)
    refuse(route, "it is a fallback, and an ordinary route matched");
  return wantedBy(group, matched);
}

function firing(
  routes: readonly ReadyRoute[],
  values: Values,
  refuse: (route: Route, reason: string) => void,
): readonly Route[] {
  const matched: Route[] = [];
  let stopped = false;
  for (const { route, rule } of routes) {
    const reason = stopped ? "an earlier route stops here" : rule(values);
    if (reason !== undefined) refuse(route, reason);
    else {
      matched.push(route);
      stopped = route.stop === true;
    }
  }
  return matched;
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
