import { UserError } from "../../domain/user-error.ts";
import type { Group, Role } from "../../domain/group.ts";
import { roleOf } from "../../services/permissions.ts";
import type { Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices, keptButton, privateFirst } from "../group-use.ts";
import { linkFirst } from "../link-first.ts";
import { privately, replaced, type Reply } from "../reply.ts";
import { chatArguments } from "./setup.ts";

const ROLES: readonly Role[] = ["owner", "admin", "viewer"];
/** What a deep link into Telegram's private chat begins with; `join` gets the rest. */
export const INVITE_START = "i-";

/** An invitation into the chat's group, for whoever uses it first; its maker passes it on. */
export const invite: Command = {
  path: "invite",
  description: "setup.invite.description",
  args: [
    {
      name: "role",
      type: "choice",
      description: "setup.arg.invited_role",
      choices: ROLES.map((value) => ({ value, label: { literal: value } })),
    },
    { name: "chat", type: "hidden", description: "setup.arg.chat", maxLength: 60 },
  ],
  needs: "linked",
  run: makeInvite,
};

/** The same for a chosen chat, from the private one. */
export const setupInvite: Command = {
  ...invite,
  path: "setup invite",
  args: chatArguments,
  hidden: true,
};

/** Ends an invitation that nobody used. */
export const inviteRevoke: Command = {
  path: "invite revoke",
  description: "setup.invite.revoke",
  args: [
    { name: "group", type: "hidden", description: "setup.arg.group", required: true },
    { name: "code", type: "hidden", description: "setup.arg.code", required: true },
  ],
  needs: "linked",
  hidden: true,
  run: revoke,
};

/** Accepts an invitation. */
export const join: Command = {
  path: "join",
  description: "setup.join.description",
  args: [
    { name: "code", type: "word", description: "setup.arg.code", required: true, maxLength: 128 },
  ],
  needs: "person",
  run: accept,
};

async function makeInvite(use: CommandUse): Promise<Reply> {
  const { args, services, t } = use;
  const { chats, permissions, members } = groupServices(use);
  const found = await chats.groupOf(chatPlace(use));
  if (found === undefined) throw new UserError("setup.not_connected");
  const actor = actorOf(use);
  // Said in the group already: the private chat is for who may go on.
  const { value: group } = await permissions.authorize(actor, found.id, "invite.create");
  const elsewhere = privateFirst(use);
  if (elsewhere !== undefined) return elsewhere;
  const role = (args["role"] ?? "admin") as Role;
  const made = await members.invite(actor, group.id, { role });
  const url = await services.startUrl?.(`${INVITE_START}${made.token}`);
  const until = new Date(made.invite.expiresAt);
  const text = [
    t("setup.invite.made", { name: nameOf(group), role, until }),
    ...(url === undefined ? [] : [t("setup.invite.link", { url })]),
    t("setup.invite.code", { code: made.token }),
  ];
  const revoking = await revokeButton(use, group.id, made.token, t("setup.invite.revoke"));
  return { ...privately(text.join("\n\n"), [revoking]), secret: true };
}

/** For whoever is asked here, once. */
export function revokeButton(use: CommandUse, group: string, code: string, label: string) {
  return keptButton(use, label, { path: "invite revoke", args: { group, code } }, "danger");
}

async function revoke(use: CommandUse): Promise<Reply> {
  const { group = "", code = "" } = use.args;
  await groupServices(use).members.revokeInvite(actorOf(use), group, code);
  return replaced(privately(use.t("setup.invite.revoked")));
}

async function accept(use: CommandUse): Promise<Reply> {
  const { args, invocation, services, t } = use;
  const { platform, speaker } = invocation;
  if (speaker === undefined) throw new UserError("commands.nobody");
  const linked = await services.accounts.linked({ platform, ...speaker });
  if (linked === undefined) return linkFirst(use, speaker, { path: "join", args });
  const { githubUserId } = linked;
  const { members } = groupServices(use);
  const group = await members.accept(actorOf({ ...use, githubUserId }), args["code"] ?? "");
  const role = roleOf(group, githubUserId) ?? "viewer";
  return privately(t("setup.join.done", { name: nameOf(group), role }));
}

const nameOf = ({ id, name }: Group): string => name || id;
