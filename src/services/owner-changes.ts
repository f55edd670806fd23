import { z } from "zod";
import type { Group } from "../domain/group.ts";
import type { Route } from "../domain/route.ts";
import { SHARED_ENDPOINT, type WebhookEvent } from "../domain/webhook-event.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import type { Audited } from "./auditing.ts";
import { changeGroup, type GroupStore } from "./change-group.ts";
import { sameLogin } from "./permissions.ts";
import { withPatterns } from "./repository-patterns.ts";
import type { TellGroup, Telling } from "./telling.ts";

/** Accounts that are called otherwise now. */
export interface OwnerChanges {
  /**
   * Rules and subscriptions, of all of an owner or of a repository by its name, follow the new name, and so does
   * what groups hear from the shared endpoint: somebody else may take the old name tomorrow, and it must open
   * nothing. To be called before the event is matched. Gives what to say, and where.
   */
  follow(event: WebhookEvent): Promise<readonly Telling[]>;
}

export interface OwnerChangesDeps {
  configuration: GroupStore & Pick<ConfigurationStore, "current" | "routesOf" | "saveRoutes">;
  audited: Audited;
  tellGroup: TellGroup;
}

interface Rename {
  from: string;
  to: string;
}

export function createOwnerChanges(deps: OwnerChangesDeps): OwnerChanges {
  return {
    async follow(event) {
      const rename = renameOf(event);
      if (rename === undefined) return [];
      const groups = (await deps.configuration.current()).groups();
      const tellings: Telling[] = [];
      for (const group of groups.filter((one) => mayHear(one, event, rename))) {
        tellings.push(...(await applied(deps, group, rename, event.endpoint === SHARED_ENDPOINT)));
      }
      return tellings;
    },
  };
}

const Account = z.object({ login: z.string() });
const Payload = z.object({
  account: Account.nullish(),
  organization: Account.nullish(),
  changes: z.object({ login: z.object({ from: z.string() }) }),
});

/** The App's hook says it of every account, an organisation's own hook of itself. */
function renameOf({
  provider,
  endpoint,
  event,
  action,
  payload,
}: WebhookEvent): Rename | undefined {
  const isOfApp = event === "installation_target" && endpoint === SHARED_ENDPOINT;
  if (provider !== "github" || action !== "renamed") return undefined;
  if (!isOfApp && event !== "organization") return undefined;
  const parsed = Payload.safeParse(payload);
  const { account, organization, changes } = parsed.data ?? {};
  const to = (isOfApp ? account : organization)?.login;
  return to === undefined || changes === undefined ? undefined : { from: changes.login.from, to };
}

/** As for any event: at its own endpoint a group alone, at the shared one those open to the owner. */
function mayHear({ id, owners }: Group, { endpoint }: WebhookEvent, { from, to }: Rename): boolean {
  if (endpoint !== SHARED_ENDPOINT) return id === endpoint;
  return owners?.some((one) => sameLogin(one, from) || sameLogin(one, to)) ?? true;
}

async function applied(
  deps: OwnerChangesDeps,
  group: Group,
  rename: Rename,
  isShared: boolean,
): Promise<readonly Telling[]> {
  const { from, to } = rename;
  const isOpen = isShared && group.owners?.some((one) => sameLogin(one, from)) === true;
  if (isOpen) {
    await changeGroup(deps.configuration, group.id, (before) => ({
      ...before,
      owners: renamedOwners(before.owners ?? [], rename),
    }));
  }
  const hasRules = await renameRules(deps.configuration, group.id, rename);
  // Both hooks tell of one renaming: what one of them has done is not said again.
  if (!isOpen && !hasRules) return [];
  const actor = { type: "system", reason: "renamed" } as const;
  await deps.audited(actor, { action: "owner.renamed", groupId: group.id, detail: { from, to } });
  return deps.tellGroup(group, "setup.installation_renamed", { owner: to, from });
}

function renamedOwners(owners: readonly string[], { from, to }: Rename): string[] {
  return [...owners.filter((one) => !sameLogin(one, from) && !sameLogin(one, to)), to];
}

const TRIES = 3;

async function renameRules(
  configuration: OwnerChangesDeps["configuration"],
  groupId: string,
  rename: Rename,
): Promise<boolean> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const changes = (await configuration.routesOf(groupId)).flatMap(({ value, version }) => {
      const route = renamedRoute(value, rename);
      return route === undefined ? [] : [{ route, expectedVersion: version }];
    });
    if (changes.length === 0) return false;
    const { status } = await configuration.saveRoutes(changes);
    if (status !== "conflict") return true;
  }
  throw new Error("the routes of a group changed while an owner's new name was applied");
}

/** Undefined: it says nothing of this owner. */
function renamedRoute(route: Route, { from, to }: Rename): Route | undefined {
  let found = false;
  const renamed = (name: string): string => {
    const [owner = "", ...rest] = name.split("/");
    return sameLogin(owner, from) ? [to, ...rest].join("/") : name;
  };
  const rule = withPatterns(route, (pattern) => {
    const name = pattern.includes("/") ? renamed(pattern) : pattern;
    found ||= name !== pattern;
    return name;
  });
  return found ? { ...route, ...rule, name: renamed(route.name) } : undefined;
}
