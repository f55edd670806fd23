import type { Group } from "../../domain/group.ts";
import type { Action } from "../../domain/notification.ts";
import { UserError } from "../../domain/user-error.ts";
import type { Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices, privateFirst } from "../group-use.ts";
import { privately, type Reply } from "../reply.ts";
import { revokeButton } from "./invite.ts";

const ROLES = ["owner", "admin", "viewer"] as const;
type Given = (typeof ROLES)[number] | "none";

/** Who decides with whom what this chat hears: shown, added by GitHub login, given another role, removed. */
export const members: Command = {
  path: "members",
  description: "setup.members.description",
  args: [
    { name: "login", type: "word", description: "setup.arg.login", maxLength: 100 },
    {
      name: "role",
      type: "choice",
      description: "setup.arg.role",
      choices: [...ROLES, "none"].map((value) => ({ value, label: { literal: value } })),
    },
    { name: "chat", type: "hidden", description: "setup.arg.chat", maxLength: 60 },
  ],
  needs: "linked",
  run: runMembers,
};

async function runMembers(use: CommandUse): Promise<Reply> {
  const { args } = use;
  const services = groupServices(use);
  const found = await services.chats.groupOf(chatPlace(use));
  if (found === undefined) throw new UserError("setup.not_connected");
  const { value: group } = await services.groups.view(actorOf(use), found.id);
  const login = args["login"]?.replace(/^@/, "");
  if (login === undefined) return privateFirst(use) ?? listOf(use, group);
  const role = (args["role"] ?? "admin") as Given;
  return privately(
    role === "none" ? await removed(use, group, login) : await set(use, group, { login, role }),
  );
}

async function set(
  use: CommandUse,
  group: Group,
  { login, role }: { login: string; role: Exclude<Given, "none"> },
): Promise<string> {
  const member = await groupServices(use).members.set(actorOf(use), group.id, login, role);
  return use.t("setup.members.set", { login: `@${member.login}`, role, name: nameOf(group) });
}

async function removed(use: CommandUse, group: Group, login: string): Promise<string> {
  const member = group.members.find((one) => one.login.toLowerCase() === login.toLowerCase());
  if (member === undefined) throw new UserError("setup.member_unknown");
  const who = member.userId === undefined ? { login } : { userId: member.userId };
  await groupServices(use).members.remove(actorOf(use), group.id, who);
  return use.t("setup.members.removed", { login: `@${member.login}`, name: nameOf(group) });
}

async function listOf(use: CommandUse, group: Group): Promise<Reply> {
  const { t } = use;
  const lines = ROLES.flatMap((role) => {
    const logins = group.members.filter((one) => one.role === role).map((one) => `@${one.login}`);
    return logins.length === 0 ? [] : [`${role}: ${logins.join(", ")}`];
  });
  const intro = t("setup.members.intro", { name: nameOf(group) });
  const open = await openInvites(use, group);
  const how = t("setup.members.how");
  return privately(
    [intro, ...lines, ...open.map(({ line }) => line), how].join("\n"),
    open.map(({ button }) => button),
  );
}

const MOST_INVITES = 5;

/** For who may revoke them, each with its button. */
async function openInvites(
  use: CommandUse,
  group: Group,
): Promise<{ line: string; button: Action }[]> {
  const { members, permissions } = groupServices(use);
  const actor = actorOf(use);
  if (!(await permissions.allows(actor, group, "invite.revoke"))) return [];
  const open = (await members.invites(actor, group.id)).slice(0, MOST_INVITES);
  return Promise.all(
    open.map(async ({ token, invite: { role, expiresAt } }) => {
      const line = use.t("setup.invite.open", { role, until: new Date(expiresAt) });
      const label = `${use.t("setup.invite.revoke")}: ${role}`;
      return { line, button: await revokeButton(use, group.id, token, label) };
    }),
  );
}

const nameOf = ({ id, name }: Group): string => name || id;
