import type { Action } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import type { MessageKey } from "../../../i18n/translate.ts";
import { aboutOf, numberOf } from "../facets.ts";
import type { CardScene } from "../formatter.ts";

/** Telegram's `callback_data` holds 64 bytes; four are the adapters' own. */
const BUTTON_MAX_BYTES = 60;

const BUTTONS = {
  comment: { label: "button.comment", command: "comment add" },
  approve: { label: "button.approve", command: "pr approve", tone: "success" },
  merge: { label: "button.merge", command: "pr merge", tone: "primary" },
  closePull: { label: "button.close", command: "pr close", tone: "danger" },
  reopenPull: { label: "button.reopen", command: "pr reopen" },
  closeIssue: { label: "button.close", command: "issue close", tone: "danger" },
  reopenIssue: { label: "button.reopen", command: "issue reopen" },
} as const satisfies Record<
  string,
  { label: MessageKey; command: string; tone?: "primary" | "success" | "danger" }
>;
export type Button = keyof typeof BUTTONS;

/**
 * Buttons that act on what a card shows. Only for GitHub, where people's accounts are linked;
 * one whose command would not fit is left out.
 */
export function buttons(
  state: SubjectState,
  { t }: CardScene,
  wanted: readonly Button[],
): Action[] {
  const { repo, provider } = aboutOf(state);
  const number = numberOf(state, "number");
  if (provider !== "github" || repo === undefined || number === undefined) return [];
  const payload = `${repo}#${number}`;
  return wanted.flatMap((name) => {
    const { label, ...rest } = BUTTONS[name];
    const bytes = new TextEncoder().encode(`${rest.command} ${payload}`).length;
    return bytes > BUTTON_MAX_BYTES ? [] : [{ type: "command", label: t(label), payload, ...rest }];
  });
}
