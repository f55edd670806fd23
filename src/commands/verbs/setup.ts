import type { Group } from "../../domain/group.ts";
import { UserError } from "../../domain/user-error.ts";
import type { ChatPlace } from "../../services/chat-place.ts";
import { roleOf } from "../../services/permissions.ts";
import type { Argument, Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices, keptButton } from "../group-use.ts";
import { linkFirst } from "../link-first.ts";
import { type Answer, privately, type Reply } from "../reply.ts";
import { endpointAnswer } from "../setup-endpoint.ts";

/** The path of the use that a chosen chat becomes. */
export const CHOSEN_CHAT = "setup chat";

/** Only by buttons and choices of ours. */
export const chatArguments: readonly Argument[] = [
  { name: "chat", type: "line", description: "setup.arg.chat", maxLength: 60 },
  { name: "title", type: "hidden", description: "setup.arg.chat", maxLength: 300 },
];

/** From nothing to notifications: links, connects the chat to a group, gives the webhook. */
export const setup: Command = {
  path: "setup",
  description: "setup.description",
  args: [],
  needs: "nobody",
  run: begin,
};

/** The same for a chat that was chosen, or left for the private one. */
export const setupChat: Command = {
  path: CHOSEN_CHAT,
  description: "setup.description",
  args: chatArguments,
  needs: "person",
  hidden: true,
  run: settle,
};

async function begin(use: CommandUse): Promise<Reply> {
  const { invocation, t } = use;
  const { platform, place, speaker } = invocation;
  if (speaker === undefined) return anonymous(use);
  if (platform === "discord") {
    if (place.guildId === undefined) return privately(t("setup.discord_private"));
    return place.hasBot ? settle(use) : privately(t("commands.not_in_server"));
  }
  if (place.isPrivate) {
    const chooseChat = { group: t("setup.choose_group"), channel: t("setup.choose_channel") };
    return { ...privately(t("setup.choose")), chooseChat };
  }
  // Said in the group already, where it can be mended: the private chat is for who may go on.
  if (!(await invocation.mayAdminister())) throw notAdmin(use);
  const title = place.title === undefined ? {} : { title: place.title };
  const resume = { path: CHOSEN_CHAT, args: { chat: place.targetId, ...title } };
  return { ...privately(t("setup.in_private")), secret: true, resume };
}

/** Channels and anonymous administrators are nobody: they go on in private, as themselves. */
function anonymous({ t }: CommandUse): Answer {
  const resume = { path: "setup", args: {} };
  return { ...privately(t("setup.anonymous")), secret: true, resume };
}

async function settle(use: CommandUse): Promise<Reply> {
  const { invocation, services, args } = use;
  const { speaker, platform } = invocation;
  if (speaker === undefined) return anonymous(use);
  const place = chatPlace(use);
  const linked = await services.accounts.linked({ platform, ...speaker });
  if (linked === undefined) {
    return linkFirst(use, speaker, {
      path: args["chat"] === undefined ? "setup" : CHOSEN_CHAT,
      args,
    });
  }
  if (!(await place.mayAdminister())) throw notAdmin(use);
  const asLinked = { ...use, githubUserId: linked.githubUserId };
  const group = await groupServices(use).chats.groupOf(place);
  return group === undefined ? offer(asLinked, place) : endpointAnswer(asLinked, group, place);
}

function notAdmin({ invocation }: CommandUse): UserError {
  return new UserError(`setup.not_admin_${invocation.platform}`);
}

/** Discord shows 25 buttons, and one makes a new group. */
const MOST_OFFERED = 20;

/** No group yet: a new one for this chat, or one of those the person may connect chats to. */
async function offer(use: CommandUse, place: ChatPlace): Promise<Reply> {
  const { t } = use;
  const { groups } = groupServices(use);
  const actor = actorOf(use);
  const [allowed, mayCreate] = await Promise.all([
    groups.those(actor, "chat.connect"),
    groups.mayCreate(actor),
  ]);
  // A super admin may do so in all groups, and has few of their own.
  const isOwn = (group: Group) => roleOf(group, use.githubUserId) !== undefined;
  const theirs = [...allowed.filter(isOwn), ...allowed.filter((group) => !isOwn(group))];
  const actions = await Promise.all([
    ...(mayCreate ? [newGroupButton(use, place)] : []),
    ...theirs.slice(0, MOST_OFFERED).map((group) => joinButton(use, group)),
  ]);
  if (actions.length > 0) {
    const count = Math.max(0, theirs.length - MOST_OFFERED);
    const offered = t("setup.offer", { chat: place.title ?? t("setup.this_chat") });
    const more = count === 0 ? [] : [t("setup.more_groups", { count })];
    return privately([offered, ...more].join("\n\n"), actions);
  }
  const operators = await groups.operators();
  if (operators.length === 0) throw new UserError("setup.no_signup");
  throw new UserError("setup.no_signup_ask", { who: operators.join(", ") });
}

function newGroupButton(use: CommandUse, place: ChatPlace) {
  const title = place.title === undefined ? {} : { title: place.title };
  const kept = { path: "setup new", args: { ...use.args, ...title } };
  return keptButton(use, use.t("setup.new_group"), kept, "primary");
}

function joinButton(use: CommandUse, { id, name }: Group) {
  const kept = { path: "setup join", args: { ...use.args, group: id } };
  return keptButton(use, use.t("setup.join_group", { name: name || id }), kept);
}
