import type { Command, CommandUse } from "./define.ts";
import { type Answer, privately } from "./reply.ts";

type Use = Pick<CommandUse, "invocation" | "t">;

/** The way to the private chat, where this use begins anew with these arguments. */
export function goOnInPrivate({ invocation, t }: Use, args: CommandUse["args"]): Answer {
  const resume = { path: invocation.path, args };
  return { ...privately(t("commands.telegram.in_private")), secret: true, resume };
}

/** The same for a command that others may not overhear; undefined where it may run. */
export function awayFromOthers(
  command: Command,
  { args, ...use }: Use & Pick<CommandUse, "args">,
): Answer | undefined {
  const { isOverheard, place } = use.invocation;
  if (command.forSpeakerAlone !== true || !isOverheard) return undefined;
  const isAboutChat = command.args.some(({ name }) => name === "chat");
  return goOnInPrivate(use, isAboutChat ? { chat: place.targetId, ...args } : args);
}
