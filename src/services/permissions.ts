import type { Actor } from "../domain/actor.ts";
import type { Group, Member, Role } from "../domain/group.ts";
import { UserError } from "../domain/user-error.ts";
import type { ConfigurationStore, Versioned } from "../storage/configuration.ts";
import type { IsSuperAdmin } from "./super-admins.ts";

/** What a verb asks for: a role in the group, or to be one of the operator's own people. */
export type Needed = Role | "super";

/** Who may what. docs/roles.md shows this table to people, and a test compares the two. */
export const VERBS = {
  "group.view": "viewer",
  "log.view": "viewer",
  "group.change": "admin",
  "chat.connect": "admin",
  "chat.disconnect": "admin",
  "route.save": "admin",
  "route.delete": "admin",
  "sample.send": "admin",
  "delivery.replay": "admin",
  "secret.create": "admin",
  "secret.rotate": "admin",
  "hook.create": "admin",
  "member.change": "owner",
  "invite.create": "owner",
  "invite.list": "owner",
  "invite.revoke": "owner",
  "secret.remove": "owner",
  "installation.bind": "owner",
  "group.delete": "owner",
  "group.owners": "super",
} as const satisfies Readonly<Record<string, Needed>>;
export type Verb = keyof typeof VERBS;

export interface Authorized extends Versioned<Group> {
  /** Numeric GitHub id of who acts. */
  githubUserId: string;
  isSuper: boolean;
}

export interface Permissions {
  /**
   * The group, for somebody who may do this in it. Who has no role there learns nothing of it, not even
   * that it exists. A member known by login only is bound to the numeric id on the way.
   */
  authorize(actor: Actor, groupId: string, verb: Verb): Promise<Authorized>;
  /** Whether `authorize` would let them, of groups as last read: to offer what can be chosen. */
  allows(actor: Actor, group: Group, verb: Verb): Promise<boolean>;
  /** Those of the groups that it allows. */
  those(actor: Actor, groups: readonly Group[], verb: Verb): Promise<readonly Group[]>;
  isSuperAdmin(actor: Actor): Promise<boolean>;
}

export interface PermissionDeps {
  configuration: Pick<ConfigurationStore, "group" | "saveGroup">;
  isSuperAdmin: IsSuperAdmin;
  /** Who this is at GitHub now: logins change hands. Throws when GitHub does not say. */
  whoIs: (githubUserId: string) => Promise<{ login: string }>;
}

const RANKS: Readonly<Record<Needed, number>> = { viewer: 1, admin: 2, owner: 3, super: 4 };

export function createPermissions(deps: PermissionDeps): Permissions {
  const { configuration } = deps;
  const isSuperAdmin = async (actor: Actor) => {
    const id = idOf(actor);
    return id !== undefined && deps.isSuperAdmin(id, () => loginOf(deps, id));
  };
  // Who somebody is costs questions to D1 and GitHub: they are asked once, however many the groups.
  const those: Permissions["those"] = async (actor, groups, verb) => {
    const id = idOf(actor);
    if (id === undefined) return [];
    if (await isSuperAdmin(actor)) return groups;
    const mayBeKnownByLogin = (group: Group) =>
      roleOf(group, id) === undefined && group.members.some(isLoginOnly);
    const login = groups.some(mayBeKnownByLogin) ? await loginOf(deps, id) : undefined;
    const roleIn = (group: Group) => roleOf(group, id) ?? memberByLogin(group, login)?.role;
    return groups.filter((group) => reaches(roleIn(group), verb));
  };
  return {
    isSuperAdmin,
    async authorize(actor, groupId, verb) {
      const githubUserId = personOf(actor);
      const [found, isSuper] = await Promise.all([
        configuration.group(groupId),
        isSuperAdmin(actor),
      ]);
      if (found === undefined) throw new UserError("setup.group_unknown");
      const bound = await withBoundMember(deps, found, githubUserId);
      const role = roleOf(bound.value, githubUserId);
      if (role === undefined && !isSuper) throw new UserError("setup.group_unknown");
      if (!reaches(isSuper ? "super" : role, verb)) throw refusalOf(verb);
      return { ...bound, githubUserId, isSuper };
    },
    allows: async (actor, group, verb) => (await those(actor, [group], verb)).length > 0,
    those,
  };
}

/** The GitHub id of who acts; who is not linked is nobody in any group. */
export function personOf(actor: Actor): string {
  const id = idOf(actor);
  if (id === undefined) throw new UserError("setup.link_first");
  return id;
}

export function roleOf(group: Group, githubUserId: string): Role | undefined {
  return group.members.find(({ userId }) => userId === githubUserId)?.role;
}

function idOf(actor: Actor): string | undefined {
  return actor.type === "system" ? undefined : actor.githubUserId;
}

function reaches(role: Needed | undefined, verb: Verb): boolean {
  return role !== undefined && RANKS[role] >= RANKS[VERBS[verb]];
}

function refusalOf(verb: Verb): UserError {
  return new UserError(`setup.needs_${VERBS[verb]}`);
}

async function withBoundMember(
  deps: PermissionDeps,
  found: Versioned<Group>,
  githubUserId: string,
): Promise<Versioned<Group>> {
  const { value: group, version } = found;
  if (roleOf(group, githubUserId) !== undefined || !group.members.some(isLoginOnly)) return found;
  const member = memberByLogin(group, await loginOf(deps, githubUserId));
  if (member === undefined) return found;
  const members = group.members.map((one) =>
    one === member ? { ...one, userId: githubUserId } : one,
  );
  const value = { ...group, members };
  const saved = await deps.configuration.saveGroup(value, version);
  // Somebody else changed the group at this moment: the next act binds.
  return saved.status === "saved" ? { value, version: saved.version } : { value, version };
}

const isLoginOnly = ({ userId, login }: Member): boolean => userId === undefined && login !== "";

function memberByLogin(group: Group, login: string | undefined): Member | undefined {
  if (login === undefined) return undefined;
  return group.members.find((member) => isLoginOnly(member) && sameLogin(member.login, login));
}

export function sameLogin(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** Undefined when GitHub does not say: then nobody is taken for anybody. */
async function loginOf(deps: PermissionDeps, githubUserId: string): Promise<string | undefined> {
  try {
    return (await deps.whoIs(githubUserId)).login;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
