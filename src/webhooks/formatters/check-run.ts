import { z } from "zod";
import type { SubjectNews } from "../../domain/subject.ts";
import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import { about, defined, newest, subjectOf, value } from "./facets.ts";
import { id, line, link, object, part, text, time } from "./fields.ts";
import { formatter, type Occasion, type Scene, type Story } from "./formatter.ts";
import { branchOrCommit, named } from "./spans.ts";
import {
  checkFacet,
  noteOf,
  progressOf,
  pullRequests,
  pullRequestsNews,
  stateOf,
} from "./subjects/checks.ts";
import { failedRunNews, isBad } from "./subjects/workflow-run.ts";

const CheckRun = object({
  id,
  name: line,
  status: line,
  conclusion: line,
  html_url: link,
  details_url: link,
  head_sha: line,
  started_at: time,
  completed_at: time,
  app: part({ slug: line, name: line }),
  output: part({ title: line, summary: text }),
  check_suite: part({ id, head_branch: line, head_sha: line, pull_requests: pullRequests }),
  pull_requests: pullRequests,
});
type CheckRun = NonNullable<z.infer<typeof CheckRun>>;

const QUIET = "a check of GitHub Actions is told by its workflow run";

/** A check: on its pull request's card where one stands, else on its workflow run's or suite's. */
export const checkRun = formatter(z.object({ check_run: CheckRun }), {
  subject: "check_suite",
  read: ({ check_run: check }, occasion) => ({
    news: checkNews(check, occasion),
    // Of a check of GitHub Actions its run says that it failed, once for all its jobs.
    attention:
      occasion.action === "completed" &&
      check !== undefined &&
      !isOfActions(check) &&
      isBad(stateOf(check)),
    echo: true,
  }),
  quiet: { "*": `by GitHub Actions only, where no card stands: ${QUIET}` },
  tell({ check_run: check }, scene) {
    const { t, action } = scene;
    const state = stateOf(check ?? {});
    const over = action === "completed" || action === "created";
    return {
      slots: {
        check: named(check?.name, check?.html_url),
        branch: branchOrCommit(check?.check_suite.head_branch, check?.head_sha, t),
        result: stateWord("ran", state, t),
      },
      ...(over
        ? { tone: toneOf(state), icon: iconOf(state) }
        : ({ tone: "pending", icon: "🔁" } as const)),
      ...summaryOf(check, scene),
      url: check?.html_url ?? check?.details_url,
      at: check?.completed_at ?? check?.started_at,
    };
  },
});

/** What a check says of its end. Before it, its words are about the run before. */
function summaryOf(check: CheckRun | undefined, { action, form }: Scene): Partial<Story> {
  const summary = check?.output.title;
  if (summary === undefined || action !== "completed") return {};
  return form === "post"
    ? { title: summary }
    : { blocks: [{ type: "paragraph", spans: [summary] }] };
}

function checkNews(check: CheckRun | undefined, occasion: Occasion): SubjectNews[] {
  if (check === undefined) return [];
  const times = [check.completed_at, check.started_at];
  const at = newest(occasion, ...times);
  const { state, version } = progressOf(check, occasion.action, times);
  const name = check.name ?? check.id ?? "";
  const note = isBad(state) ? noteOf(check.output.title) : undefined;
  const result = { state, url: check.html_url, suite: check.check_suite.id, note };
  const pulls = check.pull_requests?.length ? check.pull_requests : check.check_suite.pull_requests;
  const onPull =
    check.head_sha === undefined
      ? {}
      : checkFacet(`check:${check.head_sha}:${name}`, version, result);
  const own = isOfActions(check)
    ? runNews(check, occasion, at, checkFacet(`job:${name}`, version, result))
    : suiteNews(check, occasion, at, checkFacet(`check:${name}`, version, result));
  return [...pullRequestsNews(pulls, occasion, onPull, at), ...own];
}

/** The checks of a workflow are its jobs: they belong on the run's card, not on a second one. */
function runNews(
  check: CheckRun,
  occasion: Occasion,
  at: number,
  facets: SubjectNews["facets"],
): SubjectNews[] {
  const subject = subjectOf("workflow_run", occasion, runId(check));
  if (subject === undefined) return [];
  const seen = value("seen", [0, 0, 0], { state: "in_progress", ...place(check) });
  const failed = isBad(stateOf(check)) ? failedRunNews(occasion, runId(check), facets, false) : [];
  const all = { ...about(occasion, at), ...facets, ...seen };
  return [{ subject, facets: all, onlyWhereShown: "unless_named" }, ...failed];
}

function suiteNews(
  check: CheckRun,
  occasion: Occasion,
  at: number,
  facets: SubjectNews["facets"],
): SubjectNews[] {
  const subject = subjectOf("check_suite", occasion, check.check_suite.id);
  if (subject === undefined) return [];
  const seen = value("seen", [0, 0, 0], {
    state: "in_progress",
    ...place(check),
    ...defined("app", check.app.name),
  });
  return [{ subject, facets: { ...about(occasion, at), ...facets, ...seen } }];
}

function place(check: CheckRun) {
  return {
    ...defined("branch", check.check_suite.head_branch),
    ...defined("sha", check.head_sha),
  };
}

/** `…/actions/runs/{id}/job/{id}`: where GitHub Actions says which run a check belongs to. */
function runId({ details_url: url }: CheckRun): string | undefined {
  return /\/actions\/runs\/(\d+)\//.exec(url ?? "")?.[1];
}

function isOfActions({ app }: CheckRun): boolean {
  return app.slug === "github-actions";
}
