import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import { joined } from "./sentence.ts";

const SHOWN_MAX = 10;

interface Named {
  full_name?: string | undefined;
  name?: string | undefined;
}

/** Which repositories somebody or something may reach. */
export function repositoriesField(
  known: readonly Named[] | undefined,
  t: Translate,
): Field | undefined {
  const all = (known ?? []).flatMap(({ full_name, name }) => full_name ?? name ?? []);
  if (all.length === 0) return undefined;
  const more = all.length - SHOWN_MAX;
  const shown = all.slice(0, SHOWN_MAX);
  return {
    name: t("field.repositories"),
    value: joined(more > 0 ? [...shown, t("word.more", { count: more })] : shown, t),
  };
}
