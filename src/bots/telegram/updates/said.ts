import type { Invocation } from "../../../commands/invocation.ts";
import { CONFIRM, runCommand } from "../../../commands/run.ts";
import { INVITE_START } from "../../../commands/verbs/invite.ts";
import { CHOSEN_CHAT } from "../../../commands/verbs/setup.ts";
import { commandText, typedInvocation } from "./invocation.ts";
import type { TelegramMessage } from "./payload.ts";
import { questionId, tell } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

/** What a deep link may ask for by name. */
const STARTS: readonly string[] = ["login", "setup"];

/** A message: a command, the words a question of ours asked for, or nothing for us. */
export async function said(
  message: TelegramMessage,
  updateId: number,
  deps: UpdateDeps,
): Promise<void> {
  if (message.migrate_to_chat_id !== undefined) {
    return deps.moveChat(String(message.chat.id), String(message.migrate_to_chat_id));
  }
  const text = message.text ?? "";
  const context = { ...deps, githubUrl: deps.services.githubUrl };
  const command = startedWords(message) ?? (await commandText(text, deps.botName));
  const words = command ?? wordsInPrivate(message);
  const base = typedInvocation(message, words ?? "", updateId, context);
  const invocation =
    resumedUse(message, base) ??
    chosenChat(message, base) ??
    (words === undefined ? await awaitedWords(message, updateId, deps, base) : base);
  if (invocation === undefined) return;
  const t = await deps.translate(invocation.locale);
  const reply = await runCommand(invocation, deps.services, t);
  await tell(reply, message, invocation, t, deps);
}

/** A press of Start is help, something that a group sent here, an invitation, or the end of a login. */
function startedWords(message: TelegramMessage): string | undefined {
  const start = /^\/start(?:@\w+)?(?:\s+([\w-]{1,64}))?\s*$/.exec(message.text ?? "");
  if (start === null || message.chat.type !== "private") return undefined;
  const [, parameter] = start;
  if (parameter === undefined) return "start";
  if (parameter.startsWith(INVITE_START)) return `join ${parameter.slice(INVITE_START.length)}`;
  return STARTS.includes(parameter) ? parameter : `login ${parameter}`;
}

/** Whoever talks to the bot alone gets an answer. A reply is one to what was asked. */
function wordsInPrivate({ chat, text, reply_to_message }: TelegramMessage): string | undefined {
  if (chat.type !== "private" || text === undefined || reply_to_message !== undefined)
    return undefined;
  return /^\/help\b/i.test(text) ? "help" : "start";
}

/** A use that a group sent here, kept for this person alone. */
function resumedUse(message: TelegramMessage, base: Invocation): Invocation | undefined {
  const [, id] = /^\/start(?:@\w+)?\s+p-([\w-]{22})\s*$/.exec(message.text ?? "") ?? [];
  if (id === undefined || !base.place.isPrivate) return undefined;
  return { ...base, path: CONFIRM, args: { id } };
}

/** A chat that was chosen with the keyboard of `chooseChat`. */
function chosenChat(message: TelegramMessage, base: Invocation): Invocation | undefined {
  const chosen = message.chat_shared;
  if (chosen === undefined || !base.place.isPrivate) return undefined;
  const title = chosen.title === undefined ? {} : { title: chosen.title };
  return { ...base, path: CHOSEN_CHAT, args: { chat: `telegram:${chosen.chat_id}`, ...title } };
}

/** A plain reply to a question of ours is the words that the question asked for. */
async function awaitedWords(
  message: TelegramMessage,
  updateId: number,
  deps: UpdateDeps,
  base: Invocation,
): Promise<Invocation | undefined> {
  const question = message.reply_to_message;
  if (question?.from?.is_bot !== true || message.text === undefined || base.speaker === undefined)
    return undefined;
  const owner = {
    platform: "telegram",
    chatUserId: base.speaker.chatUserId,
    chatId: base.place.chatId,
  } as const;
  const pending = await deps.services.pending.take(
    questionId(message.chat.id, question.message_id),
    owner,
  );
  if (pending === undefined) return undefined;
  const words = pending.field === undefined ? {} : { [pending.field]: message.text };
  return { ...base, id: String(updateId), path: pending.path, args: { ...pending.args, ...words } };
}
