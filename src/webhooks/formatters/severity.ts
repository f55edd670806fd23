import { lookup } from "../../domain/lookup.ts";
import type { Field, Tone } from "../../domain/notification.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import type { Person } from "./fields.ts";
import type { Story } from "./formatter.ts";
import { joined } from "./sentence.ts";
import { person as whom } from "./spans.ts";

/** How alerts and advisories look, by how bad it is and by what became of it. */
const SETTLED = new Set(["fixed", "resolve"]);
/** Set aside is not repaired: never shown green. */
const SET_ASIDE = new Set([
  "dismissed",
  "dismiss",
  "auto_dismissed",
  "closed_by_user",
  "withdrawn",
]);
const ASSIGNMENTS = new Set(["assignees_changed", "updated_assignment"]);

const TONES: Readonly<Record<string, Tone>> = {
  critical: "failure",
  high: "failure",
  error: "failure",
  medium: "warning",
  moderate: "warning",
  warning: "warning",
};

const ICONS: Readonly<Record<string, string>> = { failure: "🚨", warning: "⚠️" };

export function look(action: string, severity: string | undefined): Pick<Story, "tone" | "icon"> {
  if (isSettled(action)) return { tone: "success", icon: "✅" };
  if (SET_ASIDE.has(action)) return { tone: "neutral", icon: "⚪" };
  if (ASSIGNMENTS.has(action)) return { tone: "neutral", icon: "👤" };
  const tone = lookup(TONES, severity?.toLowerCase() ?? "") ?? "info";
  return { tone, icon: lookup(ICONS, tone) ?? "🛡️" };
}

export function isSettled(action: string): boolean {
  return SETTLED.has(action);
}

/** Neither repaired nor set aside: what is wrong and where is worth its place. */
export function isOpen(action: string): boolean {
  return !isSettled(action) && !SET_ASIDE.has(action) && !ASSIGNMENTS.has(action);
}

/** Who looks after an alert, where that is what changed. */
export function assigneesField(
  action: string,
  people: readonly Person[] = [],
  t: Translate,
): Field | undefined {
  if (!ASSIGNMENTS.has(action)) return undefined;
  return people.length === 0
    ? shown(t("field.assignees"), t("word.nobody"))
    : peopleField(t("field.assignees"), people, t);
}

export function severityWord(severity: string | undefined, t: Translate): string {
  const key = `severity.${severity?.toLowerCase()}`;
  return isMessageKey(key) ? t(key) : t("word.unknown_severity");
}

/** What older alerts say in whole sentences. */
const REASONS: Readonly<Record<string, string>> = {
  a_fix_has_already_been_started: "fix_started",
  no_bandwidth_to_fix_this: "no_bandwidth",
  risk_is_tolerable_to_this_project: "tolerable_risk",
  this_alert_is_inaccurate_or_incorrect: "inaccurate",
  vulnerable_code_is_not_actually_used: "not_used",
};

/** Why an alert was set aside: `won't fix`, `used_in_tests`, in the reader's words. */
export function reasonWord(reason: string | undefined, t: Translate): string | undefined {
  if (reason === undefined) return undefined;
  const name = reason.toLowerCase().replaceAll("'", "").replaceAll(" ", "_");
  const key = `reason.${lookup(REASONS, name) ?? name}`;
  return isMessageKey(key) ? t(key) : reason.replaceAll("_", " ");
}

export function shown(name: string, value: string | undefined): Field | undefined {
  return value === undefined ? undefined : { name, value: [value], inline: true };
}

export function peopleField(name: string, people: readonly Person[], t: Translate): Field {
  const spans = people.map((one) => whom(one, t));
  return { name, value: joined(spans, t), inline: true };
}
