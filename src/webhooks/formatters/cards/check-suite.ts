import { z } from "zod";
import type { SubjectState } from "../../../domain/subject.ts";
import { type About, aboutOf, readFamily, readValue } from "../facets.ts";
import { shortSha } from "../fields.ts";
import type { Card } from "../formatter.ts";
import { bold, code, sentence } from "../sentence.ts";
import { branchOrCommit } from "../spans.ts";
import { Check, REREQUESTED } from "../subjects/checks.ts";
import { checksByName, newestOf, together, iconOf, stateWord, toneOf } from "./checks.ts";
import { card, field, openAction } from "./parts.ts";

const Suite = z.object({
  state: z.string(),
  app: z.string().optional(),
  branch: z.string().optional(),
  sha: z.string().optional(),
  url: z.string().optional(),
  title: z.string().optional(),
  updatedAt: z.number().optional(),
});

/** The checks of one app on one commit. */
export const checkSuiteCard: Card = (state, scene) => {
  const { t } = scene;
  const known = currentChecks(state);
  const checks = known.map(({ name, value }) => ({ ...value, name }));
  const suite = readValue(state, "suite", Suite) ?? {
    ...readValue(state, "seen", Suite),
    state: together(checks),
  };
  const url = suite.url ?? pageOf(aboutOf(state), suite.sha);
  return card(state, scene, {
    tone: toneOf(suite.state),
    icon: iconOf(suite.state),
    headline: sentence(t, "card.check_suite", {
      app: suite.app === undefined ? t("word.this_commit") : bold(suite.app),
      result: stateWord("ran_many", suite.state, t),
      branch: branchOrCommit(suite.branch, suite.sha, t),
    }),
    title: suite.title,
    url,
    at: suite.updatedAt ?? newestOf(known),
    fields: [
      field(scene, "field.checks", checksByName(checks, scene)),
      field(scene, "field.commit", suite.sha === undefined ? [] : [code(shortSha(suite.sha))]),
    ],
    actions: [openAction(scene, url)],
  });
};

/** Those that ended before all were asked for again say nothing any more. */
function currentChecks(state: SubjectState) {
  const known = readFamily(state, "check:", Check);
  const suite = readValue(state, "suite", Suite);
  if (suite?.state !== REREQUESTED) return known;
  return known.filter(({ version }) => version[1] > (suite.updatedAt ?? 0));
}

/** Where a commit's checks are listed. */
function pageOf({ repoUrl, provider }: About, sha: string | undefined): string | undefined {
  if (repoUrl === undefined || sha === undefined) return undefined;
  return `${repoUrl}/commit/${sha}${provider === "github" ? "/checks" : ""}`;
}
