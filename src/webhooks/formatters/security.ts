import { lookup } from "../../domain/lookup.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import type { Field, Tone } from "../../domain/notification.ts";
import { count, line, link, list, part, person, shortRef, text } from "./fields.ts";
import { code, linked } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named, numbered, person as whom } from "./spans.ts";
import type { Story } from "./formatter.ts";

/** Security news: by severity, and never with a secret in it. */
const SETTLED = new Set(["fixed", "resolve"]);
/** Set aside is not repaired: never shown green. */
const SET_ASIDE = new Set([
  "dismissed",
  "dismiss",
  "auto_dismissed",
  "closed_by_user",
  "withdrawn",
]);

const TONES: Readonly<Record<string, Tone>> = {
  critical: "failure",
  high: "failure",
  error: "failure",
  medium: "warning",
  moderate: "warning",
  warning: "warning",
};

export const codeScanningAlert = simple(
  {
    alert: part({
      number: count,
      html_url: link,
      rule: part({
        description: line,
        name: line,
        id: line,
        severity: line,
        security_severity_level: line,
      }),
      tool: part({ name: line }),
      most_recent_instance: part({ location: part({ path: line, start_line: count }) }),
      dismissed_reason: line,
    }),
    ref: line,
  },
  {},
  ({ alert, ref }, { action, t }) => {
    const { rule } = alert;
    const severity = rule.security_severity_level ?? rule.severity;
    return {
      ...look(action, severity),
      slots: {
        alert: named(rule.description ?? rule.name ?? rule.id, alert.html_url),
        severity: severityWord(severity, t),
        branch: ref === undefined ? undefined : code(shortRef(ref)),
      },
      url: alert.html_url,
      fields: [
        shown(t("field.file"), alert.most_recent_instance.location.path),
        shown(t("field.reason"), alert.dismissed_reason),
      ],
    };
  },
);

export const dependabotAlert = simple(
  {
    alert: part({
      number: count,
      html_url: link,
      dismissed_reason: line,
      dependency: part({ package: part({ name: line, ecosystem: line }), manifest_path: line }),
      security_advisory: part({ summary: line, severity: line, cve_id: line, ghsa_id: line }),
      security_vulnerability: part({
        severity: line,
        vulnerable_version_range: line,
        first_patched_version: part({ identifier: line }),
      }),
    }),
  },
  {},
  ({ alert }, { action, t }) => {
    const severity = alert.security_vulnerability.severity ?? alert.security_advisory.severity;
    return {
      ...look(action, severity),
      slots: {
        package: named(alert.dependency.package.name, alert.html_url),
        severity: severityWord(severity, t),
      },
      title: alert.security_advisory.summary,
      url: alert.html_url,
      fields: [
        shown(t("field.affected"), alert.security_vulnerability.vulnerable_version_range),
        shown(t("field.patched"), alert.security_vulnerability.first_patched_version.identifier),
        shown(t("field.file"), alert.dependency.manifest_path),
        shown(t("field.reason"), alert.dismissed_reason?.replaceAll("_", " ")),
      ],
    };
  },
);

export const repositoryVulnerabilityAlert = simple(
  {
    alert: part({
      affected_package_name: line,
      affected_range: line,
      fixed_in: line,
      severity: line,
      external_identifier: line,
      external_reference: link,
    }),
  },
  {},
  ({ alert }, { action, t }) => ({
    ...look(action, alert.severity),
    slots: {
      package: named(alert.affected_package_name),
      severity: severityWord(alert.severity, t),
    },
    title: alert.external_identifier,
    url: alert.external_reference,
    fields: [
      shown(t("field.affected"), alert.affected_range),
      shown(t("field.patched"), alert.fixed_in),
    ],
  }),
);

/** Only the kind of secret is read: the secret itself never gets near a message. */
export const secretScanningAlert = simple(
  {
    alert: part({
      number: count,
      html_url: link,
      secret_type: line,
      secret_type_display_name: line,
      resolution: line,
      validity: line,
    }),
    assignee: person,
  },
  {},
  ({ alert, assignee }, { action, t }) => {
    const kind = alert.secret_type_display_name ?? alert.secret_type?.replaceAll("_", " ");
    const validity = `validity.${alert.validity}`;
    const settled = action === "resolved";
    return {
      tone: settled ? "success" : "failure",
      icon: settled ? "✅" : "🔐",
      slots: {
        alert: kind === undefined ? numbered(alert) : linked(kind, alert.html_url),
        person: whom(assignee, t),
      },
      url: alert.html_url,
      fields: [
        shown(t("field.reason"), alert.resolution?.replaceAll("_", " ")),
        shown(t("field.validity"), isMessageKey(validity) ? t(validity) : undefined),
      ],
    };
  },
);

/** Where the secret stands is left to the page: a link to the place is half of the way to the secret. */
export const secretScanningAlertLocation = simple(
  {
    alert: part({
      number: count,
      html_url: link,
      secret_type: line,
      secret_type_display_name: line,
    }),
  },
  { "*": ["failure", "🔐"] },
  ({ alert }) => {
    const kind = alert.secret_type_display_name ?? alert.secret_type?.replaceAll("_", " ");
    return {
      slots: { alert: kind === undefined ? numbered(alert) : linked(kind, alert.html_url) },
      url: alert.html_url,
    };
  },
);

export const secretScanningScan = simple({}, { "*": ["info", "🔐"] });
export const securityAndAnalysis = simple({}, { "*": ["warning", "🛡️"] });

const advisory = part({
  ghsa_id: line,
  cve_id: line,
  summary: line,
  severity: line,
  html_url: link,
  description: text,
  references: list(part({ url: link })),
});

export const securityAdvisory = simple(
  { security_advisory: advisory },
  {},
  ({ security_advisory: known }, { action, t }) => ({
    ...look(action, known.severity),
    slots: {
      advisory: named(known.cve_id ?? known.ghsa_id, known.html_url ?? known.references?.[0]?.url),
      severity: severityWord(known.severity, t),
    },
    title: known.summary,
    url: known.html_url ?? known.references?.[0]?.url,
  }),
);

/** A private report's text stays private; its page shows it to those who may see it. */
export const repositoryAdvisory = simple(
  { repository_advisory: advisory },
  {},
  ({ repository_advisory: known }, { action, t }) => {
    const published = action === "published";
    return {
      ...look(action, known.severity),
      slots: {
        advisory: named(known.cve_id ?? known.ghsa_id, known.html_url),
        severity: severityWord(known.severity, t),
      },
      title: published ? known.summary : undefined,
      url: known.html_url,
    };
  },
);

function look(action: string, severity: string | undefined): Pick<Story, "tone" | "icon"> {
  if (SETTLED.has(action)) return { tone: "success", icon: "✅" };
  if (SET_ASIDE.has(action)) return { tone: "neutral", icon: "⚪" };
  return { tone: lookup(TONES, severity?.toLowerCase() ?? "") ?? "info", icon: "🛡️" };
}

function severityWord(severity: string | undefined, t: Translate): string {
  const key = `severity.${severity?.toLowerCase()}`;
  return isMessageKey(key) ? t(key) : t("word.unknown_severity");
}

function shown(name: string, value: string | undefined): Field | undefined {
  return value === undefined ? undefined : { name, value: [value], inline: true };
}
