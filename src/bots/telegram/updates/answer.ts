import type { Action } from "../../../domain/notification.ts";
import type { Answer } from "../../../commands/reply.ts";

const TEXT_LIMIT = 4_096;
const CALLBACK_DATA_LIMIT_BYTES = 64;

/** The parameters of sendMessage or editMessageText for an answer: plain text, so nothing in it is markup. */
export function answerParameters(answer: Answer): Record<string, unknown> {
  const rows = (answer.actions ?? []).flatMap(button).map((key) => [key]);
  return {
    text: answer.text.slice(0, TEXT_LIMIT),
    link_preview_options: { is_disabled: true },
    ...(rows.length === 0 ? {} : { reply_markup: { inline_keyboard: rows } }),
  };
}

function button(action: Action): readonly object[] {
  if (action.type === "link") return [{ text: action.label, url: action.url }];
  const data = `gh:${action.command}:${action.payload}`;
  const fits = new TextEncoder().encode(data).byteLength <= CALLBACK_DATA_LIMIT_BYTES;
  return fits ? [{ text: action.label, callback_data: data }] : [];
}
