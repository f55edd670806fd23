import type { Action } from "../../domain/notification.ts";
import { cutText } from "../../domain/text/cut.ts";
import { isPublicHost } from "../../domain/text/web-url.ts";
import { BUTTON_LABEL_MAX, BUTTONS_MAX, CALLBACK_DATA_MAX_BYTES } from "./limits.ts";

export type Button = { text: string } & (
  | { url: string }
  | { callback_data: string; style?: "primary" | "success" | "danger" }
);

/** What fits side by side on a phone without being shortened. */
const ROW_BUTTONS = 3;
const ROW_CHARS = 30;

/** What a press sends back: `gh:{command}:{payload}`. */
function callbackDataOf(command: string, payload: string): string {
  return `gh:${command}:${payload}`;
}

/** Actions as rows of an inline keyboard. What Telegram would refuse is left out. */
export function renderButtons(actions: readonly Action[]): Button[][] {
  const buttons = actions.flatMap((action) => buttonOf(action)).slice(0, BUTTONS_MAX);
  const rows: Button[][] = [];
  for (const button of buttons) {
    const row = rows.at(-1);
    if (row && hasPlace(row, button)) row.push(button);
    else rows.push([button]);
  }
  return rows;
}

function buttonOf(action: Action): Button[] {
  const text = cutText(action.label, BUTTON_LABEL_MAX);
  if (action.type === "link") return isPublicHost(action.url) ? [{ text, url: action.url }] : [];
  const data = callbackDataOf(action.command, action.payload);
  if (new TextEncoder().encode(data).length > CALLBACK_DATA_MAX_BYTES) return [];
  const button = { text, callback_data: data };
  return [action.tone === undefined ? button : { ...button, style: action.tone }];
}

function hasPlace(row: readonly Button[], button: Button): boolean {
  const chars = row.reduce((sum, { text }) => sum + text.length, button.text.length);
  return row.length < ROW_BUTTONS && chars <= ROW_CHARS;
}
