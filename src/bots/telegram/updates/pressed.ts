import type { Answer, Reply } from "../../../commands/reply.ts";
import { runCommand } from "../../../commands/run.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { privateLink } from "./deep-links.ts";
import { pressedInvocation } from "./invocation.ts";
import { takeLastQuestion } from "./last-question.ts";
import { notHere } from "./not-here.ts";
import type { CallbackQuery } from "./payload.ts";
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
  const fits = isNotice(reply);
  // What went well needs no confirmation.
  const shown = fits ? { text: reply.text, show_alert: reply.isDone !== true } : {};
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

/** Said to the presser alone, over the chat: short, and nothing to press. */
function isNotice(reply: Reply): reply is Answer {
  return (
    reply.type === "answer" &&
    reply.audience === "person" &&
    reply.secret !== true &&
    reply.replacesQuestion !== true &&
    !reply.text.includes("://") &&
    reply.text.length <= NOTICE_LIMIT &&
    !(reply.actions ?? []).some((action) => action.type === "command")
  );
}
