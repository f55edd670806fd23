import type { Field } from "../../domain/notification.ts";
import { valueOf } from "../../domain/fold.ts";
import type { SubjectState, Version } from "../../domain/subject.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { field } from "./cards/parts.ts";
import { type Facets, textOf, value } from "./facets.ts";
import type { CardScene } from "./formatter.ts";

export interface Conversation {
  locked?: boolean | undefined;
  active_lock_reason?: string | undefined;
}

/** Whether people may still write, and why not; an unlocked conversation's payload may keep the reason. */
export function lockFacets(
  { locked, active_lock_reason: reason }: Conversation,
  version: Version,
  action: string,
): Facets {
  const changed = action === "locked" || action === "unlocked";
  const now = changed ? action === "locked" : locked;
  if (now === undefined) return {};
  return {
    ...value("locked", version, now, changed ? !now : undefined),
    ...value("lock_reason", version, reason ?? ""),
  };
}

/** `locked_because` where the forge gives one of its reasons. */
export function variantOfLock(locked: Conversation | undefined): string | undefined {
  return isMessageKey(reasonKey(locked?.active_lock_reason)) ? "locked_because" : undefined;
}

/** `too heated`, in the reader's words. */
export function lockReason(reason: string | undefined, t: Translate): string | undefined {
  const key = reasonKey(reason);
  return isMessageKey(key) ? t(key) : undefined;
}

export function lockField(scene: CardScene, state: SubjectState): Field | undefined {
  if (valueOf(state, "locked") !== true) return undefined;
  const reason = lockReason(textOf(state, "lock_reason"), scene.t);
  const said = reason === undefined ? scene.t("lock") : scene.t("lock_because", { reason });
  return field(scene, "field.conversation", [said]);
}

function reasonKey(reason = ""): string {
  return `lock.${reason.toLowerCase().replace(/\W/g, "_")}`;
}
