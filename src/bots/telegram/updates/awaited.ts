import type { Invocation } from "../../../commands/invocation.ts";
import { UserError } from "../../../domain/user-error.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { type LastQuestion, UNREAD } from "./last-question.ts";
import type { TelegramMessage } from "./payload.ts";
import { questionId } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

/**
 * The use that words go on with: a reply to a question of ours, or what is said without one right after `last`.
 * `UNREAD` while nobody can tell.
 */
export async function awaitedUse(
  message: TelegramMessage,
  base: Invocation,
  last: LastQuestion,
  { services }: UpdateDeps,
): Promise<Invocation | typeof UNREAD | undefined> {
  const { speaker, place } = base;
  const { text } = message;
  if (speaker === undefined || text === undefined) return undefined;
  const { chatUserId } = speaker;
  const owner = { platform: "telegram", chatUserId, chatId: place.chatId } as const;
  const id = askedId(message, text, last);
  if (id === undefined || id === UNREAD) return id;
  const pending = await services.pending.take(id, owner).catch(unread);
  if (pending === undefined || pending === UNREAD) return pending;
  const words = pending.field === undefined ? {} : { [pending.field]: text };
  return { ...base, path: pending.path, args: { ...pending.args, ...words } };
}

function askedId(
  { chat, reply_to_message: of }: TelegramMessage,
  text: string,
  last: LastQuestion,
) {
  if (of?.from?.is_bot === true) return questionId(chat.id, of.message_id);
  return of === undefined && !text.startsWith("/") ? last : undefined;
}

function unread(error: unknown): typeof UNREAD | undefined {
  // Where nothing can be kept at all, nothing was.
  if (error instanceof UserError) return undefined;
  logWarning("telegram question unknown", { error: describeError(error) });
  return UNREAD;
}

/** Whether this replies to a question of ours: Telegram says no more of it than its text. */
export function answersQuestion({ reply_to_message: of }: TelegramMessage, t: Translate): boolean {
  const asks = t("commands.telegram.reply_with", { label: "" }).trim();
  return of?.from?.is_bot === true && (of.text ?? "").includes(asks);
}
