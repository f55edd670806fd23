import type { Group } from "../domain/group.ts";
import type { Action } from "../domain/notification.ts";
import { UserError } from "../domain/user-error.ts";
import type { ChatPlace } from "../services/chat-place.ts";
import type { Endpoint } from "../services/webhook-setup.ts";
import type { CommandUse } from "./define.ts";
import { actorOf, groupServices, keptButton } from "./group-use.ts";
import { type Answer, privately } from "./reply.ts";

/** A connected chat: where its group's events are sent, and what to do next. */
export async function endpointAnswer(
  use: CommandUse,
  group: Group,
  place: ChatPlace,
): Promise<Answer> {
  const { t } = use;
  const leave = await leaveButton(use, group.id);
  const name = group.name || group.id;
  try {
    const endpoint = await groupServices(use).webhooks.endpoint(actorOf(use), group.id);
    const chat = place.title ?? t("setup.this_chat");
    const text = [
      t("setup.connected", { chat, name }),
      endpointText(use, endpoint),
      t("setup.steps_github"),
      ...nextSteps(use),
    ];
    const actions = [
      ...(await endpointButtons(use, group, endpoint)),
      ...remoteButtons(use),
      leave,
    ];
    return { ...privately(text.join("\n\n"), actions), secret: true };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // Somebody else's group: who answers for the chat can still end it.
    return privately(t("setup.connected_elsewhere"), [leave]);
  }
}

export function endpointText({ t }: CommandUse, { url, secret }: Endpoint): string {
  return secret === undefined
    ? t("setup.endpoint_known", { url })
    : t("setup.endpoint", { url, secret });
}

/** Whatever the forge, the next step is to look whether something has arrived. */
async function endpointButtons(
  use: CommandUse,
  group: Group,
  { secret }: Endpoint,
): Promise<readonly Action[]> {
  const { t } = use;
  const { permissions } = groupServices(use);
  const button = (label: string, command: string, tone?: "primary" | "danger"): Action => ({
    type: "command",
    label,
    command,
    payload: `group:${group.id}`,
    ...(tone && { tone }),
  });
  const mayRemove =
    secret === undefined && (await permissions.allows(actorOf(use), group, "secret.remove"));
  return [
    button(t("setup.button_hook"), "setup hook", "primary"),
    button(t("setup.button_check"), "setup check"),
    button(t("setup.button_how"), "setup how"),
    ...(secret === undefined ? [button(t("setup.button_rotate"), "setup rotate")] : []),
    ...(mayRemove ? [button(t("setup.button_close"), "setup close", "danger")] : []),
  ];
}

/** In a channel nobody can say anything to the bot: what is said elsewhere is a button here. */
function nextSteps({ args, t }: CommandUse): readonly string[] {
  if (args["chat"] === undefined) return [t("setup.then_subscribe"), t("setup.then_members")];
  const [subscribe, list] = [t("setup.remote.subscribe"), t("setup.remote.list")];
  const managers = t("setup.remote.members");
  return [
    t("setup.then_subscribe_here", { button: subscribe }),
    t("setup.then_members_here", { button: list, next: managers }),
  ];
}

/** What is left to do once events can arrive. In private it is about a chat that was chosen there. */
export function subscribeNext({ invocation, t }: CommandUse, repo = "owner/repo"): string {
  const isRemote = invocation.platform === "telegram" && invocation.place.isPrivate;
  return isRemote
    ? t("setup.next_private", { repo, button: t("setup.remote.subscribe") })
    : t("setup.next_subscribe", { repo });
}

/** For a chat that was chosen in private: what one would say in it. */
function remoteButtons({ args, t }: CommandUse): readonly Action[] {
  const chat = args["chat"];
  if (chat === undefined) return [];
  const payload = `chat:${chat}`;
  return [
    { type: "command", label: t("setup.remote.subscribe"), command: "setup subscribe", payload },
    { type: "command", label: t("setup.remote.list"), command: "setup list", payload },
  ];
}

function leaveButton(use: CommandUse, groupId: string): Promise<Action> {
  const kept = { path: "setup leave", args: { ...use.args, group: groupId } };
  return keptButton(use, use.t("setup.button_leave"), kept, "danger");
}
