import type { Actor } from "../domain/actor.ts";
import { Route } from "../domain/route.ts";
import { targetId } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { Chats } from "../storage/chats.ts";
import type { ConfigurationStore, Versioned } from "../storage/configuration.ts";
import type { Audited } from "./auditing.ts";
import { sameTarget } from "./chat-place.ts";
import type { Authorized, Permissions } from "./permissions.ts";
import { savedVersion } from "./saved.ts";

/** What is said of a rule: a sentence of the catalogues. */
export interface RuleRemark {
  key: string;
  params: Readonly<Record<string, string | number>>;
}

type Rule = Pick<Route, "filters" | "ast">;

/** The routes of a group. A target must be a chat that somebody with rights in it connected to the group. */
export interface Routes {
  list(actor: Actor, groupId: string): Promise<Versioned<Route>[]>;
  /** All or none, each new one at the end. Gives what can be saved and will all the same never match. */
  save(
    actor: Actor,
    groupId: string,
    changes: readonly RouteEdit[],
  ): Promise<readonly RuleRemark[]>;
  remove(actor: Actor, groupId: string, id: string, version?: number): Promise<void>;
  /** In front of another route, or to the end. */
  move(
    actor: Actor,
    groupId: string,
    move: { id: string; before?: string; version?: number },
  ): Promise<void>;
}

export interface RouteEdit {
  route: Route;
  /** The version the edit began with; 0: it must be new. */
  version?: number;
}

export interface RoutesDeps {
  configuration: Pick<ConfigurationStore, "routesOf" | "saveRoutes" | "deleteRoute" | "moveRoute">;
  permissions: Permissions;
  chats: Pick<Chats, "find">;
  audited: Audited;
  /** What speaks against saving a rule. */
  problemsOf: (rule: Rule) => readonly RuleRemark[];
  /** What of a rule will never match what forges send. */
  warningsOf: (rule: Rule) => readonly RuleRemark[];
}

/** Matching one event reads all of a group's routes. */
const MOST_ROUTES = 500;

export function createRoutes(deps: RoutesDeps): Routes {
  const { configuration, permissions, audited } = deps;
  return {
    async list(actor, groupId) {
      await permissions.authorize(actor, groupId, "group.view");
      return configuration.routesOf(groupId);
    },
    save: (actor, groupId, changes) => save(deps, actor, groupId, changes),
    async remove(actor, groupId, id, version) {
      await permissions.authorize(actor, groupId, "route.delete");
      const result = await configuration.deleteRoute(groupId, id, version);
      if (result.status === "conflict" && result.version === undefined) {
        throw new UserError("setup.route_unknown", { id });
      }
      savedVersion(result);
      await audited(actor, { action: "route.deleted", groupId, targetId: id });
    },
    async move(actor, groupId, { id, before, version }) {
      await permissions.authorize(actor, groupId, "route.save");
      const place = before === undefined ? {} : { before };
      const expected = version === undefined ? {} : { expectedVersion: version };
      savedVersion(await configuration.moveRoute({ groupId, id, ...place, ...expected }));
      await audited(actor, { action: "route.moved", groupId, targetId: id });
    },
  };
}

async function save(
  deps: RoutesDeps,
  actor: Actor,
  groupId: string,
  changes: readonly RouteEdit[],
): Promise<readonly RuleRemark[]> {
  const authorized = await deps.permissions.authorize(actor, groupId, "route.save");
  const stored = (await deps.configuration.routesOf(groupId)).map(({ value }) => value);
  const edits = changes.map(({ route, version }) => {
    const before = stored.find(({ id }) => id === route.id);
    return { route: checkedRule(deps, { ...route, groupId }), before, expectedVersion: version };
  });
  if (stored.length + edits.filter(({ before }) => before === undefined).length > MOST_ROUTES) {
    throw new UserError("setup.too_many_routes", { max: MOST_ROUTES });
  }
  for (const { route, before } of edits) await refuseForeign(deps, authorized, route, before);
  const result = await deps.configuration.saveRoutes(edits);
  savedVersion(result.status === "saved" ? { status: "saved", version: 0 } : result);
  for (const { route } of edits) {
    const detail = {
      name: route.name,
      enabled: route.enabled,
      targets: route.targets.map(targetId),
    };
    await deps.audited(actor, { action: "route.saved", groupId, targetId: route.id, detail });
  }
  return edits.flatMap(({ route }) => deps.warningsOf(route));
}

function checkedRule({ problemsOf }: RoutesDeps, given: Route): Route {
  const parsed = Route.safeParse(given);
  if (!parsed.success) throw new UserError("setup.route_invalid");
  const [problem] = problemsOf(parsed.data);
  if (problem !== undefined) throw new UserError(problem.key, problem.params);
  return parsed.data;
}

/** A live route of an older deployment may keep what it has; everything new must be connected. */
async function refuseForeign(
  { chats }: RoutesDeps,
  { isSuper, value: group }: Authorized,
  route: Route,
  before: Route | undefined,
): Promise<void> {
  if (isSuper || !route.enabled) return;
  const kept = before?.enabled === true ? before.targets : [];
  for (const target of route.targets) {
    if (kept.some((one) => sameTarget(one, target))) continue;
    const chat = await chats.find(targetId(target));
    if (chat?.groupId !== group.id) throw new UserError("setup.target_not_connected");
  }
}
