import type { Actor } from "../domain/actor.ts";
import type { Group, Member, Role } from "../domain/group.ts";
import { UserError } from "../domain/user-error.ts";
import type { Invite, Invites } from "../storage/invites.ts";
import type { Audited } from "./auditing.ts";
import { changeGroup, type GroupStore } from "./change-group.ts";
import { personOf, type Permissions, sameLogin } from "./permissions.ts";

/** A member, by the numeric id, or by login where the id is not known yet. */
export type Who = { userId: string } | { login: string };

/** Who belongs to a group, and who is invited. A group always keeps an owner. */
export interface Members {
  /** Adds somebody, who is looked up at GitHub by login, or gives a member another role. */
  set(actor: Actor, groupId: string, login: string, role: Role): Promise<Member>;
  remove(actor: Actor, groupId: string, who: Who): Promise<void>;
  /** Oneself, whatever the role. */
  leave(actor: Actor, groupId: string): Promise<void>;
  invite(
    actor: Actor,
    groupId: string,
    invite: { role: Role; note?: string },
  ): Promise<{ token: string; invite: Invite }>;
  invites(actor: Actor, groupId: string): Promise<{ token: string; invite: Invite }[]>;
  revokeInvite(actor: Actor, groupId: string, token: string): Promise<void>;
  /** Whoever holds an invite becomes a member, once; an existing member keeps the higher role. */
  accept(actor: Actor, token: string): Promise<Group>;
}

export interface MembersDeps {
  configuration: GroupStore;
  permissions: Permissions;
  invites: Invites;
  audited: Audited;
  whoIs: (githubUserId: string) => Promise<{ login: string }>;
  /** The account of this login now, asked as somebody. Throws when GitHub knows none. */
  accountOf: (as: string, login: string) => Promise<{ id: string; login: string }>;
}

const RANK: Readonly<Record<Role, number>> = { viewer: 1, admin: 2, owner: 3 };

export function createMembers(deps: MembersDeps): Members {
  const { permissions, invites, audited } = deps;
  return {
    async set(actor, groupId, login, role) {
      const { githubUserId } = await permissions.authorize(actor, groupId, "member.change");
      const { id: userId, login: written } = await deps.accountOf(githubUserId, login);
      const member: Member = { userId, login: written, role };
      await changeMembers(deps, groupId, (members) => [
        ...members.filter((one) => !isWho(one, { userId }) && !isWho(one, { login: written })),
        member,
      ]);
      const detail = { login: written, role };
      await audited(actor, { action: "member.set", groupId, targetId: userId, detail });
      return member;
    },

    async remove(actor, groupId, who) {
      await permissions.authorize(actor, groupId, "member.change");
      await removeMember(deps, groupId, who);
      await audited(actor, { action: "member.removed", groupId, detail: { ...who } });
    },
    async leave(actor, groupId) {
      const { githubUserId: userId } = await permissions.authorize(actor, groupId, "group.view");
      await removeMember(deps, groupId, { userId });
      await audited(actor, { action: "member.left", groupId });
    },

    async invite(actor, groupId, { role, note }) {
      const { githubUserId } = await permissions.authorize(actor, groupId, "invite.create");
      const made = await invites.create({
        groupId,
        role,
        createdBy: githubUserId,
        ...(note === undefined ? {} : { note }),
      });
      await audited(actor, { action: "invite.created", groupId, detail: { role } });
      return made;
    },
    async invites(actor, groupId) {
      await permissions.authorize(actor, groupId, "invite.list");
      return invites.list(groupId);
    },
    async revokeInvite(actor, groupId, token) {
      await permissions.authorize(actor, groupId, "invite.revoke");
      if (!(await invites.revoke(groupId, token))) throw new UserError("setup.invite_gone");
      await audited(actor, { action: "invite.revoked", groupId });
    },
    accept: (actor, token) => accept(deps, actor, token),
  };
}

async function accept(deps: MembersDeps, actor: Actor, token: string): Promise<Group> {
  const userId = personOf(actor);
  const seen = await deps.invites.read(token);
  if (seen === undefined || !(await stillInvites(deps, seen))) {
    throw new UserError("setup.invite_gone");
  }
  // Asked before the invite is used up.
  const { login } = await deps.whoIs(userId);
  const invite = await deps.invites.consume(token);
  if (invite === undefined) throw new UserError("setup.invite_gone");
  const { groupId, role } = invite;
  const group = await changeMembers(deps, groupId, (members) => {
    // Also the one known by this login only, which somebody else may have tomorrow.
    const before = members.filter((one) => isWho(one, { userId }) || isWho(one, { login }));
    const roles = [role, ...before.map((one) => one.role)];
    const best = roles.reduce((a, b) => (RANK[b] > RANK[a] ? b : a));
    return [...members.filter((one) => !before.includes(one)), { userId, login, role: best }];
  });
  await deps.audited(actor, { action: "invite.accepted", groupId, detail: { role } });
  return group;
}

/** An invitation is worth no more than the rights of who made it, as they are now. */
async function stillInvites(
  { configuration, permissions }: MembersDeps,
  { groupId, createdBy }: Invite,
): Promise<boolean> {
  const found = await configuration.group(groupId);
  const maker = { type: "github", githubUserId: createdBy, login: "" } as const;
  return found !== undefined && permissions.allows(maker, found.value, "invite.create");
}

async function removeMember(deps: MembersDeps, groupId: string, who: Who): Promise<void> {
  await changeMembers(deps, groupId, (members) => {
    const left = members.filter((one) => !isWho(one, who));
    if (left.length === members.length) throw new UserError("setup.member_unknown");
    return left;
  });
}

function changeMembers(
  { configuration }: MembersDeps,
  groupId: string,
  change: (members: readonly Member[]) => Member[],
): Promise<Group> {
  return changeGroup(configuration, groupId, (group) => {
    const members = change(group.members);
    if (!members.some(({ role }) => role === "owner")) throw new UserError("setup.last_owner");
    return { ...group, members };
  });
}

/** A login stands for somebody only while no id is known. */
function isWho(member: Member, who: Who): boolean {
  if ("userId" in who) return member.userId === who.userId;
  return member.userId === undefined && sameLogin(member.login, who.login);
}
