import { z } from "zod";
import type { SubjectNews } from "../../domain/subject.ts";
import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import { about, defined, newest, subjectOf, value } from "./facets.ts";
import { firstLine, id, line, object, text, time } from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { branchOrCommit, named } from "./spans.ts";
import {
  checkFacet,
  progressOf,
  pullRequests,
  pullRequestsNews,
  stateOf,
} from "./subjects/checks.ts";

const CheckSuite = object({
  id,
  status: line,
  conclusion: line,
  head_branch: line,
  head_sha: line,
  head_commit: object({ message: text }),
  created_at: time,
  updated_at: time,
  app: object({ slug: line, name: line }),
  pull_requests: pullRequests,
});
type CheckSuite = NonNullable<z.infer<typeof CheckSuite>>;

const QUIET_ACTIONS = "the suites of GitHub Actions are told by their workflow runs";

/** The checks of one app on a commit: on the pull request's card where one stands, else on their own. */
export const checkSuite = formatter(z.object({ check_suite: CheckSuite }), {
  subject: "check_suite",
  read({ check_suite: suite }, occasion) {
    if (suite !== undefined && isOfActions(suite)) {
      return { news: suiteNews(suite, occasion), quiet: QUIET_ACTIONS };
    }
    // No reply when it fails: the check that failed gets one.
    return { news: suiteNews(suite, occasion) };
  },
  tell({ check_suite: suite }, { t, action }) {
    const state = stateOf(suite ?? {});
    return {
      slots: {
        app: named(suite?.app?.name),
        branch: branchOrCommit(suite?.head_branch, suite?.head_sha, t),
        result: stateWord("ran_many", state, t),
      },
      ...(action === "completed"
        ? { tone: toneOf(state), icon: iconOf(state) }
        : ({ tone: "pending", icon: "🔁" } as const)),
      title: titleOf(suite),
      at: suite?.updated_at,
    };
  },
  quiet: { "*": `by GitHub Actions only: ${QUIET_ACTIONS}` },
});

function suiteNews(suite: CheckSuite | undefined, occasion: Occasion): SubjectNews[] {
  if (suite === undefined) return [];
  const times = [suite.updated_at, suite.created_at];
  const at = newest(occasion, ...times);
  const { state, version } = progressOf(suite, occasion.action, times);
  const subject = subjectOf("check_suite", occasion, suite.id);
  const facets = value("suite", version, {
    state,
    updatedAt: at,
    ...defined("app", suite.app?.name),
    ...defined("branch", suite.head_branch),
    ...defined("sha", suite.head_sha),
    ...defined("title", titleOf(suite)),
  });
  const only = isOfActions(suite) ? ({ onlyWhereShown: "unless_named" } as const) : {};
  const own =
    subject === undefined
      ? []
      : [{ subject, facets: { ...about(occasion, at), ...facets }, ...only }];
  const name = suite.app?.name;
  const onPull =
    name === undefined || suite.head_sha === undefined || isOfActions(suite)
      ? {}
      : checkFacet(`run:${suite.head_sha}:${name}`, version, { state, suite: suite.id });
  return [...pullRequestsNews(suite.pull_requests, occasion, onPull, at), ...own];
}

/** The commit that is checked. */
function titleOf(suite: CheckSuite | undefined): string | undefined {
  return firstLine(suite?.head_commit?.message ?? "");
}

/** Their runs say the same, with the jobs that failed. */
function isOfActions({ app }: CheckSuite): boolean {
  return app?.slug === "github-actions";
}
