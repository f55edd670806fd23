import { z } from "zod";
import type { Ast, Filter } from "../domain/filter.ts";
import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { SHARED_ENDPOINT, type WebhookEvent } from "../domain/webhook-event.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import { sameLogin } from "./permissions.ts";
import { readSubscription, type Rule } from "./subscription-routes.ts";
import type { Telling } from "./telling.ts";

/** What happens to a repository itself, and what that means for those who hear it. */
export interface RepositoryChanges {
  /**
   * Renamed or transferred: rules show the new name. Made private: chats that subscribed while it was public
   * stop hearing of it, until somebody who can read it says so again. Deleted: nothing more will come.
   * To be called before the event is matched. Gives what to say, and where.
   */
  follow(event: WebhookEvent): Promise<readonly Telling[]>;
}

export interface RepositoryChangesDeps {
  configuration: Pick<ConfigurationStore, "current" | "routesOf" | "saveRoutes">;
}

interface Change {
  type: "named" | "privatized" | "deleted";
  id: string;
  fullName: string;
  owner: string;
  /** What it was called before. */
  formerName: string;
}

export function createRepositoryChanges({
  configuration,
}: RepositoryChangesDeps): RepositoryChanges {
  return {
    async follow(event) {
      const change = changeOf(event);
      if (change === undefined) return [];
      const current = await configuration.current();
      const groups = current.groups().filter((group) => mayHear(group, event, change));
      const tellings: Telling[] = [];
      for (const { id } of groups) tellings.push(...(await applied(configuration, id, change)));
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

const TYPES: Readonly<Record<string, Change["type"]>> = {
  renamed: "named",
  transferred: "named",
  privatized: "privatized",
  deleted: "deleted",
};

function changeOf({ provider, event, action, payload }: WebhookEvent): Change | undefined {
  const type = TYPES[action ?? ""];
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

const TRIES = 3;

async function applied(
  configuration: RepositoryChangesDeps["configuration"],
  groupId: string,
  change: Change,
): Promise<Telling[]> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const changed = (await configuration.routesOf(groupId)).flatMap(({ value, version }) => {
      const route = changedRoute(value, change);
      return route === undefined ? [] : [{ before: value, route, expectedVersion: version }];
    });
    if (changed.length === 0) return [];
    const { status } = await configuration.saveRoutes(changed);
    if (status === "conflict") continue;
    if (change.type === "named") return [];
    const key = `setup.repo_${change.type}`;
    const params = { repo: change.fullName };
    return changed
      .filter(({ before }) => before.enabled)
      .flatMap(({ before }) => before.targets.map((target) => ({ groupId, target, key, params })));
  }
  throw new Error("the routes of a group changed while a repository's change was applied");
}

/** Undefined: it is not about this repository. */
function changedRoute(route: Route, change: Change): Route | undefined {
  const named = `${change.fullName}#${change.id}`;
  if (change.type === "named") return renamed(route, change, named);
  const source = readSubscription(route)?.source;
  if (source === undefined || !route.enabled) return undefined;
  if ("repo" in source) {
    return isThis(`${source.owner}/${source.repo}${source.id ? `#${source.id}` : ""}`, change)
      ? { ...route, enabled: false }
      : undefined;
  }
  if (change.type !== "privatized" || !sameLogin(source.owner, change.owner)) return undefined;
  const not: Filter = { type: "repo", match: named, exclude: true };
  if (route.ast === undefined) return { ...route, filters: [...route.filters, not] };
  return { ...route, ast: { all: [...("all" in route.ast ? route.ast.all : [route.ast]), not] } };
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

function withPatterns({ filters, ast }: Rule, pattern: (one: string) => string): Rule {
  const filter = (one: Filter): Filter => {
    if (one.type !== "repo") return one;
    const { match } = one;
    return { ...one, match: typeof match === "string" ? pattern(match) : match.map(pattern) };
  };
  const node = (one: Ast): Ast => {
    if ("type" in one) return filter(one);
    if ("not" in one) return { not: node(one.not) };
    return "all" in one ? { all: one.all.map(node) } : { any: one.any.map(node) };
  };
  return { filters: filters.map(filter), ...(ast === undefined ? {} : { ast: node(ast) }) };
}
