import type { Group } from "../../domain/group.ts";
import { UserError } from "../../domain/user-error.ts";
import type { Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices } from "../group-use.ts";
import { privately, type Reply } from "../reply.ts";

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
  ],
  needs: "linked",
  run: runMembers,
};

async function runMembers(use: CommandUse): Promise<Reply> {
  const { args, t } = use;
  const services = groupServices(use);
  const found = await services.chats.groupOf(chatPlace(use));
  if (found === undefined) throw new UserError("setup.not_connected");
  const { value: group } = await services.groups.view(actorOf(use), found.id);
  const login = args["login"]?.replace(/^@/, "");
  if (login === undefined) return privately(listOf(group, t));
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

function listOf(group: Group, t: CommandUse["t"]): string {
  const lines = ROLES.flatMap((role) => {
    const logins = group.members.filter((one) => one.role === role).map((one) => `@${one.login}`);
    return logins.length === 0 ? [] : [`${role}: ${logins.join(", ")}`];
  });
  const intro = t("setup.members.intro", { name: nameOf(group) });
  return [intro, ...lines, t("setup.members.how")].join("\n");
}

const nameOf = ({ id, name }: Group): string => name || id;
