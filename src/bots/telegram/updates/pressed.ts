import type { Answer, Reply } from "../../../commands/reply.ts";
import { runCommand } from "../../../commands/run.ts";
import { cutText } from "../../../domain/text/cut.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { privateLink } from "./deep-links.ts";
import { pressedInvocation } from "./invocation.ts";
import { takeLastQuestion } from "./last-question.ts";
import { notHere } from "./not-here.ts";
import type { CallbackQuery, TelegramMessage } from "./payload.ts";
import { tell } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

/** Telegram's limit of a text shown over the chat. */
const NOTICE_LIMIT = 200;

/** A press on a button: always acknowledged, or Telegram's clock turns for ever. */
export async function pressed(
  query: CallbackQuery,
  updateId: number,
  deps: UpdateDeps,
): Promise<void> {
  const context = { ...deps, githubUrl: deps.services.githubUrl };
  const invocation = pressedInvocation(query, updateId, context);
  if (invocation === undefined || query.message === undefined) {
    await acknowledge(query, deps);
    return;
  }
  await takeLastQuestion(invocation, deps.services.pending);
  const t = await deps.translate(invocation.locale);
  const reply = await runCommand(invocation, deps.services, t);
  const elsewhere = notHere(reply, invocation, query.message.chat, t);
  if (elsewhere !== undefined) {
    const shown = await privateLink(elsewhere.resume, invocation, deps).then(
      (url) => ({ url }),
      (error: unknown) => {
        logWarning("telegram private chat not found", { error: describeError(error) });
        return { text: t("commands.failed"), show_alert: true };
      },
    );
    const isShown = await acknowledge(query, deps, shown);
    return isShown ? undefined : tell(reply, query.message, invocation, t, deps);
  }
  const fits = isNotice(reply, query.message);
  const shown = fits ? noticeOf(reply) : {};
  const isShown = await acknowledge(query, deps, shown);
  if (isShown && fits) return;
  await tell(reply, query.message, invocation, t, deps);
}

/** False where Telegram takes no answer any more, to a press of long ago: it is said in the chat then. */
async function acknowledge(
  query: CallbackQuery,
  deps: UpdateDeps,
  shown: object = {},
): Promise<boolean> {
  try {
    await deps.call("answerCallbackQuery", { callback_query_id: query.id, ...shown });
    return true;
  } catch (error) {
    logWarning("telegram press not acknowledged", { error: describeError(error) });
    return false;
  }
}

/** What went well needs no confirmation. */
function noticeOf({ text, isDone }: Answer): object {
  return { text: cutText(text, NOTICE_LIMIT), show_alert: isDone !== true };
}

/** Said to the presser alone, over the chat: short, and nothing to press. */
function isNotice(reply: Reply, { chat }: TelegramMessage): reply is Answer {
  if (reply.type !== "answer") return false;
  // There it would be a post for all who read it: rather the beginning of it as a notice.
  if (chat.type === "channel") return true;
  return (
    reply.audience === "person" &&
    reply.secret !== true &&
    reply.replacesQuestion !== true &&
    !reply.text.includes("://") &&
    reply.text.length <= NOTICE_LIMIT &&
    !(reply.actions ?? []).some((action) => action.type === "command")
  );
}
