import type { Invocation } from "../../../commands/invocation.ts";
import type { PendingUse } from "../../../commands/services.ts";
import { CONFIRM } from "../../../commands/run.ts";
import { INVITE_START } from "../../../commands/verbs/invite.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import type { TelegramMessage } from "./payload.ts";
import type { UpdateDeps } from "./update-deps.ts";

/** What a link asks for by name: whoever opens it does it as themselves, and loses nothing by it. */
const STARTS: readonly string[] = ["help", "login", "setup", "whoami"];

/** What ends a login; an invitation is longer, and such a secret may begin like one. */
const LOGIN_SECRET = /^[\w-]{22}$/;

/** Opens the private chat, where the use goes on: named where anybody may go on, else kept for this person there. */
export async function privateLink(
  use: PendingUse,
  { speaker, platform }: Invocation,
  deps: UpdateDeps,
): Promise<string> {
  const start = `https://t.me/${await deps.botName()}?start=`;
  if (Object.keys(use.args).length === 0 && STARTS.includes(use.path)) return start + use.path;
  if (speaker === undefined) return `${start}help`;
  // In a private chat, the chat's id is the person's.
  const { chatUserId } = speaker;
  try {
    const owner = { platform, chatUserId, chatId: chatUserId };
    return `${start}p-${await deps.services.pending.put(use, owner)}`;
  } catch (error) {
    logWarning("telegram use not kept", { error: describeError(error) });
    return `${start}help`;
  }
}

/** A press of Start is help, something that a group sent here, an invitation, or the end of a login. */
export function startedWords(message: TelegramMessage): string | undefined {
  const start = /^\/start(?:@\w+)?(?:\s+([\w-]{1,64}))?\s*$/.exec(message.text ?? "");
  if (start === null || message.chat.type !== "private") return undefined;
  const [, parameter] = start;
  if (parameter === undefined) return "start";
  if (LOGIN_SECRET.test(parameter)) return `login ${parameter}`;
  if (parameter.startsWith(INVITE_START)) return `join ${parameter.slice(INVITE_START.length)}`;
  return STARTS.includes(parameter) ? parameter : `login ${parameter}`;
}

/** A use that a group sent here, kept for this person alone. */
export function resumedUse(message: TelegramMessage, base: Invocation): Invocation | undefined {
  const [, id] = /^\/start(?:@\w+)?\s+p-([\w-]{22})\s*$/.exec(message.text ?? "") ?? [];
  if (id === undefined || !base.place.isPrivate) return undefined;
  return { ...base, path: CONFIRM, args: { id } };
}
