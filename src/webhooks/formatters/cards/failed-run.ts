import type { SubjectState } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import { readFamily, readValue } from "../facets.ts";
import type { Card, CardScene } from "../formatter.ts";
import { optional } from "../optional.ts";
import { bold, sentence } from "../sentence.ts";
import { branchOrCommit } from "../spans.ts";
import { Check } from "../subjects/checks.ts";
import { failingNames, iconOf, outcomeOf, stateWord, toneOf } from "./checks.ts";
import { isOfAttempt, Run } from "./workflow-run.ts";

/** A run that failed, short: it stands below a card, and says so when a re-run passes. */
export const failedRunCard: Card = (state, scene) => {
  const { t, voice } = scene;
  const run = readValue(state, "run", Run) ?? { state: "failure", attempt: 1 };
  const headline = sentence(t, "card.workflow_run", {
    run: run.name === undefined ? t("word.a_workflow") : bold(run.name, run.url),
    result: stateWord("ran", run.state, t),
    branch: branchOrCommit(run.branch, run.sha, t),
  });
  return {
    tone: toneOf(run.state),
    headline: [...headline, ...failedJobs(state, run, scene)],
    ...(voice.emoji ? { icon: iconOf(run.state) } : {}),
    ...optional("url", run.url),
  };
};

function failedJobs(state: SubjectState, run: Run, scene: CardScene): Span[] {
  if (outcomeOf(run.state) !== "failed") return [];
  const jobs = readFamily(state, "job:", Check)
    .filter(({ version }) => isOfAttempt(version, run))
    .map(({ name, value }) => ({ ...value, name }));
  const names = failingNames(jobs, scene);
  return names.length === 0 ? [] : [scene.t("word.colon"), ...names];
}
