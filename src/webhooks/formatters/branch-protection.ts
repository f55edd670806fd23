import { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import type { Field } from "../../domain/notification.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { oneLine, part } from "./fields.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";

/** A branch has some two dozen settings; a message of more than this is read by nobody. */
const SHOWN_MAX = 10;

/** What a setting is set to: on or off, for whom, how many, or names. Null is GitHub's off. */
const setting = z
  .union([
    z.boolean(),
    z.number(),
    z.string().transform(oneLine),
    z.array(z.string().transform(oneLine)),
    z.null().transform(() => false),
  ])
  .optional()
  .catch(undefined);
type Setting = z.infer<typeof setting>;

export const branchProtectionConfiguration = simple(
  {},
  { enabled: ["success", "🛡️"], disabled: ["warning", "🛡️"] },
);

export const branchProtectionRule = simple(
  {
    rule: z.record(z.string(), setting).catch({}),
    changes: z.record(z.string(), part({ from: setting, to: setting })).catch({}),
  },
  { created: ["success", "🛡️"], edited: ["info", "🛡️"], deleted: ["warning", "🛡️"] },
  ({ rule, changes }, { action, t }) => {
    const fields =
      action === "created"
        ? Object.entries(rule).flatMap(([name, now]) => demanded(name, now, rule, t) ?? [])
        : Object.entries(changes).flatMap(
            ([name, { from, to }]) => changed(name, from, to ?? rule[name], t) ?? [],
          );
    return {
      slots: { rule: typeof rule["name"] === "string" ? code(rule["name"]) : undefined },
      fields: fields.slice(0, SHOWN_MAX),
    };
  },
);

/** Settings that mean nothing while another one is off, though they have a value then, too. */
const PARTS_OF: Readonly<Record<string, string>> = {
  required_approving_review_count: "pull_request_reviews_enforcement_level",
  dismiss_stale_reviews_on_push: "pull_request_reviews_enforcement_level",
  require_code_owner_review: "pull_request_reviews_enforcement_level",
  require_last_push_approval: "pull_request_reviews_enforcement_level",
  authorized_dismissal_actors_only: "pull_request_reviews_enforcement_level",
  ignore_approvals_from_contributors: "pull_request_reviews_enforcement_level",
  required_status_checks: "required_status_checks_enforcement_level",
  strict_required_status_checks_policy: "required_status_checks_enforcement_level",
  authorized_actor_names: "authorized_actors_only",
  create_protected: "authorized_actors_only",
  lock_allows_fork_sync: "lock_branch_enforcement_level",
};

/** What a new rule asks for, of the settings that are known. */
function demanded(
  name: string,
  now: Setting,
  rule: Readonly<Record<string, Setting>>,
  t: Translate,
): Field | undefined {
  const whole = lookup(PARTS_OF, name);
  const known = isMessageKey(`protection.${name}`);
  if (!known || isOff(now) || (whole !== undefined && isOff(rule[whole]))) return undefined;
  return changed(name, undefined, now, t);
}

function isOff(value: Setting): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return value === undefined || value === false || value === "off" || value === 0;
}

/** `Required approvals: 1 → 2`. GitHub also lists what stayed as it was. */
function changed(name: string, from: Setting, now: Setting, t: Translate): Field | undefined {
  const [before, after] = [said(from, t), said(now, t)];
  if (after === undefined || before === after) return undefined;
  const key = `protection.${name}`;
  return {
    name: isMessageKey(key) ? t(key) : (oneLine(name.replaceAll("_", " ")) ?? t("word.something")),
    value: [before === undefined ? after : `${before} → ${after}`],
    inline: true,
  };
}

/** `on`, `for everyone`, `2`, `lint, test`. */
function said(value: Setting, t: Translate): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return t(value ? "protection.on" : "protection.off");
  if (typeof value === "number") return String(value);
  if (typeof value === "string") {
    const key = `protection.${value}`;
    return isMessageKey(key) ? t(key) : value.replaceAll("_", " ");
  }
  const names = value.filter((name) => name !== undefined);
  return names.length === 0 ? t("word.none") : oneLine(names.join(t("word.comma")));
}
