import type { Field } from "../../domain/notification.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { flag, part } from "./fields.ts";

/** What GitHub says of a right in flags, the strongest first. */
export const Rights = part({ admin: flag, maintain: flag, push: flag, triage: flag, pull: flag });
type Rights = Readonly<Partial<Record<(typeof STRONGEST_FIRST)[number], boolean | undefined>>>;

const STRONGEST_FIRST = ["admin", "maintain", "push", "triage", "pull"] as const;

export function strongestOf(rights: Rights): string | undefined {
  return STRONGEST_FIRST.find((right) => rights[right] === true);
}

/** `Permission: read → write`, as far as it is known. */
export function permissionField(
  t: Translate,
  now: string | undefined,
  before?: string,
): Field | undefined {
  if (now === undefined && before === undefined) return undefined;
  const known = [before, now].flatMap((right) =>
    right === undefined ? [] : [permissionWord(right, t)],
  );
  const value = now === undefined ? [t("word.until_now"), ...known] : [known.join(" → ")];
  return { name: t("field.permission"), value, inline: true };
}

/** Roles of an organisation's own making keep their name. */
export function permissionWord(right: string, t: Translate): string {
  const key = `permission.${right}`;
  return isMessageKey(key) ? t(key) : right;
}
