import type { EventFacts } from "../../domain/event-facts.ts";
import type { Group } from "../../domain/group.ts";
import type { Match, Refusal, Wanted } from "../../domain/matching.ts";
import type { Route } from "../../domain/route.ts";
import { targetId } from "../../domain/target.ts";
import { SHARED_ENDPOINT } from "../../domain/webhook-event.ts";
import { compileRule, compileSieve, type Rule } from "./filters.ts";
import { createPatternCompiler, type PatternCompiler } from "./patterns.ts";
import { valuesOf, type Values } from "./values.ts";

type Origin = Parameters<Match>[1];

/** A group's routes made ready, in their order. */
interface ReadyRoutes {
  ordinary: ReadyList;
  fallback: ReadyList;
}

interface ReadyList {
  routes: readonly ReadyRoute[];
  /** Which of them the kind of event and its repository rule out, by both, as far as remembered. */
  sieved: Map<string, readonly (Refusal | undefined)[]>;
}

interface ReadyRoute {
  route: Route;
  rule: Rule;
  /** What of the rule the kind of event and its repository decide. */
  sieve: Rule;
}

/** Events come in many kinds, from few repositories at a time. */
const MAX_SIEVED = 32;

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
  const off = () => "it is switched off";
  const ready = routes.map((route) => ({
    route,
    rule: route.enabled ? compileRule(route, patterns) : off,
    sieve: route.enabled ? compileSieve(route, patterns) : off,
  }));
  const list = (isFallback: boolean): ReadyList => ({
    routes: ready.filter(({ route }) => (route.fallback === true) === isFallback),
    sieved: new Map(),
  });
  return { ordinary: list(false), fallback: list(true) };
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
  if (ordinary.routes.length + fallback.routes.length === 0) {
    refusals.push({ groupId: group.id, reason: "the group has no routes" });
  }
  const refuse = (route: Route, reason: string) => void refusals.push(refusalOf(route, reason));
  const matched = firing(ordinary, values, refusals);
  if (matched.length === 0) return wantedBy(group, firing(fallback, values, refusals));
  for (const { route } of fallback.routes)
    refuse(route, "it is a fallback, and an ordinary route matched");
  return wantedBy(group, matched);
}

function firing(list: ReadyList, values: Values, refusals: Refusal[]): readonly Route[] {
  const matched: Route[] = [];
  const sieved = sievedBy(list, values);
  let stopped = false;
  for (const [at, { route, rule }] of list.routes.entries()) {
    const refused = stopped ? undefined : sieved[at];
    if (refused !== undefined) {
      refusals.push(refused);
      continue;
    }
    const reason = stopped ? "an earlier route stops here" : rule(values);
    if (reason !== undefined) refusals.push(refusalOf(route, reason));
    else {
      matched.push(route);
      stopped = route.stop === true;
    }
  }
  return matched;
}

/** Most rules are about other repositories or other kinds of events, and that is the same every time. */
function sievedBy({ routes, sieved }: ReadyList, values: Values): readonly (Refusal | undefined)[] {
  const { event, action, repo, repoId, isPrivate } = values;
  const key = JSON.stringify([event, action, repo, repoId, isPrivate]);
  const known = sieved.get(key);
  if (known !== undefined) return known;
  if (sieved.size >= MAX_SIEVED) sieved.clear();
  const made = routes.map(({ route, sieve }) => {
    const reason = sieve(values);
    return reason === undefined ? undefined : refusalOf(route, reason);
  });
  sieved.set(key, made);
  return made;
}

function refusalOf({ groupId, id }: Route, reason: string): Refusal {
  return { groupId, routeId: id, reason };
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
