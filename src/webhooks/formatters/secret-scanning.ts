import { isMessageKey } from "../../i18n/translate.ts";
import { count, flag, line, link, part, person } from "./fields.ts";
import type { Story } from "./formatter.ts";
import { linked } from "./sentence.ts";
import { peopleField, reasonWord, shown } from "./severity.ts";
import { simple } from "./simple.ts";
import { numbered, person as whom } from "./spans.ts";

/** Secrets that were found. Only their kind is read: the secret itself never gets near a message. */
const kind = {
  number: count,
  html_url: link,
  secret_type: line,
  secret_type_display_name: line,
};
const Alert = part({
  ...kind,
  resolution: line,
  validity: line,
  push_protection_bypassed: flag,
  push_protection_bypassed_by: person,
});

/** Resolved for another reason than these, the secret is still what it was. */
const MENDED = new Set(["revoked"]);
const ALARMS = new Set(["created", "publicly_leaked", "reopened"]);
const QUIET_NEWS = new Set(["assigned", "unassigned", "metadata_created", "metadata_removed"]);

export const secretScanningAlert = simple(
  { alert: Alert, assignee: person },
  {},
  ({ alert, assignee }, { action, t }) => {
    const validity = `validity.${alert.validity}`;
    const said = t(isMessageKey(validity) ? validity : "validity.unknown");
    const bypassed = alert.push_protection_bypassed === true && action === "created";
    return {
      ...look(action, alert.resolution, alert.validity),
      slots: { alert: alertSpan(alert), person: whom(assignee, t), validity: said },
      url: alert.html_url,
      fields: [
        shown(t("field.reason"), reasonWord(alert.resolution, t)),
        ALARMS.has(action) && alert.validity !== "unknown" && isMessageKey(validity)
          ? shown(t("field.validity"), t(validity))
          : undefined,
        bypassed && alert.push_protection_bypassed_by !== undefined
          ? peopleField(t("field.bypassed_by"), [alert.push_protection_bypassed_by], t)
          : undefined,
      ],
    };
  },
);

function look(action: string, resolution = "", validity = ""): Pick<Story, "tone" | "icon"> {
  if (action === "resolved") {
    return MENDED.has(resolution)
      ? { tone: "success", icon: "✅" }
      : { tone: "neutral", icon: "⚪" };
  }
  if (QUIET_NEWS.has(action)) return { tone: "neutral", icon: "🔐" };
  if (action === "validated" && validity !== "active") return { tone: "warning", icon: "🔐" };
  return { tone: "failure", icon: "🚨" };
}

/** Where the secret stands is left to the page: a link to the place is half of the way to the secret. */
export const secretScanningAlertLocation = simple(
  { alert: part(kind) },
  { "*": ["failure", "🔐"] },
  ({ alert }) => ({ slots: { alert: alertSpan(alert) }, url: alert.html_url }),
  { "*": "the alert tells of the secret, and its page of every place" },
);

export const secretScanningScan = simple({}, { "*": ["info", "🔐"] }, undefined, {
  "*": "what a scan finds is told by its alerts",
});

function alertSpan(alert: {
  number?: number | undefined;
  html_url?: string | undefined;
  secret_type?: string | undefined;
  secret_type_display_name?: string | undefined;
}) {
  const name = alert.secret_type_display_name ?? alert.secret_type?.replaceAll("_", " ");
  return name === undefined ? numbered(alert) : linked(name, alert.html_url);
}
