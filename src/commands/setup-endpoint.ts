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
      t("setup.then_subscribe"),
      t("setup.then_members"),
    ];
    const actions = [...endpointButtons(use, group.id, endpoint), ...remoteButtons(use), leave];
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
export function endpointButtons(
  { t }: CommandUse,
  groupId: string,
  { secret }: Endpoint,
): readonly Action[] {
  const button = (label: string, command: string, tone?: "primary"): Action => ({
    type: "command",
    label,
    command,
    payload: `group:${groupId}`,
    ...(tone && { tone }),
  });
  return [
    button(t("setup.button_hook"), "setup hook", "primary"),
    button(t("setup.button_check"), "setup check"),
    button(t("setup.button_how"), "setup how"),
    ...(secret === undefined ? [button(t("setup.button_rotate"), "setup rotate")] : []),
  ];
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
