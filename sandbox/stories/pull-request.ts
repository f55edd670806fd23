import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { CheckedCommit } from "./checks.ts";
import { checkRun, workflowRun } from "./checks.ts";
import type { PersonName } from "./forge.ts";
import { commitId, isoTime, label, person, REPOSITORY, REPOSITORY_URL, step } from "./forge.ts";
import type { Play, Story, StoryStep } from "./story.ts";

const TITLE = "Keep the water warm for an hour";
const BRANCH = "keep-warm";
const BODY = [
  "The kettle forgets its water as soon as it has boiled.",
  "",
  "- [x] a timer of 60 minutes",
  "- [x] stops when the kettle is lifted",
  "",
  "Fixes #7",
].join("\n");

const MINUTE = 60_000;

/** A pull request from opened to merged: a failing check, a review that asks for changes, an approval. */
export const pullRequestStory: Story = {
  id: "pull-request",
  title: "Pull request: opened to merged",
  steps: (play) => [...openedAndRefused(play), ...mendedAndMerged(play)],
  shows: ({ number }) => [{ contains: [`#${number}`, TITLE, "merged"], edited: true }],
};

function openedAndRefused(play: Play): StoryStep[] {
  const at = (minutes: number) => play.startedAt + minutes * MINUTE;
  const first = commitOf(play, "first");
  const run = { id: runId(play), runNumber: play.number + 200, attempt: 1, startedAt: at(2) };
  const pull = { head: first.sha, labels: [label("enhancement", "a2eeef")] };
  const asked = { ...pull, reviewers: ["tomas"] as const };
  return [
    pullStep(play, "opened", "lena", "opened", { at: at(0), head: first.sha }),
    pullStep(
      play,
      "labeled",
      "lena",
      "labelled",
      { ...pull, at: at(1) },
      { label: pull.labels[0] },
    ),
    pullStep(play, "review_requested", "lena", "asks Tomas for a review", { ...asked, at: at(2) }),
    workflowRun(first, { ...run, conclusion: "requested", at: at(2) }),
    checkRun(first, "lint", runId(play) + 11, "success", at(3)),
    checkRun(first, "test", runId(play) + 12, "failure", at(4)),
    workflowRun(first, { ...run, conclusion: "failure", at: at(4) }),
    review(play, "changes_requested", "The timer keeps running when the lid is open.", {
      ...asked,
      at: at(6),
    }),
  ];
}

function mendedAndMerged(play: Play): StoryStep[] {
  const at = (minutes: number) => play.startedAt + minutes * MINUTE;
  const second = commitOf(play, "second");
  const run = { id: runId(play) + 40, runNumber: play.number + 201, attempt: 1, startedAt: at(9) };
  const pull = { head: second.sha, labels: [label("enhancement", "a2eeef")], commits: 2 };
  return [
    pullStep(
      play,
      "synchronize",
      "lena",
      "pushes a fix",
      { ...pull, at: at(9) },
      {
        before: commitOf(play, "first").sha,
        after: second.sha,
      },
    ),
    checkRun(second, "lint", runId(play) + 51, "success", at(10)),
    checkRun(second, "test", runId(play) + 52, "success", at(11)),
    workflowRun(second, { ...run, conclusion: "success", at: at(11) }),
    review(play, "approved", "Lovely. Ship it!", { ...pull, at: at(13) }),
    comment(play, "mei", "My tea says thank you.", at(14)),
    pullStep(play, "closed", "lena", "merges", { ...pull, at: at(15), mergedBy: "lena" }),
  ];
}

interface PullState {
  at: number;
  head: string;
  labels?: readonly JsonObject[];
  reviewers?: readonly PersonName[];
  commits?: number;
  mergedBy?: PersonName;
}

function pullStep(
  play: Play,
  action: string,
  sender: PersonName,
  note: string,
  state: PullState,
  extra: Readonly<Record<string, Json | undefined>> = {},
): StoryStep {
  const defined = Object.entries(extra).flatMap(([key, value]): [string, Json][] =>
    value === undefined ? [] : [[key, value]],
  );
  return step("pull_request", action, sender, note, {
    action,
    number: play.number,
    pull_request: { ...pullRequest(play, state), ...sizes(state) },
    ...(action === "review_requested" ? { requested_reviewer: person("tomas") } : {}),
    ...Object.fromEntries(defined),
  });
}

/** The fields that reviews carry too. */
function pullRequest(play: Play, state: PullState): JsonObject {
  const { number } = play;
  const mergedAt = state.mergedBy === undefined ? null : isoTime(state.at);
  return {
    id: 279_147_000 + number,
    node_id: `PR_${number}`,
    number,
    url: `https://api.github.com/repos/${REPOSITORY}/pulls/${number}`,
    html_url: `${REPOSITORY_URL}/pull/${number}`,
    title: TITLE,
    body: BODY,
    state: mergedAt === null ? "open" : "closed",
    user: person("lena"),
    created_at: isoTime(play.startedAt),
    updated_at: isoTime(state.at),
    closed_at: mergedAt,
    merged_at: mergedAt,
    merge_commit_sha: commitId(`merge of ${number}`),
    draft: false,
    labels: state.labels ?? [],
    assignee: null,
    assignees: [],
    milestone: null,
    requested_reviewers: (state.reviewers ?? []).map(person),
    head: { label: `acme:${BRANCH}`, ref: BRANCH, sha: state.head, user: person("lena") },
    base: { label: "acme:main", ref: "main", sha: commitId("main") },
  };
}

function sizes(state: PullState): JsonObject {
  const merged = state.mergedBy !== undefined;
  return {
    merged,
    merged_by: state.mergedBy === undefined ? null : person(state.mergedBy),
    commits: state.commits ?? 1,
    additions: 48,
    deletions: 7,
    changed_files: 3,
  };
}

function review(
  play: Play,
  verdict: "approved" | "changes_requested",
  body: string,
  state: PullState,
): StoryStep {
  const id = 237_895_000 + play.number * 10 + (verdict === "approved" ? 1 : 0);
  const note = verdict === "approved" ? "Tomas approves" : "Tomas asks for changes";
  return step("pull_request_review", "submitted", "tomas", note, {
    review: {
      id,
      user: person("tomas"),
      body,
      state: verdict,
      commit_id: state.head,
      submitted_at: isoTime(state.at),
      html_url: `${REPOSITORY_URL}/pull/${play.number}#pullrequestreview-${id}`,
    },
    pull_request: pullRequest(play, state),
  });
}

function comment(play: Play, author: PersonName, body: string, at: number): StoryStep {
  const { number } = play;
  const url = `${REPOSITORY_URL}/pull/${number}`;
  return step("issue_comment", "created", author, "Mei comments", {
    issue: {
      id: 444_500_000 + number,
      number,
      title: TITLE,
      body: BODY,
      state: "open",
      user: person("lena"),
      html_url: url,
      url: `https://api.github.com/repos/${REPOSITORY}/issues/${number}`,
      labels: [label("enhancement", "a2eeef")],
      assignee: null,
      assignees: [],
      milestone: null,
      comments: 1,
      created_at: isoTime(play.startedAt),
      updated_at: isoTime(at),
      pull_request: { html_url: url, merged_at: null },
    },
    comment: {
      id: 492_700_000 + number,
      user: person(author),
      body,
      html_url: `${url}#issuecomment-${492_700_000 + number}`,
      created_at: isoTime(at),
      updated_at: isoTime(at),
    },
  });
}

function commitOf(play: Play, which: "first" | "second"): CheckedCommit {
  return {
    sha: commitId(`${which} commit of pull request ${play.number}`),
    branch: BRANCH,
    pullNumber: play.number,
    message: which === "first" ? TITLE : "Stop the timer when the lid opens",
    author: "lena",
  };
}

function runId(play: Play): number {
  return 289_000_000 + play.number * 100;
}
