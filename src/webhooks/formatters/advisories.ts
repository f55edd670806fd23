import { z } from "zod";
import type { Translate } from "../../i18n/translate.ts";
import { line, link, list, object, part } from "./fields.ts";
import { code } from "./sentence.ts";
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
  vulnerabilities: list(object({ package: part({ name: line }), vulnerable_version_range: line })),
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
      fields: [
        action === "withdrawn" ? undefined : shown(t("field.affected"), affectedBy(known, t)),
      ],
    };
  },
);

/** Where GitHub keeps every advisory that it publishes. */
function pageOf({ ghsa_id: id }: Advisory): string | undefined {
  return id === undefined ? undefined : `https://github.com/advisories/${encodeURIComponent(id)}`;
}

const SHOWN_MAX = 3;

function affectedBy({ vulnerabilities = [] }: Advisory, t: Translate): string | undefined {
  const named = vulnerabilities.flatMap(({ package: { name }, vulnerable_version_range: range }) =>
    name === undefined ? [] : [[name, range].filter(Boolean).join(" ")],
  );
  if (named.length === 0) return undefined;
  const shown = named.slice(0, SHOWN_MAX);
  const more = named.length - shown.length;
  return [...shown, ...(more > 0 ? [t("word.more", { count: more })] : [])].join(t("word.comma"));
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
      fields: [published ? shown(t("field.affected"), affectedBy(known, t)) : undefined],
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
  ({ repository: { security_and_analysis: now }, changes }) => {
    const before = changes.from.security_and_analysis;
    const changed = Object.entries(now).flatMap(([name, { status }]) => {
      const was = before[name]?.status;
      if (status === undefined || was === undefined || was === status) return [];
      return [{ name: name.replaceAll("_", " "), value: [code(was), " → ", code(status)] }];
    });
    return { fields: changed };
  },
);
