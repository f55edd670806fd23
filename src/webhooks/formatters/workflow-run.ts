import { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import { about, defined, newest, newestTold, subjectOf, value } from "./facets.ts";
import { count, id, line, link, list, object, part, time } from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import type { Field } from "../../domain/notification.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { SubjectNews } from "../../domain/subject.ts";
import { shown } from "./severity.ts";
import { branchOrCommit, named, person as whom } from "./spans.ts";
import { triggerOf } from "./trigger.ts";
import { checkFacet, noteOf, rankOf, stateOf } from "./subjects/checks.ts";
import {
  failedRunNews,
  hasFailed,
  isBad,
  nameOf,
  titleOf,
  WorkflowRun,
  workflowRunNews,
} from "./subjects/workflow-run.ts";

/** The states that the sentences of these actions say; of another one its own word is true. */
const BEGINNINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  requested: new Set(["queued", "requested", "pending"]),
  in_progress: new Set(["in_progress"]),
};

/** A workflow run: on its pull request's card where one stands, else on its own. */
export const workflowRun = formatter(z.object({ workflow_run: WorkflowRun }), {
  subject: "workflow_run",
  read: ({ workflow_run: run }, occasion) => ({
    news: workflowRunNews(run, occasion),
    attention: run !== undefined && hasFailed(run, occasion),
    echo: true,
  }),
  tell({ workflow_run: run }, { action, t }) {
    const state = stateOf(run ?? {});
    return {
      variant: run === undefined || lookup(BEGINNINGS, action)?.has(state) ? action : "completed",
      slots: {
        run: named(run && nameOf(run), run?.html_url) ?? t("word.a_workflow"),
        branch: branchOrCommit(run?.head_branch, run?.head_sha, t),
        result: stateWord("ran", state, t),
      },
      tone: toneOf(state),
      icon: iconOf(state),
      title: run && titleOf(run),
      url: run?.html_url,
      at: run?.updated_at,
      fields: [run && trigger(run, t), attempt(run?.run_attempt, t("field.attempt"))],
    };
  },
});

const Job = object({
  id,
  run_id: id,
  name: line,
  workflow_name: line,
  run_attempt: count,
  status: line,
  conclusion: line,
  html_url: link,
  head_branch: line,
  head_sha: line,
  created_at: time,
  started_at: time,
  completed_at: time,
  steps: list(part({ name: line, conclusion: line })),
});
type Job = NonNullable<z.infer<typeof Job>>;

const UNFINISHED = new Set(["queued", "waiting", "in_progress"]);

const QUIET = "a job is told on the card of its run";

/** A job: on the card of its run, which the run itself posts. */
export const workflowJob = formatter(z.object({ workflow_job: Job }), {
  subject: "workflow_run",
  read: ({ workflow_job: job }, occasion) => ({ news: jobNews(job, occasion) }),
  quiet: { "*": `where no card of its run stands: ${QUIET}` },
  tell({ workflow_job: job }, { action, t }) {
    const state = stateOf(job ?? {});
    return {
      variant: UNFINISHED.has(state) ? state : action,
      slots: {
        job: named(job?.name, job?.html_url),
        run: named(job?.workflow_name) ?? t("word.a_workflow"),
        result: stateWord("ran", state, t),
      },
      tone: toneOf(state),
      icon: iconOf(state),
      url: job?.html_url,
      fields: [shown(t("field.step"), job && failedStepOf(job))],
      at: job?.completed_at ?? job?.started_at ?? job?.created_at,
    };
  },
});

function jobNews(job: Job | undefined, occasion: Occasion): SubjectNews[] {
  const subject = subjectOf("workflow_run", occasion, job?.run_id);
  if (job === undefined || subject === undefined) return [];
  const times = [job.completed_at, job.started_at, job.created_at];
  const at = newest(occasion, ...times);
  const attempt = job.run_attempt ?? 1;
  const version = [attempt, newestTold(...times), rankOf(job.status)] as const;
  const name = job.name ?? job.id ?? "";
  const state = stateOf(job);
  const known = { state, url: job.html_url, note: failedStepOf(job) };
  const result = checkFacet(`job:${name}`, version, known);
  const facets = {
    ...about(occasion, at),
    ...result,
    ...value("seen", [attempt, 0, 0], {
      state: "in_progress",
      attempt,
      ...defined("name", job.workflow_name),
      ...defined("branch", job.head_branch),
      ...defined("sha", job.head_sha),
      // A job's page is its run's, and more.
      ...defined("url", job.html_url?.replace(/\/jobs?\/\d+$/, "")),
    }),
  };
  const failed = isBad(state) ? failedRunNews(occasion, job.run_id, result, false) : [];
  return [{ subject, facets, onlyWhereShown: "unless_named" }, ...failed];
}

/** Where it failed: the first such step, since those after it fail or are skipped on its account. */
function failedStepOf(job: Job): string | undefined {
  const { steps = [] } = job;
  if (!isBad(stateOf(job))) return undefined;
  return noteOf(steps.find(({ conclusion }) => isBad(conclusion ?? ""))?.name);
}

function trigger(run: WorkflowRun, t: Translate): Field {
  const by = run.triggering_actor ?? run.actor;
  const value = triggerOf(run.event, by && whom(by, t), t);
  return { name: t("field.trigger"), value, inline: true };
}

function attempt(number: number | undefined, name: string) {
  return number === undefined || number < 2
    ? undefined
    : { name, value: [String(number)], inline: true };
}
