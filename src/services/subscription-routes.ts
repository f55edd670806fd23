import type { Ast, Filter } from "../domain/filter.ts";
import { printFilterLine } from "../domain/filter-line/print.ts";
import type { Route, Style } from "../domain/route.ts";
import { type Target, targetId } from "../domain/target.ts";
import { sha256Hex } from "../storage/hash.ts";
import { sameTarget } from "./chat-place.ts";

/**
 * What a subscription listens to: a repository, by its id through all its names, all of an owner, or
 * everything that reaches the group, also what is of no repository.
 */
export type Source = { owner: string; repo: string; id?: string } | { owner: string } | Everything;
type Everything = { owner: "*" };

export const EVERYTHING: Everything = { owner: "*" };

export const isEverything = (source: Source): boolean => source.owner === "*";

export type Rule = Pick<Route, "filters" | "ast">;

/** `events:all`: a rule without conditions, which no line says. */
const ANY_EVENT: Filter = { type: "event", match: "*" };
const REPOSITORY = /^([^/#*?]+)\/([^/#*?]+)(?:#(\d+))?$/;
const OWNER = /^([^/#*?]+)\/\*$/;

/** `acme/app`, `acme` for all of an owner, `*` for everything: what `/gh subscribe` takes. */
export function sourceName(source: Source): string {
  return "repo" in source ? `${source.owner}/${source.repo}` : source.owner;
}

/** A route as a subscription: the source first, then what the line asks. */
export async function subscriptionRoute(
  groupId: string,
  subscription: { target: Target; source: Source; rule: Rule; style?: Style | undefined },
): Promise<Route> {
  const { target, source, rule, style } = subscription;
  const own: Filter[] = isEverything(source) ? [] : [{ type: "repo", match: patternOf(source) }];
  return {
    id: await subscriptionId(target, source),
    groupId,
    name: sourceName(source),
    enabled: true,
    targets: [target],
    ...(rule.ast === undefined
      ? { filters: [...own, ...(rule.filters.length === 0 ? [ANY_EVENT] : rule.filters)] }
      : { filters: [], ast: { all: [...own, rule.ast] } }),
    ...(style === undefined ? {} : { style }),
  };
}

/** The same for the same chat and source: said again, it is changed. */
export async function subscriptionId(target: Target, source: Source): Promise<string> {
  const hash = await sha256Hex(`${targetId(target)} ${keyOf(source)}`);
  return `sub-${hash.slice(0, 20)}`;
}

/** What a route says as a subscription, whoever wrote it; undefined for a rule that no line says. */
export function readSubscription(route: Rule): { source: Source; line: string } | undefined {
  const [first, rest] = split(route);
  const source = first === undefined ? undefined : sourceOf(first);
  const line = printFilterLine(source === undefined ? route : rest);
  if (line === undefined) return undefined;
  if (source === undefined) return { source: EVERYTHING, line: line === "" ? "events:all" : line };
  return { source, line: line === "" ? "events:all" : line };
}

/**
 * The same of a route that somebody could have subscribed to. A rule about everything that no `/gh subscribe` made is
 * one of many, and its line would make another one.
 */
export function readAsSaid(route: Route): { source: Source; line: string } | undefined {
  const read = readSubscription(route);
  const isTheirs = read !== undefined && isEverything(read.source) && !route.id.startsWith("sub-");
  return isTheirs ? undefined : read;
}

/** The rule without what this pattern of repositories means; undefined where it says so already. */
export function withoutRepository<T extends Rule>(rule: T, pattern: string): T | undefined {
  const { filters, ast } = rule;
  const parts = ast === undefined ? filters : "all" in ast ? ast.all : [ast];
  const says = (part: Ast): boolean =>
    "type" in part && part.type === "repo" && part.exclude === true && part.match === pattern;
  if (parts.some(says)) return undefined;
  const not: Filter = { type: "repo", match: pattern, exclude: true };
  if (ast === undefined) return { ...rule, filters: [...filters, not] };
  return { ...rule, ast: { all: [...parts, not] } };
}

/** Whether two sources are the same: by the id where both know it, else by name. Of everything there may be many rules. */
export function sameSource(a: Source, b: Source): boolean {
  if (isEverything(a) || isEverything(b)) return false;
  if ("repo" in a !== "repo" in b) return false;
  if ("repo" in a && "repo" in b && a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return sourceName(a).toLowerCase() === sourceName(b).toLowerCase();
}

export function isHeardIn(route: Route, target: Target): boolean {
  return route.targets.some((one) => sameTarget(one, target));
}

function split({ filters, ast }: Rule): [Ast | undefined, Rule] {
  if (ast === undefined) return [filters[0], { filters: filters.slice(1) }];
  if (!("all" in ast)) return [undefined, { filters, ast }];
  return [ast.all[0], { filters: [], ast: { all: ast.all.slice(1) } }];
}

function sourceOf(ast: Ast): Source | undefined {
  if (!("type" in ast) || ast.type !== "repo" || ast.exclude === true) return undefined;
  const [pattern, ...more] = typeof ast.match === "string" ? [ast.match] : ast.match;
  if (pattern === undefined || more.length > 0) return undefined;
  const [, owner, repo, id] = REPOSITORY.exec(pattern) ?? OWNER.exec(pattern) ?? [];
  if (owner === undefined) return undefined;
  if (repo === undefined) return { owner };
  return { owner, repo, ...(id === undefined ? {} : { id }) };
}

export function patternOf(source: Source): string {
  if (!("repo" in source)) return `${source.owner}/*`;
  const name = sourceName(source);
  return source.id === undefined ? name : `${name}#${source.id}`;
}

function keyOf(source: Source): string {
  const isRepo = "repo" in source && source.id !== undefined;
  return isRepo ? `#${source.id}` : sourceName(source).toLowerCase();
}
