import type { Answer, Reply } from "../../../commands/reply.ts";
import { runCommand } from "../../../commands/run.ts";
import { pressedInvocation } from "./invocation.ts";
import type { CallbackQuery } from "./payload.ts";
import { tell } from "./tell.ts";
import type { UpdateDeps } from "./update-deps.ts";

/** Telegram's limit of a text shown over the chat. */
const ALERT_LIMIT = 200;

/** A press on a button: always acknowledged, or Telegram's clock turns for ever. */
export async function pressed(
  query: CallbackQuery,
  updateId: number,
  deps: UpdateDeps,
): Promise<void> {
  const context = { ...deps, botName: await deps.botName(), githubUrl: deps.services.githubUrl };
  const invocation = pressedInvocation(query, updateId, context);
  if (invocation === undefined || query.message === undefined) {
    await deps.call("answerCallbackQuery", { callback_query_id: query.id });
    return;
  }
  const t = await deps.translate(invocation.locale);
  const reply = await runCommand(invocation, deps.services, t);
  if (reply.type === "answer" && reply.secret === true && !invocation.place.isPrivate) {
    const url = `https://t.me/${context.botName}?start=login`;
    await deps.call("answerCallbackQuery", { callback_query_id: query.id, url });
    return;
  }
  if (isAlert(reply)) {
    await deps.call("answerCallbackQuery", {
      callback_query_id: query.id,
      text: reply.text,
      show_alert: true,
    });
    return;
  }
  await deps.call("answerCallbackQuery", { callback_query_id: query.id });
  await tell(reply, query.message, invocation, t, deps);
}

/** Said to the presser alone, over the chat: short, and nothing to press. */
function isAlert(reply: Reply): reply is Answer {
  return (
    reply.type === "answer" &&
    reply.audience === "person" &&
    reply.replacesQuestion !== true &&
    reply.text.length <= ALERT_LIMIT &&
    !(reply.actions ?? []).some((action) => action.type === "command")
  );
}
