import { z } from "zod";
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
  ({ rule, changes }, { t }) => {
    const fields = Object.entries(changes).flatMap(
      ([name, { from, to }]) => changed(name, from, to ?? rule[name], t) ?? [],
    );
    return {
      slots: { rule: typeof rule["name"] === "string" ? code(rule["name"]) : undefined },
      fields: fields.slice(0, SHOWN_MAX),
    };
  },
);

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
