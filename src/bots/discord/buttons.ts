import type { Action } from "../../domain/notification.ts";
import { cutText } from "../../domain/text/cut.ts";
import { isPublicHost } from "../../domain/text/web-url.ts";
import {
  BUTTON_LABEL_MAX,
  BUTTON_URL_MAX,
  BUTTONS_IN_ROW,
  CUSTOM_ID_MAX,
  ROWS_MAX,
} from "./limits.ts";

const ACTION_ROW = 1;
const BUTTON = 2;
const STYLES = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 } as const;

export interface ButtonRow {
  type: typeof ACTION_ROW;
  components: Button[];
}

type Button = {
  type: typeof BUTTON;
  style: (typeof STYLES)[keyof typeof STYLES];
  label: string;
} & ({ url: string } | { custom_id: string });

/** What a click sends back: `gh:{command}:{payload}`. */
function customIdOf(command: string, payload: string): string {
  return `gh:${command}:${payload}`;
}

/** Actions as rows of buttons. What Discord would refuse is left out, and each is shown once. */
export function renderButtons(actions: readonly Action[]): ButtonRow[] {
  const buttons = new Map<string, Button>();
  for (const action of actions) {
    const button = action.type === "link" ? linkButton(action) : commandButton(action);
    if (button) buttons.set(JSON.stringify([action.type, keyOf(action)]), button);
  }
  const shown = [...buttons.values()].slice(0, BUTTONS_IN_ROW * ROWS_MAX);
  const rows: ButtonRow[] = [];
  for (let start = 0; start < shown.length; start += BUTTONS_IN_ROW)
    rows.push({
      type: ACTION_ROW,
      components: shown.slice(start, start + BUTTONS_IN_ROW),
    });
  return rows;
}

function keyOf(action: Action): string {
  return action.type === "link" ? action.url : customIdOf(action.command, action.payload);
}

function linkButton(action: Extract<Action, { type: "link" }>): Button | undefined {
  if (action.url.length > BUTTON_URL_MAX || !isPublicHost(action.url)) return undefined;
  return {
    type: BUTTON,
    style: STYLES.link,
    label: labelOf(action),
    url: action.url,
  };
}

function commandButton(action: Extract<Action, { type: "command" }>): Button | undefined {
  const customId = customIdOf(action.command, action.payload);
  if (customId.length > CUSTOM_ID_MAX) return undefined;
  const style = STYLES[action.tone ?? "secondary"];
  return { type: BUTTON, style, label: labelOf(action), custom_id: customId };
}

function labelOf(action: Action): string {
  return cutText(action.label, BUTTON_LABEL_MAX);
}
