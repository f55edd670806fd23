import { UserError } from "../../domain/user-error.ts";
import type { Action } from "../../domain/notification.ts";
import type { MissedMessage } from "../../services/missed.ts";
import type { Command, CommandUse } from "../define.ts";
import { actorOf, chatPlace, groupServices, keptButton, privateFirst } from "../group-use.ts";
import { privately, replaced, type Reply } from "../reply.ts";
import { chatArguments } from "./setup.ts";

/** What the chat's group missed, with a button that sends it again. */
export const retry: Command = {
  path: "retry",
  description: "missed.description",
  args: [{ name: "chat", type: "hidden", description: "setup.arg.chat", maxLength: 60 }],
  needs: "linked",
  run: showMissed,
};

/** The same for a chosen chat. */
export const setupRetry: Command = {
  ...retry,
  path: "setup retry",
  args: chatArguments,
  hidden: true,
};

/** Leads to what the chat that a use is about missed. */
export function missedButton({ args, t }: CommandUse): Action {
  const { chat } = args;
  const [command, payload] = chat === undefined ? ["retry", ""] : ["setup retry", `chat:${chat}`];
  return { type: "command", label: t("missed.look"), command, payload };
}

/** The button's press. */
export const retryAll: Command = {
  path: "retry all",
  description: "missed.resend",
  args: [{ name: "group", type: "hidden", description: "setup.arg.group", required: true }],
  needs: "linked",
  hidden: true,
  run: resend,
};

const SHOWN = 10;

async function showMissed(use: CommandUse): Promise<Reply> {
  const { t } = use;
  const { chats, missed } = groupServices(use);
  const group = await chats.groupOf(chatPlace(use));
  if (group === undefined) throw new UserError("setup.not_connected");
  const all = await missed.list(actorOf(use), group.id);
  // What other chats of the group missed is not for everybody in this one.
  const elsewhere = privateFirst(use);
  if (elsewhere !== undefined) return elsewhere;
  if (all.length === 0) return privately(t("missed.nothing"));
  const more = all.length - SHOWN;
  const text = [
    t("missed.intro", { count: all.length }),
    ...all.slice(0, SHOWN).map((one) => lineOf(one, t)),
    ...(more > 0 ? [t("missed.more", { count: more })] : []),
    "",
    t("missed.mend_first"),
  ];
  const again = { path: "retry all", args: { group: group.id } };
  return privately(text.join("\n"), [await keptButton(use, t("missed.resend"), again, "primary")]);
}

function lineOf({ event, repo, chat, reason }: MissedMessage, t: CommandUse["t"]): string {
  const said = {
    event,
    chat: chat ?? t("missed.any_chat"),
    reason: t(`delivery.reason.${reason}`),
  };
  return repo === undefined ? t("missed.line_no_repo", said) : t("missed.line", { ...said, repo });
}

async function resend(use: CommandUse): Promise<Reply> {
  const { group = "" } = use.args;
  const count = await groupServices(use).missed.resend(actorOf(use), group);
  return replaced(privately(use.t("missed.resent", { count })));
}
