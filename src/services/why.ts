import { z } from "zod";
import type { EventFacts } from "../domain/event-facts.ts";
import type { Ast, Filter, FilterType } from "../domain/filter.ts";
import { printFilterLine } from "../domain/filter-line/print.ts";
import type { Route } from "../domain/route.ts";
import { type FailureReason, failureReasonOf } from "../domain/failure-reason.ts";
import { type Target, targetId } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import type { SendLogRow } from "../storage/send-logs.ts";
import type { ChatPlace } from "./chat-place.ts";
import type { ConnectedChats } from "./chats.ts";
import { isHeardIn, readAsSaid, type Rule, sourceName } from "./subscription-routes.ts";

/** Which events are asked about. */
export interface About {
  /** The platform's id of a message in this chat. */
  messageId?: string;
  /** `owner/repo` */
  repo?: string;
  /** Of an issue or pull request there. */
  number?: number;
}

/** A rule of the chat, in the words that made it. */
export interface RuleName {
  name: string;
  line?: string;
}

/** Why one event came to a chat, or did not. */
export interface Explained {
  event: string;
  action?: string;
  repo?: string;
  actor?: string;
  /** In ms. */
  at: number;
  outcome:
    | { type: "shown"; by?: RuleName }
    /** `code`: the platform's own word. */
    | { type: "failed"; by?: RuleName; reason: FailureReason; code?: string }
    /** A rule wanted it, but it makes no message of its own here. */
    | { type: "quiet"; by?: RuleName; reason: string }
    /** No rule of the chat wanted it; those nearest to it come first. */
    | { type: "unwanted"; because: readonly Refused[] };
}

export interface Refused {
  rule?: RuleName;
  because: Because;
}

export type Because =
  /** What did not hold, as the line says it. */
  | { type: "filter"; line: string }
  /** One of these did not hold; the log does not know which. */
  | { type: "one_of"; line: string }
  /** The rule wants the event by now. */
  | { type: "changed" }
  /** The matcher's word. */
  | { type: "said"; reason: string };

/** Says why, from what the group's log knows, of this chat alone. */
export interface Why {
  explain(place: Pick<ChatPlace, "target">, about: About): Promise<readonly Explained[]>;
}

export interface WhyDeps {
  configuration: Pick<ConfigurationStore, "routesOf">;
  chats: Pick<ConnectedChats, "groupOf">;
  logsOf: (groupId: string, limit: number) => Promise<readonly SendLogRow[]>;
  /** Of events that several groups did not want, what the log says of this group alone. */
  sharedLogsOf: (groupId: string, limit: number) => Promise<readonly SendLogRow[]>;
  /** The matcher's word on one rule, undefined when an event passes. */
  refusalOf: (rule: Rule, facts: EventFacts) => string | undefined;
}

const ROWS_READ = 500;
const MOST_EXPLAINED = 3;
/** What the log keeps of an event. */
const LOGGED: ReadonlySet<FilterType> = new Set(["event", "action", "repo", "actor"]);

export function createWhy({ configuration, chats, logsOf, sharedLogsOf, refusalOf }: WhyDeps): Why {
  return {
    async explain({ target }, about) {
      const group = await chats.groupOf({ target });
      if (group === undefined) throw new UserError("setup.not_connected");
      const [own, shared, stored] = await Promise.all([
        logsOf(group.id, ROWS_READ),
        sharedLogsOf(group.id, ROWS_READ),
        configuration.routesOf(group.id),
      ]);
      const routes = stored.map(({ value }) => value).filter((route) => isHeardIn(route, target));
      const rows = [...own, ...shared].toSorted((a, b) => b.id - a.id);
      return deliveriesOf(rows)
        .filter((delivery) => isAbout(delivery, about, target))
        .slice(0, MOST_EXPLAINED)
        .map((delivery) => explained(delivery, target, routes, refusalOf));
    },
  };
}

type Rows = readonly [SendLogRow, ...SendLogRow[]];

/** The rows of each delivery, the newest first. */
function deliveriesOf(rows: readonly SendLogRow[]): Rows[] {
  const byId = new Map<string, [SendLogRow, ...SendLogRow[]]>();
  for (const row of rows) {
    const id = row.delivery_id;
    if (id === null) continue;
    const known = byId.get(id);
    if (known === undefined) byId.set(id, [row]);
    else known.push(row);
  }
  return [...byId.values()];
}

function isAbout(rows: Rows, { messageId, repo, number }: About, target: Target): boolean {
  const here = targetId(target);
  if (messageId !== undefined) {
    return rows.some((row) => row.message_id === messageId && row.target === here);
  }
  if (number !== undefined && rows[0].number !== number) return false;
  return repo === undefined || rows[0].repo?.toLowerCase() === repo.toLowerCase();
}

function explained(
  rows: Rows,
  target: Target,
  routes: readonly Route[],
  refusalOf: WhyDeps["refusalOf"],
): Explained {
  const [newest] = rows;
  const { event, action, repo, actor, ts } = newest;
  const about = {
    event: event ?? "?",
    at: ts,
    ...(action === null ? {} : { action }),
    ...(repo === null ? {} : { repo }),
    ...(actor === null ? {} : { actor }),
  };
  const here = rows.filter((row) => row.target === targetId(target));
  const last = here.find(({ ok }) => ok === 1) ?? here[0];
  if (last === undefined) {
    const because = refusalsIn(rows, routes, refusalOf);
    return { ...about, outcome: { type: "unwanted", because } };
  }
  const route = routes.find(({ id }) => id === last.route_id);
  const by = route === undefined ? {} : { by: nameOf(route) };
  if (last.ok === 1) return { ...about, outcome: { type: "shown", ...by } };
  if (last.error === "skipped") {
    return { ...about, outcome: { type: "quiet", ...by, reason: last.detail ?? "" } };
  }
  const reason = failureReasonOf(last.error ?? "");
  const code = last.error_code === null ? {} : { code: last.error_code };
  return { ...about, outcome: { type: "failed", ...by, reason, ...code } };
}

/** The log keeps as many reasons as fit: the others are worked out. */
function refusalsIn(
  rows: Rows,
  routes: readonly Route[],
  refusalOf: WhyDeps["refusalOf"],
): readonly Refused[] {
  const said = refusalsOf(rows, routes);
  const unsaid = said?.isAll === true ? [] : routes.filter(({ id }) => !said?.routeIds.has(id));
  const all = [...(said?.because ?? []), ...worked(rows[0], unsaid, refusalOf)];
  return all.toSorted((a, b) => distance(a) - distance(b));
}

/** Whether a rule is about something else altogether: what almost fits is what people ask about. */
function distance({ because }: Refused): number {
  if (because.type !== "filter") return 0;
  return /^-?repo:/.test(because.line) ? 2 : /^-?events:/.test(because.line) ? 1 : 0;
}

const Refusals = z.array(z.object({ routeId: z.string().optional(), reason: z.string() }));

/** What the matcher said, where the event reached nobody in the group. */
function refusalsOf(rows: Rows, routes: readonly Route[]) {
  const row = rows.find(({ error }) => error === "reached_nobody");
  if (row?.detail == null) return undefined;
  const refusals = Refusals.safeParse(jsonOf(row.detail));
  if (!refusals.success) return undefined;
  const because = refusals.data.flatMap(({ routeId, reason }): Refused[] => {
    if (routeId === undefined) return [{ because: { type: "said", reason } }];
    const route = routes.find(({ id }) => id === routeId);
    // Another chat's rules are not this chat's business.
    return route === undefined ? [] : [{ rule: nameOf(route), because: saidOf(route, reason) }];
  });
  return {
    because,
    routeIds: new Set(refusals.data.flatMap(({ routeId }) => routeId ?? [])),
    isAll: refusals.data.some(({ routeId }) => routeId === undefined),
  };
}

/** The log has the start of a filter in the configuration's words: the rule knows the whole of it. */
function saidOf(route: Route, reason: string): Because {
  const said = /^the filter ([^]*) says no$/.exec(reason)?.[1];
  if (said === undefined) return { type: "said", reason };
  const isIt = ({ type, match, exclude }: Filter): boolean =>
    `${exclude === true ? "-" : ""}${type}:${[match].flat().join(",")}`.startsWith(said);
  const filter = conditionsOf(route).find((node): node is Filter => "type" in node && isIt(node));
  return { type: "filter", line: filter === undefined ? said : (lineOf([filter]) ?? said) };
}

/** Another chat of the group got it: what the log knows of the event is held against this chat's rules. */
function worked(
  { event, action, repo, actor }: SendLogRow,
  routes: readonly Route[],
  refusalOf: WhyDeps["refusalOf"],
): Refused[] {
  const facts: EventFacts = {
    event: event ?? "",
    texts: [],
    ...(action === null ? {} : { action }),
    ...(actor === null ? {} : { actor }),
    ...(repo === null ? {} : { repo: { fullName: repo, isPrivate: false } }),
  };
  const isRefused = (filter: Filter) =>
    refusalOf({ filters: [byName(filter)] }, facts) !== undefined;
  return routes.map((route) => ({ rule: nameOf(route), because: workedOut(route, isRefused) }));
}

function workedOut(route: Route, isRefused: (filter: Filter) => boolean): Because {
  if (!route.enabled) return { type: "said", reason: "it is switched off" };
  const nodes = conditionsOf(route);
  const isKnown = (node: Ast): node is Filter => "type" in node && LOGGED.has(node.type);
  const refused = nodes.filter(isKnown).find(isRefused);
  if (refused !== undefined) return { type: "filter", line: lineOf([refused]) ?? "" };
  const open = nodes.filter((node) => !isKnown(node));
  if (open.length === 0) return { type: "changed" };
  return { type: open.length === 1 ? "filter" : "one_of", line: lineOf(open) ?? "" };
}

function lineOf(nodes: readonly Ast[]): string | undefined {
  return printFilterLine({ filters: [], ast: { all: [...nodes] } });
}

/** What must all hold. */
function conditionsOf({ filters, ast }: Route): readonly Ast[] {
  if (ast === undefined) return filters;
  return "all" in ast ? ast.all : [ast];
}

/** The log knows repositories by name. */
function byName(filter: Filter): Filter {
  if (filter.type !== "repo") return filter;
  const strip = (pattern: string): string => pattern.replace(/#\d+$/, "");
  const { match } = filter;
  return { ...filter, match: typeof match === "string" ? strip(match) : match.map(strip) };
}

function nameOf(route: Route): RuleName {
  const read = readAsSaid(route);
  if (read === undefined) return { name: route.name || route.id };
  return { name: sourceName(read.source), line: read.line };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
