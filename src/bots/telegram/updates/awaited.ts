import type { Invocation } from "../../../commands/invocation.ts";
import type { Translate } from "../../../i18n/translate.ts";
import type { TelegramMessage } from "./payload.ts";
import { questionId } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

/** The use that words go on with: a reply to a question of ours, or what is said without one right after `last`. */
export async function awaitedUse(
  message: TelegramMessage,
  base: Invocation,
  last: string | undefined,
  { services }: UpdateDeps,
): Promise<Invocation | undefined> {
  const { speaker, place } = base;
  const { text, reply_to_message: question } = message;
  if (speaker === undefined || text === undefined) return undefined;
  const { chatUserId } = speaker;
  const owner = { platform: "telegram", chatUserId, chatId: place.chatId } as const;
  const isLone = question === undefined && !text.startsWith("/");
  const id =
    question?.from?.is_bot === true
      ? questionId(message.chat.id, question.message_id)
      : isLone && last;
  const pending = id && (await services.pending.take(id, owner));
  if (!pending) return undefined;
  const words = pending.field === undefined ? {} : { [pending.field]: text };
  return { ...base, path: pending.path, args: { ...pending.args, ...words } };
}

/** Whether this replies, in private, to a question of ours: Telegram says no more of it than its text. */
export function isLateAnswer(message: TelegramMessage, base: Invocation, t: Translate): boolean {
  const { text = "", from } = message.reply_to_message ?? {};
  const asks = t("commands.telegram.reply_with", { label: "" }).trim();
  return base.place.isPrivate && from?.is_bot === true && text.includes(asks);
}
