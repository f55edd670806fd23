import type { Actor } from "../domain/actor.ts";
import type { Group } from "../domain/group.ts";
import type { Route, Style } from "../domain/route.ts";
import type { Target } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { GitHubUser } from "../github/client.ts";
import type { ConfigurationStore, Versioned } from "../storage/configuration.ts";
import type { SendLogRow } from "../storage/send-logs.ts";
import { type ChatPlace, sameTarget } from "./chat-place.ts";
import type { ConnectedChats } from "./chats.ts";
import type { Act } from "./github-actions.ts";
import { personOf, sameLogin } from "./permissions.ts";
import type { HeldBack } from "./private-repositories.ts";
import type { RouteEdit, Routes, RuleRemark } from "./routes.ts";
import {
  isEverything,
  isHeardIn,
  readAsSaid,
  readSubscription,
  type Rule,
  sameSource,
  type Source,
  sourceName,
  subscriptionId,
  subscriptionRoute,
  withoutRepository,
} from "./subscription-routes.ts";

/** One thing that a chat hears. */
export interface Heard {
  /** `acme/app` or `acme`, with the line: what `/gh subscribe` takes. Absent for a rule made elsewhere. */
  subscription?: { name: string; line: string };
  name: string;
  enabled: boolean;
  style: Style;
}

export interface Subscribed {
  /** As GitHub writes it. */
  name: string;
  line: string;
  /** It was there before, and says something else now. */
  changed: boolean;
  groupId: string;
  /** How its events come: by the operator's own endpoint, by a webhook that was seen, or not yet. */
  arrives: "shared" | "webhook" | "not_yet";
  /** Whether this person may make the webhook there. */
  mayCreateHook: boolean;
  warnings: readonly RuleRemark[];
}

/** What a chat hears, as its people say it. Subscriptions are ordinary routes of the chat's group. */
export interface Subscriptions {
  /** Anew, or with another rule. GitHub is asked as the person: what they cannot read they cannot subscribe to. */
  subscribe(actor: Actor, place: ChatPlace, source: Source, rule: Rule): Promise<Subscribed>;
  unsubscribe(actor: Actor, place: ChatPlace, source: Source): Promise<void>;
  /** For whoever stands in the chat: they hear it anyway. */
  heard(place: Pick<ChatPlace, "target">): Promise<readonly Heard[]>;
  /** One message per subject, edited in place, or a message per event: for all that this chat alone hears. */
  setStyle(actor: Actor, place: ChatPlace, style: Style): Promise<void>;
}

export interface SubscriptionsDeps {
  configuration: Pick<ConfigurationStore, "routesOf">;
  chats: Pick<ConnectedChats, "groupOf">;
  routes: Routes;
  act: Act;
  heldBack: HeldBack;
  /** A group's newest log rows. */
  logsOf: (groupId: string, limit: number) => Promise<readonly SendLogRow[]>;
}

/** How far back a webhook is looked for. */
const LOGS_READ = 300;

export function createSubscriptions(deps: SubscriptionsDeps): Subscriptions {
  return {
    subscribe: (actor, place, source, rule) => subscribe(deps, actor, place, source, rule),
    unsubscribe: (actor, place, source) => unsubscribe(deps, actor, place, source),
    async heard({ target }) {
      const group = await groupIn(deps, target);
      const routes = await routesIn(deps, group.id, target);
      return routes.map(({ value }) => heardOf(value));
    },
    async setStyle(actor, { target }, style) {
      const group = await groupIn(deps, target);
      const routes = await routesIn(deps, group.id, target);
      const own = routes.filter(({ value }) => value.targets.length === 1);
      if (own.length === 0) throw new UserError("setup.nothing_heard");
      const edits = own.map(({ value, version }) => ({ route: { ...value, style }, version }));
      await deps.routes.save(actor, group.id, edits);
    },
  };
}

async function subscribe(
  deps: SubscriptionsDeps,
  actor: Actor,
  { target }: ChatPlace,
  asked: Source,
  rule: Rule,
): Promise<Subscribed> {
  const as = personOf(actor);
  const group = await groupIn(deps, target);
  const { source, mayCreateHook } = isEverything(asked)
    ? { source: asked, mayCreateHook: false }
    : await deps.act(as, (me) => asGitHubKnows(me, asked));
  const held = isOfScripts(rule) ? undefined : await deps.heldBack(actor, group, source);
  const heard = held === undefined ? rule : (withoutRepository(rule, held) ?? rule);
  const inChat = await routesIn(deps, group.id, target);
  const route = await subscriptionRoute(group.id, {
    target,
    source,
    rule: heard,
    style: inChat[0]?.value.style,
  });
  const before = inChat.filter(({ value }) => listensTo(value, source, route.id));
  const edits = editsFor(route, before, target);
  const warnings = await deps.routes.save(actor, group.id, edits);
  return {
    name: sourceName(source),
    line: readSubscription(route)?.line ?? "",
    changed: before.length > 0,
    groupId: group.id,
    arrives: await howItArrives(deps, group, source),
    mayCreateHook,
    warnings: held === undefined ? warnings : [...warnings, LEFT_OUT],
  };
}

/** Custom webhooks come at the group's own endpoint alone. */
function isOfScripts({ filters }: Rule): boolean {
  return filters.some(
    ({ type, match, exclude }) => type === "event" && match === "custom" && exclude !== true,
  );
}

const LEFT_OUT: RuleRemark = { key: "setup.subscribe.private_left_out", params: {} };

async function unsubscribe(
  deps: SubscriptionsDeps,
  actor: Actor,
  { target }: ChatPlace,
  source: Source,
): Promise<void> {
  const group = await groupIn(deps, target);
  const routes = await routesIn(deps, group.id, target);
  const id = await subscriptionId(target, source);
  const meant = routes.filter(({ value }) => listensTo(value, source, id));
  if (meant.length === 0) throw new UserError("setup.not_subscribed", { name: sourceName(source) });
  for (const { value, version } of meant) {
    if (value.targets.length === 1) {
      await deps.routes.remove(actor, group.id, value.id, version);
    } else {
      await deps.routes.save(actor, group.id, [{ route: without(value, target), version }]);
    }
  }
}

interface Known {
  source: Source;
  mayCreateHook: boolean;
}

async function asGitHubKnows(me: GitHubUser, asked: Source): Promise<Known> {
  if (!("repo" in asked)) {
    const { login } = await me.account(asked.owner);
    return { source: { owner: login }, mayCreateHook: false };
  }
  const found = await me.getRepository(asked);
  const [owner = asked.owner, repo = asked.repo] = found.fullName.split("/");
  return {
    source: { owner, repo, id: String(found.id) },
    mayCreateHook: found.permissions.admin === true,
  };
}

/** The route of this chat's own takes the rule; one that is shared with other chats lets this chat go. */
function editsFor(
  route: Route,
  before: readonly Versioned<Route>[],
  target: Target,
): readonly RouteEdit[] {
  const [own, ...others] = before.filter(({ value }) => value.targets.length === 1);
  const shared = before.filter(({ value }) => value.targets.length > 1);
  return [
    own === undefined ? { route } : { route: { ...route, id: own.value.id }, version: own.version },
    ...others.map(({ value, version }) => ({ route: { ...value, enabled: false }, version })),
    ...shared.map(({ value, version }) => ({ route: without(value, target), version })),
  ];
}

function without(route: Route, target: Target): Route {
  return { ...route, targets: route.targets.filter((one) => !sameTarget(one, target)) };
}

/** The repository's owner decides what enters from the shared endpoint; else a webhook must have come. */
async function howItArrives(
  { logsOf }: SubscriptionsDeps,
  group: Group,
  source: Source,
): Promise<Subscribed["arrives"]> {
  const { owners } = group;
  if (owners?.some((owner) => sameLogin(owner, source.owner)) === true) return "shared";
  const isFrom = (repo: string): boolean => {
    if (isEverything(source)) return true;
    const name = sourceName(source).toLowerCase();
    return "repo" in source ? repo === name : repo.startsWith(`${name}/`);
  };
  const logs = await logsOf(group.id, LOGS_READ);
  return logs.some(({ repo }) => isFrom(repo?.toLowerCase() ?? "")) ? "webhook" : "not_yet";
}

function listensTo(route: Route, source: Source, id: string): boolean {
  if (route.id === id) return true;
  const read = readSubscription(route);
  return read !== undefined && sameSource(read.source, source);
}

function heardOf(route: Route): Heard {
  const { name, enabled, style = "card" } = route;
  const read = readAsSaid(route);
  const subscription = read && { name: sourceName(read.source), line: read.line };
  return { name: name || route.id, enabled, style, ...(subscription && { subscription }) };
}

async function groupIn(deps: SubscriptionsDeps, target: Target): Promise<Group> {
  const group = await deps.chats.groupOf({ target });
  if (group === undefined) throw new UserError("setup.not_connected");
  return group;
}

async function routesIn(
  { configuration }: SubscriptionsDeps,
  groupId: string,
  target: Target,
): Promise<Versioned<Route>[]> {
  return (await configuration.routesOf(groupId)).filter(({ value }) => isHeardIn(value, target));
}
