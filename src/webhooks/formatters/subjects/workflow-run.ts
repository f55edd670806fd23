import type { z } from "zod";
import type { SubjectNews, Version } from "../../../domain/subject.ts";
import {
  about,
  defined,
  type Facets,
  newest,
  newestTold,
  somebody,
  subjectOf,
  value,
} from "../facets.ts";
import { count, firstLine, id, line, link, object, person, text, time } from "../fields.ts";
import { outcomeOf } from "../cards/checks.ts";
import type { Occasion } from "../formatter.ts";
import { checkFacet, pullRequests, pullRequestsNews, rankOf, stateOf } from "./checks.ts";

export const WorkflowRun = object({
  id,
  name: line,
  path: line,
  display_title: line,
  run_number: count,
  run_attempt: count,
  event: line,
  status: line,
  conclusion: line,
  html_url: link,
  head_branch: line,
  head_sha: line,
  head_commit: object({ message: text }),
  check_suite_id: id,
  actor: person,
  triggering_actor: person,
  created_at: time,
  run_started_at: time,
  updated_at: time,
  pull_requests: pullRequests,
});
export type WorkflowRun = NonNullable<z.infer<typeof WorkflowRun>>;

/** The run's own card, and before it the cards of its pull requests, where they stand. */
export function workflowRunNews(
  run: WorkflowRun | undefined,
  occasion: Occasion,
  more: Facets = {},
): SubjectNews[] {
  if (run === undefined) return [];
  const times = [run.updated_at, run.run_started_at, run.created_at];
  const at = newest(occasion, ...times);
  const version = [run.run_attempt ?? 1, newestTold(...times), rankOf(run.status)] as const;
  const subject = subjectOf("workflow_run", occasion, run.id);
  const own = subject && {
    subject,
    facets: { ...about(occasion, at), ...runFacet(run, version), ...more },
  };
  const onPulls = pullRequestsNews(run.pull_requests, occasion, pullFacets(run, version), at);
  const failed = failedRunNews(occasion, run.id, runFacet(run, version), hasFailed(run, occasion));
  return [...onPulls, ...(own === undefined ? [] : [own]), ...failed];
}

/** Whether somebody should look at it now. */
export function isBad(state: string): boolean {
  return state !== "cancelled" && outcomeOf(state) === "failed";
}

export function hasFailed(run: WorkflowRun, { event, action }: Occasion): boolean {
  return event.event === "workflow_run" && action === "completed" && isBad(stateOf(run));
}

/** The reply that says a run failed; it is posted by the run itself, and names the jobs that failed. */
export function failedRunNews(
  occasion: Occasion,
  runId: string | undefined,
  facets: Facets,
  posts: boolean,
): SubjectNews[] {
  const subject = subjectOf("failed_run", occasion, runId);
  if (subject === undefined) return [];
  return [{ subject, facets, reply: true, onlyWhereShown: !posts }];
}

function runFacet(run: WorkflowRun, version: Version): Facets {
  return value("run", version, {
    state: stateOf(run),
    attempt: run.run_attempt ?? 1,
    ...defined("name", nameOf(run)),
    ...defined("title", titleOf(run)),
    ...defined("url", run.html_url),
    ...defined("branch", run.head_branch),
    ...defined("sha", run.head_sha),
    ...defined("event", run.event),
    ...defined("number", run.run_number),
    ...defined("by", somebody(run.triggering_actor ?? run.actor)),
    ...defined("startedAt", run.run_started_at ?? run.created_at),
    ...defined("updatedAt", run.updated_at),
  });
}

/** Runs of nameless workflows are known by their file. */
export function nameOf({ name, path }: WorkflowRun): string | undefined {
  return name ?? path?.split("/").at(-1);
}

export function titleOf(run: WorkflowRun): string | undefined {
  const title = run.display_title ?? firstLine(run.head_commit?.message ?? "");
  return title === nameOf(run) ? undefined : title;
}

function pullFacets(run: WorkflowRun, version: Version): Facets {
  const name = nameOf(run);
  if (run.head_sha === undefined || name === undefined) return {};
  return checkFacet(`run:${run.head_sha}:${name}`, version, {
    state: stateOf(run),
    url: run.html_url,
    suite: run.check_suite_id,
  });
}
