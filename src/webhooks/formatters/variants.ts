import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { Person, Surroundings } from "./fields.ts";
import { type Conversation, variantOfLock } from "./locks.ts";
import { shown } from "./severity.ts";

interface Edited {
  title: { from?: string | undefined };
  body: { from?: string | undefined };
}

/** What an issue's or pull request's action is told as, where its payload says more than its name. */
export function variantOfChange(
  action: string,
  thing: Conversation | undefined,
  { title, body }: Edited,
  assignee: Person | undefined,
  { sender }: Surroundings,
): string | undefined {
  if (action === "edited" && title.from !== undefined) return "renamed";
  if (action === "edited" && body.from !== undefined) return "described";
  if (action === "locked") return variantOfLock(thing);
  const own = assignee?.login !== undefined && assignee.login === sender?.login;
  if (own && (action === "assigned" || action === "unassigned")) return `self_${action}`;
  return undefined;
}

/** Why an edit is no news: GitHub sends one without a change along with a review. */
export const UNCHANGED = "where the text is as it was";

export function isUnchanged(
  action: string,
  now: string | undefined,
  changes: { body?: { from?: string | undefined } | undefined } | undefined,
): boolean {
  if (action !== "edited" || changes === undefined) return false;
  return changes.body === undefined || changes.body.from === now;
}

/** What it was called before; the new title stands above. */
export function titleBefore({ title }: Pick<Edited, "title">, t: Translate): Field | undefined {
  return shown(t("field.title_before"), title.from);
}
