import { z } from "zod";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { line, link, list, object, part } from "./fields.ts";
import { look, severityWord, shown } from "./severity.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

/** Published descriptions of vulnerabilities, and what is switched on against them. */
const advisory = part({
  ghsa_id: line,
  cve_id: line,
  summary: line,
  severity: line,
  html_url: link,
  vulnerabilities: list(
    object({
      package: part({ name: line }),
      vulnerable_version_range: line,
      first_patched_version: part({ identifier: line }),
      patched_versions: line,
    }),
  ),
});
type Advisory = z.infer<typeof advisory>;

export const securityAdvisory = simple(
  { security_advisory: advisory },
  {},
  ({ security_advisory: known }, { action, t }) => {
    const url = known.html_url ?? pageOf(known);
    return {
      ...look(action, known.severity),
      slots: {
        advisory: named(known.cve_id ?? known.ghsa_id, url),
        severity: severityWord(known.severity, t),
      },
      title: known.summary,
      url,
      fields: action === "withdrawn" ? [] : versionFields(known, t),
    };
  },
);

/** Where GitHub keeps every advisory that it publishes. */
function pageOf({ ghsa_id: id }: Advisory): string | undefined {
  return id === undefined ? undefined : `https://github.com/advisories/${encodeURIComponent(id)}`;
}

const SHOWN_MAX = 3;

/** Which versions of what it is about, and which are safe. */
function versionFields({ vulnerabilities = [] }: Advisory, t: Translate) {
  const affected = vulnerabilities.map(
    ({ package: { name }, vulnerable_version_range: range }) => ({
      name,
      version: range,
    }),
  );
  const patched = vulnerabilities.map(({ package: { name }, ...vulnerability }) => ({
    name,
    version: vulnerability.first_patched_version.identifier ?? vulnerability.patched_versions,
  }));
  const fixed = patched.filter(({ version }) => version !== undefined);
  const alike = new Set(patched.map(({ name }) => name)).size < 2;
  return [
    shown(t("field.affected"), listed(affected, t)),
    shown(t("field.patched"), listed(alike ? fixed.map(unnamed) : fixed, t)),
  ];
}

interface Versions {
  name?: string | undefined;
  version: string | undefined;
}

function unnamed({ version }: Versions): Versions {
  return { version };
}

/** A range has commas of its own: `django >= 2.0, < 2.0.2; >= 1.11.8, < 1.11.10`. */
function listed(all: readonly Versions[], t: Translate): string | undefined {
  const named = all.slice(0, SHOWN_MAX).map(({ name, version }, i) => {
    const known = i > 0 && name === all[i - 1]?.name ? [version] : [name, version];
    return known.filter(Boolean).join(" ");
  });
  if (named.length === 0) return undefined;
  const more = all.length - named.length;
  return [...named, ...(more > 0 ? [t("word.more", { count: more })] : [])]
    .filter((text) => text !== "")
    .join(t("word.semicolon"));
}

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
      fields: published ? versionFields(known, t) : [],
    };
  },
);

const Settings = z
  .record(z.string(), z.object({ status: line }).catch({ status: undefined }))
  .catch({});

/** What was switched on or off: `secret scanning: disabled → enabled`. */
export const securityAndAnalysis = simple(
  {
    repository: part({ security_and_analysis: Settings }),
    changes: part({ from: part({ security_and_analysis: Settings }) }),
  },
  { "*": ["warning", "🛡️"] },
  ({ repository: { security_and_analysis: now }, changes }, { t }) => {
    const before = changes.from.security_and_analysis;
    const changed = Object.entries(now).flatMap(([name, { status }]) => {
      const was = before[name]?.status;
      if (status === undefined || was === undefined || was === status) return [];
      const key = `security.${name}`;
      const value = [was, status].map((one) => statusWord(one, t)).join(" → ");
      return [{ name: isMessageKey(key) ? t(key) : name.replaceAll("_", " "), value: [value] }];
    });
    return { fields: changed };
  },
);

function statusWord(status: string, t: Translate): string {
  if (status === "enabled") return t("protection.on");
  return status === "disabled" ? t("protection.off") : status.replaceAll("_", " ");
}
