import { z } from "zod";
import type { Filter } from "../domain/filter.ts";
import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { targetId } from "../domain/target.ts";
import { SHARED_ENDPOINT, type WebhookEvent } from "../domain/webhook-event.ts";
import type { ConfigurationStore, Versioned } from "../storage/configuration.ts";
import { sameLogin } from "./permissions.ts";
import { withPatterns } from "./repository-patterns.ts";
import {
  patternOf,
  readSubscription,
  type Rule,
  withoutRepository,
} from "./subscription-routes.ts";
import type { Telling } from "./telling.ts";

/** What happens to a repository itself, and what that means for those who hear it. */
export interface RepositoryChanges {
  /**
   * Renamed or transferred: rules show the new name. Made private: chats that subscribed while it was public
   * stop hearing of it, until somebody who can read it says so again. Deleted: nothing more will come.
   * Transferred to where the group hears nothing from: that is said to the chats that subscribed by name.
   * Transferred away from an owner: the chats that hear all of that owner are told that it is gone from there.
   * Archived or deleted: what that means is said to both, unless the event itself is shown there. To be called before
   * the event is matched. Gives what to say, and where.
   */
  follow(event: WebhookEvent): Promise<readonly Telling[]>;
}

export interface RepositoryChangesDeps {
  configuration: Pick<ConfigurationStore, "current" | "routesOf" | "saveRoutes">;
  /** Whether a rule wants this event. */
  wants: (rule: Rule, event: WebhookEvent) => boolean;
}

interface Change {
  type: "renamed" | "transferred" | "privatized" | "deleted" | "archived" | "unarchived";
  id: string;
  fullName: string;
  owner: string;
  /** What it was called before. */
  formerName: string;
}

export function createRepositoryChanges(deps: RepositoryChangesDeps): RepositoryChanges {
  const { configuration } = deps;
  return {
    async follow(event) {
      const change = changeOf(event);
      if (change === undefined) return [];
      const current = await configuration.current();
      const groups = current.groups().filter((group) => mayHear(group, event, change));
      const tellings: Telling[] = [];
      for (const group of groups) {
        const happened = { event, change, isShut: isShut(group, event, change) };
        tellings.push(...(await applied(deps, group.id, happened)));
      }
      return tellings;
    },
  };
}

const Payload = z.object({
  repository: z.object({ id: z.number(), full_name: z.string(), private: z.boolean().catch(true) }),
  changes: z
    .object({
      repository: z.object({ name: z.object({ from: z.string() }) }).optional(),
      owner: z
        .object({
          from: z.object({
            user: z.object({ login: z.string() }).nullish(),
            organization: z.object({ login: z.string() }).nullish(),
          }),
        })
        .optional(),
    })
    .nullish()
    .catch(undefined),
});

const Type = z.enum([
  "renamed",
  "transferred",
  "privatized",
  "deleted",
  "archived",
  "unarchived",
]) satisfies z.ZodType<Change["type"]>;

function changeOf({ provider, event, action, payload }: WebhookEvent): Change | undefined {
  const type = Type.safeParse(action).data;
  if (provider !== "github" || event !== "repository" || type === undefined) return undefined;
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return undefined;
  const { id, full_name: fullName } = parsed.data.repository;
  const [owner = ""] = fullName.split("/");
  return { type, id: String(id), fullName, owner, formerName: formerNameOf(parsed.data) };
}

function formerNameOf({ repository, changes }: z.output<typeof Payload>): string {
  const [owner = "", name = ""] = repository.full_name.split("/");
  const { user, organization } = changes?.owner?.from ?? {};
  const formerOwner = user?.login ?? organization?.login ?? owner;
  return `${formerOwner}/${changes?.repository?.name.from ?? name}`;
}

/** As for any event: at its own endpoint a group alone, at the shared one those open to the owner. */
function mayHear(group: Group, { endpoint }: WebhookEvent, change: Change): boolean {
  if (endpoint !== SHARED_ENDPOINT) return group.id === endpoint;
  const formerOwner = change.formerName.split("/")[0] ?? "";
  return (
    group.owners?.some((one) => sameLogin(one, change.owner) || sameLogin(one, formerOwner)) ?? true
  );
}

/** At the shared endpoint, a group that does not hear the new owner hears nothing more. */
function isShut({ owners }: Group, { endpoint }: WebhookEvent, { owner }: Change): boolean {
  return endpoint === SHARED_ENDPOINT && owners?.some((one) => sameLogin(one, owner)) === false;
}

const TRIES = 3;

interface Happened {
  event: WebhookEvent;
  change: Change;
  isShut: boolean;
}

async function applied(
  { configuration, wants }: RepositoryChangesDeps,
  groupId: string,
  happened: Happened,
): Promise<readonly Telling[]> {
  const { event, change, isShut } = happened;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const stored = await configuration.routesOf(groupId);
    const about = stored.filter(({ value }) => value.enabled && isAbout(value, change));
    const routes = about.map(({ value }) => value);
    if (change.type === "archived" || change.type === "unarchived") {
      const unaware = routes.filter((route) => !wants(route, event));
      const all = [...unaware, ...unawareOfOwner(stored, happened, wants)];
      return once(event, tellings(groupId, all, change));
    }
    const changed = stored.flatMap(({ value, version }) => {
      const route = changedRoute(value, change);
      return route === undefined ? [] : [{ before: value, route, expectedVersion: version }];
    });
    if (changed.length > 0) {
      const { status } = await configuration.saveRoutes(changed);
      if (status === "conflict") continue;
    }
    if (change.type === "renamed") return [];
    if (change.type === "transferred") {
      const byName = isShut && changed.length > 0 ? tellings(groupId, routes, change) : [];
      return [...byName, ...farewells(groupId, stored, { change, isShut })];
    }
    const heard = changed.filter(({ before }) => before.enabled);
    const byName = tellings(
      groupId,
      heard.map(({ before }) => before),
      change,
    );
    if (change.type !== "deleted") return byName;
    const told = new Set(byName.map(({ target }) => targetId(target)));
    const byOwner = tellings(groupId, unawareOfOwner(stored, happened, wants), change)
      .filter(({ target }) => !told.has(targetId(target)))
      .map((telling) => ({ ...telling, key: "setup.repo_gone" }));
    return once(event, [...byName, ...byOwner]);
  }
  throw new Error("the routes of a group changed while a repository's change was applied");
}

/** The same event comes again when it is redelivered, and by each hook that sends it. */
function once(event: WebhookEvent, all: readonly Telling[]): readonly Telling[] {
  return all.map((telling) => ({ ...telling, onceKey: `${telling.groupId}:${event.deliveryId}` }));
}

/** Rules about all of the owner that hear of this repository, but not of this event. */
function unawareOfOwner(
  stored: readonly Versioned<Route>[],
  { event, change }: Happened,
  wants: RepositoryChangesDeps["wants"],
): readonly Route[] {
  return stored
    .map(({ value }) => value)
    .filter((route) => route.enabled && isAllOf(route, change.owner))
    .filter((route) => !wants(route, event) && wants(aboutRepositories(route), event));
}

/** What a rule says of repositories, whatever else it asks. */
function aboutRepositories({ filters, ast }: Rule): Rule {
  const parts = ast === undefined ? filters : "all" in ast ? ast.all : [ast];
  return {
    filters: parts.filter((part): part is Filter => "type" in part && part.type === "repo"),
  };
}

/** A chat is told once, however many of its rules are concerned. */
function tellings(groupId: string, routes: readonly Route[], change: Change): readonly Telling[] {
  const { type, fullName: repo, owner, formerName: from } = change;
  const targets = new Map(
    routes.flatMap((route) => route.targets).map((target) => [targetId(target), target]),
  );
  return [...targets.values()].map((target) => ({
    groupId,
    target,
    key: `setup.repo_${type}`,
    params: { repo, owner, from },
  }));
}

/** To chats that hear all of the owner whom it leaves, and will not hear it where it goes. */
function farewells(
  groupId: string,
  stored: readonly Versioned<Route>[],
  { change, isShut }: Omit<Happened, "event">,
): readonly Telling[] {
  const { id, fullName: repo, owner, formerName: from } = change;
  const former = from.split("/")[0] ?? "";
  if (sameLogin(former, owner)) return [];
  const routes = stored.map(({ value }) => value).filter(({ enabled }) => enabled);
  const goesOn = isShut
    ? []
    : routes.filter((route) => isAbout(route, change) || isAllOf(route, owner));
  const hearing = new Set(goesOn.flatMap(({ targets }) => targets.map(targetId)));
  const left = routes
    .filter((route) => isAllOf(route, former))
    .flatMap(({ targets }) => targets)
    .filter((target) => !hearing.has(targetId(target)));
  return [...new Map(left.map((target) => [targetId(target), target])).values()].map((target) => ({
    groupId,
    target,
    key: "setup.repo_left",
    params: { repo, from, former },
    // Each hook that sees it go tells of it.
    onceKey: `${groupId}:left:${id}:${owner.toLowerCase()}`,
  }));
}

/** Subscribed by the owner. */
function isAllOf(route: Route, owner: string): boolean {
  const source = readSubscription(route)?.source;
  return source !== undefined && !("repo" in source) && sameLogin(source.owner, owner);
}

/** Subscribed by name. */
function isAbout(route: Route, change: Change): boolean {
  const source = readSubscription(route)?.source;
  return source !== undefined && "repo" in source && isThis(patternOf(source), change);
}

/** Undefined: it is not about this repository. */
function changedRoute(route: Route, change: Change): Route | undefined {
  const named = `${change.fullName}#${change.id}`;
  if (change.type === "renamed" || change.type === "transferred") {
    return renamed(route, change, named);
  }
  const source = readSubscription(route)?.source;
  if (source === undefined || !route.enabled) return undefined;
  if ("repo" in source) return isAbout(route, change) ? { ...route, enabled: false } : undefined;
  if (change.type !== "privatized" || !sameLogin(source.owner, change.owner)) return undefined;
  return withoutRepository(route, named);
}

function renamed(route: Route, change: Change, named: string): Route | undefined {
  let found = false;
  const pattern = (one: string): string => {
    if (!isThis(one, change) || one === named) return one;
    found = true;
    return named;
  };
  const rule = withPatterns(route, pattern);
  const isOwn = sameLogin(route.name, change.formerName);
  return found ? { ...route, ...rule, ...(isOwn ? { name: change.fullName } : {}) } : undefined;
}

function isThis(pattern: string, { id, formerName }: Change): boolean {
  const [name = "", itsId] = pattern.split("#");
  return itsId === undefined ? sameLogin(name, formerName) : itsId === id;
}
