import { z } from "zod";
import type { SubjectState, Version } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { readFamily, readValue } from "../facets.ts";
import { shortSha } from "../fields.ts";
import type { Card, CardScene } from "../formatter.ts";
import { bold, code, joined, sentence } from "../sentence.ts";
import { branchOrCommit } from "../spans.ts";
import { Check } from "../subjects/checks.ts";
import { triggerOf } from "../trigger.ts";
import {
  checksByName,
  newestOf,
  together,
  iconOf,
  type NamedCheck,
  stateWord,
  toneOf,
} from "./checks.ts";
import { card, field, openAction, who } from "./parts.ts";

/** Of a run, or of a job where the run itself has not been heard of. */
export const Run = z.object({
  state: z.string(),
  attempt: z.number().default(1),
  name: z.string().optional(),
  title: z.string().optional(),
  url: z.string().optional(),
  branch: z.string().optional(),
  sha: z.string().optional(),
  event: z.string().optional(),
  by: z.object({ login: z.string(), url: z.string().optional() }).optional(),
  startedAt: z.number().optional(),
  updatedAt: z.number().optional(),
});
export type Run = z.infer<typeof Run>;

const Approval = z.object({
  state: z.enum(["requested", "approved", "rejected"]),
  environment: z.string(),
  by: z.object({ login: z.string(), url: z.string().optional() }).optional(),
});

/** A workflow run in its newest attempt. */
export const workflowRunCard: Card = (state, scene) => {
  const { t } = scene;
  const run = runOf(state);
  const repoPlace = branchOrCommit(run.branch, run.sha, t);
  return card(state, scene, {
    tone: toneOf(run.state),
    icon: iconOf(run.state),
    headline: sentence(t, "card.workflow_run", {
      run: run.name === undefined ? t("word.a_workflow") : bold(run.name, run.url),
      result: stateWord("ran", run.state, t),
      branch: repoPlace,
    }),
    title: run.title,
    url: run.url,
    at: run.updatedAt ?? newestOf(readFamily(state, "job:", Check)),
    fields: [
      field(scene, "field.jobs", checksByName(jobsOf(state, run), scene)),
      field(scene, "field.approval", approvals(state, scene)),
      field(scene, "field.commit", run.sha === undefined ? [] : [code(shortSha(run.sha))]),
      field(scene, "field.trigger", triggerOf(run.event, run.by && who(run.by, scene), t)),
      field(scene, "field.attempt", run.attempt > 1 ? [String(run.attempt)] : []),
      field(scene, "field.duration", duration(run, t)),
    ],
    actions: [openAction(scene, run.url)],
  });
};

/** The run; where only its jobs have been heard of, what they say together. */
function runOf(state: SubjectState): Run {
  const known = readValue(state, "run", Run);
  if (known !== undefined) return known;
  const seen = readValue(state, "seen", Run) ?? { state: "", attempt: 1 };
  return { ...seen, state: together(jobsOf(state, seen)) };
}

/** A job that failed in an earlier attempt and was not yet run again says nothing about this one. */
function jobsOf(state: SubjectState, run: Run): NamedCheck[] {
  return readFamily(state, "job:", Check)
    .filter(
      ({ version, value }) =>
        isOfAttempt(version, run) || value.state === "success" || value.state === "skipped",
    )
    .map(({ name, value }) => ({ ...value, name }));
}

/** Checks do not say which attempt they are of (0), only when they ran. */
export function isOfAttempt([attempt, at]: Version, run: Run): boolean {
  return attempt === 0 ? at >= (run.startedAt ?? 0) : attempt >= run.attempt;
}

function approvals(state: SubjectState, scene: CardScene): Span[] {
  const known = readFamily(state, "approval:", Approval).map(({ value }) =>
    sentence(scene.t, `card.approval.${value.state}`, {
      environment: bold(value.environment),
      actor: who(value.by, scene),
    }),
  );
  return joined(known, scene.t);
}

function duration(run: Run, t: Translate): Span[] {
  const { startedAt, updatedAt, state } = run;
  const over = !["queued", "requested", "waiting", "pending", "in_progress", ""].includes(state);
  if (!over || startedAt === undefined || updatedAt === undefined || updatedAt < startedAt)
    return [];
  return [spell(Math.round((updatedAt - startedAt) / 1000), t)];
}

function spell(total: number, t: Translate): string {
  const [hours, minutes, seconds] = [
    Math.floor(total / 3600),
    Math.floor(total / 60) % 60,
    total % 60,
  ];
  if (hours > 0) return t("duration.hours", { hours, minutes });
  return minutes > 0
    ? t("duration.minutes", { minutes, seconds })
    : t("duration.seconds", { seconds });
}
