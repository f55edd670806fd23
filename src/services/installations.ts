import { z } from "zod";
import type { Actor } from "../domain/actor.ts";
import type { Group } from "../domain/group.ts";
import { UserError } from "../domain/user-error.ts";
import { SHARED_ENDPOINT, type WebhookEvent } from "../domain/webhook-event.ts";
import type { GitHubUser } from "../github/client.ts";
import type { Listed } from "../github/pages.ts";
import type { Installation } from "../github/people.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import type { Audited } from "./auditing.ts";
import { changeGroup, type GroupStore } from "./change-group.ts";
import type { Act } from "./github-actions.ts";
import { personOf, type Permissions, sameLogin } from "./permissions.ts";
import type { TellGroup, Telling } from "./telling.ts";

/** GitHub App installations, and the groups that hear what comes from them. */
export interface Installations {
  /**
   * Whose account an installation is on, for who owns that account: the person itself, or an active admin
   * of the organisation. The id in the Setup URL proves nothing, so GitHub is asked. Throws for others.
   */
  prove(actor: Actor, installationId: string): Promise<{ owner: string }>;
  /** Those that this person may bind, as far as GitHub's lists are read. */
  owned(actor: Actor): Promise<Listed<Installation>>;
  /** Lets what the installation sends enter a group. */
  bind(actor: Actor, installationId: string, groupId: string): Promise<Group>;
  /** Keeps bindings true. Only the App's own hook says truly what happened to an installation. */
  follow(event: WebhookEvent): Promise<readonly Telling[]>;
}

export interface InstallationsDeps {
  configuration: GroupStore & Pick<ConfigurationStore, "current">;
  permissions: Permissions;
  audited: Audited;
  tellGroup: TellGroup;
  act: Act;
}

export function createInstallations(deps: InstallationsDeps): Installations {
  const prove = async (actor: Actor, installationId: string) => {
    const owner = await deps.act(personOf(actor), (me) => ownedAccount(me, installationId));
    return { owner };
  };
  return {
    prove,
    owned: (actor) => deps.act(personOf(actor), ownedInstallations),
    async bind(actor, installationId, groupId) {
      await deps.permissions.authorize(actor, groupId, "installation.bind");
      const { owner } = await prove(actor, installationId);
      const group = await changeGroup(deps.configuration, groupId, (before) => ({
        ...before,
        installationId,
        // A group of the operator that hears all owners goes on hearing all.
        ...(before.owners === undefined ? {} : { owners: withName(before.owners, owner) }),
      }));
      const detail = { owner, installationId };
      await deps.audited(actor, { action: "installation.bound", groupId, detail });
      return group;
    },
    async follow(event) {
      if (event.provider !== "github" || event.endpoint !== SHARED_ENDPOINT) return [];
      const happened = changeOf(event);
      return happened === undefined ? [] : applied(deps, happened);
    },
  };
}

async function ownedAccount(me: GitHubUser, installationId: string): Promise<string> {
  const seen = (await me.myInstallations(installationId)).items.find(
    ({ id }) => id === installationId,
  );
  if (seen === undefined || seen.owner === "") throw new UserError("setup.installation_unknown");
  const { login } = await me.whoAmI();
  if (await speaksFor(me, login, seen.owner)) return seen.owner;
  throw new UserError("setup.installation_owners_only", { owner: seen.owner });
}

/** By lists: to ask about each installation would be too many questions. Who binds one is asked about it. */
async function ownedInstallations(me: GitHubUser): Promise<Listed<Installation>> {
  const [{ login }, seen, memberships] = await Promise.all([
    me.whoAmI(),
    me.myInstallations(),
    me.myMemberships(),
  ]);
  const administered = memberships.items.filter(({ role }) => role === "admin");
  const names = [login, ...administered.map(({ organization }) => organization.login)];
  const theirs = new Set(names.map((name) => name.toLowerCase()));
  const items = seen.items.filter(({ owner }) => theirs.has(owner.toLowerCase()));
  return { items, isCut: seen.isCut || memberships.isCut };
}

/** To see an installation, access to one repository is enough; to speak for it, it is not. */
export async function speaksFor(me: GitHubUser, login: string, owner: string): Promise<boolean> {
  if (sameLogin(login, owner)) return true;
  const membership = await me.orgMembership(owner);
  return membership?.state === "active" && membership.role === "admin";
}

/** What happened to an installation, as far as it changes what a group hears. */
type Change = { installationId: string; owner: string } & (
  | { type: "deleted" | "suspended" | "resumed" }
  | { type: "repositories"; added: readonly string[]; removed: readonly string[] }
);

const Account = z.object({ login: z.string() });
const Repositories = z.array(z.object({ full_name: z.string() })).catch([]);
const Payload = z.object({
  installation: z.object({ id: z.number(), account: Account.nullish() }),
  repositories_added: Repositories,
  repositories_removed: Repositories,
});

function changeOf({ event, action, payload }: WebhookEvent): Change | undefined {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return undefined;
  const { installation } = parsed.data;
  const owner = installation.account?.login ?? "";
  const about = { installationId: String(installation.id), owner };
  switch (`${event}.${action ?? ""}`) {
    case "installation.deleted":
      return { ...about, type: "deleted" };
    case "installation.suspend":
      return { ...about, type: "suspended" };
    case "installation.unsuspend":
      return { ...about, type: "resumed" };
    case "installation_repositories.added":
    case "installation_repositories.removed":
      return {
        ...about,
        type: "repositories",
        added: parsed.data.repositories_added.map((repo) => repo.full_name),
        removed: parsed.data.repositories_removed.map((repo) => repo.full_name),
      };
    default:
      return undefined;
  }
}

async function applied(deps: InstallationsDeps, change: Change): Promise<readonly Telling[]> {
  const tellings: Telling[] = [];
  const groups = (await deps.configuration.current()).groups();
  for (const { id } of groups.filter((group) => isConcerned(group, change))) {
    const group = await changeGroup(deps.configuration, id, (before) => changedBy(before, change));
    const { type, owner, installationId } = change;
    await deps.audited(
      { type: "system", reason: "installation" },
      { action: `installation.${type}`, groupId: id, detail: { owner, installationId } },
    );
    const told = sentenceOf(change);
    if (told !== undefined) tellings.push(...(await deps.tellGroup(group, told.key, told.params)));
  }
  return tellings;
}

/** Besides the group bound to it, those that hear the account through another binding of theirs. */
function isConcerned(group: Group, change: Change): boolean {
  if (group.installationId === change.installationId) return true;
  if (change.type !== "deleted") return false;
  return group.installationId !== undefined && hasName(group.owners ?? [], change.owner);
}

function changedBy(group: Group, change: Change): Group | undefined {
  if (change.type !== "deleted") return undefined;
  const { installationId: _, ...unbound } = group;
  const { owners } = group;
  const left = owners === undefined ? {} : { owners: withoutName(owners, change.owner) };
  const isBound = group.installationId === change.installationId;
  return { ...(isBound ? unbound : group), ...left };
}

function sentenceOf(change: Change): Pick<Telling, "key" | "params"> | undefined {
  const { owner } = change;
  switch (change.type) {
    case "deleted":
    case "suspended":
    case "resumed":
      return { key: `setup.installation_${change.type}`, params: { owner } };
    case "repositories": {
      const removed = change.removed.slice(0, 10).join(", ");
      if (removed === "") return undefined;
      return { key: "setup.installation_removed", params: { repos: removed } };
    }
  }
}

const hasName = (names: readonly string[], name: string): boolean =>
  names.some((one) => sameLogin(one, name));
const withoutName = (names: readonly string[], name: string): string[] =>
  names.filter((one) => !sameLogin(one, name));
const withName = (names: readonly string[], name: string): string[] =>
  hasName(names, name) ? [...names] : [...names, name];
