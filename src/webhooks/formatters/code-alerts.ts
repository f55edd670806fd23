import type { Span } from "../../domain/text.ts";
import type { Translate } from "../../i18n/translate.ts";
import { count, line, link, list, part, person, shortRef, text } from "./fields.ts";
import { placeOf } from "./place.ts";
import { code, linked } from "./sentence.ts";
import {
  assigneesField,
  isOpen,
  isSettled,
  look,
  reasonWord,
  severityWord,
  shown,
} from "./severity.ts";
import { simple } from "./simple.ts";
import { named, numbered, person as whom } from "./spans.ts";

/** What is wrong with the code of a repository, or with what it depends on. */
const Instance = part({ location: part({ path: line, start_line: count }) });

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
      most_recent_instance: Instance,
      instances: list(Instance),
      dismissed_reason: line,
      dismissed_comment: text,
      assignees: list(person),
    }),
    ref: line,
  },
  {},
  ({ alert, ref }, { action, around, t }) => {
    const { rule } = alert;
    const severity = rule.security_severity_level ?? rule.severity;
    const what = rule.description ?? rule.name ?? rule.id;
    const number = numbered(alert);
    const instances = [alert.most_recent_instance, ...(alert.instances ?? [])];
    const { path, start_line: line } =
      instances.map(({ location }) => location).find(({ path }) => path !== undefined) ?? {};
    const where = placeOfRef(ref, around.repository?.html_url);
    return {
      ...look(action, severity),
      slots: {
        alert: number ?? named(what, alert.html_url),
        tool: named(alert.tool.name ?? t("word.code_scanning")),
        severity: severityWord(severity, t),
        branch: where,
      },
      title: number === undefined ? undefined : what,
      url: alert.html_url,
      body: action === "closed_by_user" ? alert.dismissed_comment : undefined,
      fields: [
        isOpen(action) ? shown(t("field.file"), placeOf({ path, line })) : undefined,
        action === "created" && where !== undefined
          ? {
              name: t(pullOf(ref) === undefined ? "field.branch" : "field.pull"),
              value: [where],
              inline: true,
            }
          : undefined,
        shown(t("field.reason"), reasonWord(alert.dismissed_reason, t)),
        assigneesField(action, alert.assignees, t),
      ],
    };
  },
);

/** `refs/pull/11/merge` is known to people as the pull request #11. */
function pullOf(ref: string | undefined): string | undefined {
  return /^refs\/pull\/(\d+)\//.exec(ref ?? "")?.[1];
}

function placeOfRef(ref: string | undefined, repoUrl: string | undefined): Span | undefined {
  const pull = pullOf(ref);
  if (pull !== undefined) return linked(`#${pull}`, repoUrl && `${repoUrl}/pull/${pull}`);
  return ref === undefined || ref === "" ? undefined : code(shortRef(ref));
}

export const dependabotAlert = simple(
  {
    alert: part({
      number: count,
      html_url: link,
      dismissed_reason: line,
      dismissed_comment: text,
      dependency: part({ package: part({ name: line }), manifest_path: line, scope: line }),
      security_advisory: part({ summary: line, severity: line, cve_id: line, ghsa_id: line }),
      security_vulnerability: part({
        severity: line,
        vulnerable_version_range: line,
        first_patched_version: part({ identifier: line }),
      }),
      assignees: list(person),
    }),
  },
  {},
  ({ alert }, { action, t }) => {
    const { security_advisory: advisory, security_vulnerability: vulnerability } = alert;
    const severity = vulnerability.severity ?? advisory.severity;
    const patched = vulnerability.first_patched_version.identifier;
    return {
      ...look(action, severity),
      slots: {
        package: named(alert.dependency.package.name, alert.html_url),
        severity: severityWord(severity, t),
      },
      title: advisory.summary,
      url: alert.html_url,
      body: action === "dismissed" ? alert.dismissed_comment : undefined,
      fields: [
        ...(isOpen(action)
          ? [
              shown(t("field.affected"), vulnerability.vulnerable_version_range),
              shown(t("field.patched"), patched),
              shown(t("field.file"), manifestOf(alert.dependency, t)),
              shown(t("field.advisory"), advisory.cve_id ?? advisory.ghsa_id),
            ]
          : []),
        isSettled(action) ? shown(t("field.patched"), patched) : undefined,
        shown(t("field.reason"), reasonWord(alert.dismissed_reason, t)),
        assigneesField(action, alert.assignees, t),
      ],
    };
  },
);

/** Of what is only needed for development little is urgent. */
function manifestOf(
  {
    manifest_path: path,
    scope,
  }: { manifest_path?: string | undefined; scope?: string | undefined },
  t: Translate,
): string | undefined {
  if (path === undefined || scope !== "development") return path;
  return path + t("word.in_parentheses", { text: t("word.development_only") });
}

export const repositoryVulnerabilityAlert = simple(
  {
    alert: part({
      affected_package_name: line,
      affected_range: line,
      fixed_in: line,
      severity: line,
      external_identifier: line,
      external_reference: link,
      dismisser: person,
      dismiss_reason: line,
    }),
  },
  {},
  ({ alert }, { action, t }) => ({
    ...look(action, alert.severity),
    slots: {
      ...(alert.dismisser === undefined ? {} : { actor: whom(alert.dismisser, t) }),
      package: named(alert.affected_package_name),
      severity: severityWord(alert.severity, t),
    },
    title: alert.external_identifier,
    url: alert.external_reference,
    fields: [
      shown(t("field.affected"), alert.affected_range),
      shown(t("field.patched"), alert.fixed_in),
      shown(t("field.reason"), reasonWord(alert.dismiss_reason, t)),
    ],
  }),
  { "*": "it is the older twin of `dependabot_alert`, which tells the same" },
);
