import type { Invocation } from "../../../commands/invocation.ts";
import { runCommand } from "../../../commands/run.ts";
import { commandText, typedInvocation } from "./invocation.ts";
import type { TelegramMessage } from "./payload.ts";
import { questionId, tell } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

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
  const context = { ...deps, botName: await deps.botName(), githubUrl: deps.services.githubUrl };
  const words = startedWords(message) ?? commandText(text, context.botName);
  const invocation =
    words === undefined
      ? await awaitedWords(message, updateId, deps, typedInvocation(message, "", updateId, context))
      : typedInvocation(message, words, updateId, context);
  if (invocation === undefined) return;
  const t = await deps.translate(invocation.locale);
  const reply = await runCommand(invocation, deps.services, t);
  await tell(reply, message, invocation, t, deps);
}

/** A press of Start is help, a login that a group sent here, or the end of one. */
function startedWords(message: TelegramMessage): string | undefined {
  const start = /^\/start(?:@\w+)?(?:\s+([\w-]{1,64}))?\s*$/.exec(message.text ?? "");
  if (start === null || message.chat.type !== "private") return undefined;
  const [, parameter] = start;
  if (parameter === undefined) return "start";
  return parameter === "login" ? "login" : `login ${parameter}`;
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
