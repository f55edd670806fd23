import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { CheckedCommit } from "./checks.ts";
import type { PersonName } from "./forge.ts";
import { commitId, isoTime, label, person, REPOSITORY, REPOSITORY_URL, step } from "./forge.ts";
import type { Play, StoryStep } from "./story.ts";

/** What a pull request is about; everything else differs from play to play. */
export interface Topic {
  title: string;
  branch: string;
  body: string;
  author: PersonName;
}

export interface PullState {
  at: number;
  head: string;
  labels?: readonly JsonObject[];
  reviewers?: readonly PersonName[];
  commits?: number;
  mergedBy?: PersonName;
}

export function pullStep(
  topic: Topic,
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
    pull_request: { ...pullRequest(topic, play, state), ...sizes(state) },
    ...(action === "review_requested" ? { requested_reviewer: person("tomas") } : {}),
    ...Object.fromEntries(defined),
  });
}

/** The fields that reviews carry too. */
function pullRequest(topic: Topic, play: Play, state: PullState): JsonObject {
  const { number } = play;
  const mergedAt = state.mergedBy === undefined ? null : isoTime(state.at);
  return {
    id: 279_147_000 + number,
    node_id: `PR_${number}`,
    number,
    url: `https://api.github.com/repos/${REPOSITORY}/pulls/${number}`,
    html_url: `${REPOSITORY_URL}/pull/${number}`,
    title: topic.title,
    body: topic.body,
    state: mergedAt === null ? "open" : "closed",
    user: person(topic.author),
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
    head: {
      label: `acme:${topic.branch}`,
      ref: topic.branch,
      sha: state.head,
      user: person(topic.author),
    },
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

export function review(
  topic: Topic,
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
    pull_request: pullRequest(topic, play, state),
  });
}

export function comment(
  topic: Topic,
  play: Play,
  author: PersonName,
  body: string,
  at: number,
): StoryStep {
  const { number } = play;
  const url = `${REPOSITORY_URL}/pull/${number}`;
  return step("issue_comment", "created", author, "Mei comments", {
    issue: {
      id: 444_500_000 + number,
      number,
      title: topic.title,
      body: topic.body,
      state: "open",
      user: person(topic.author),
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

/** One of its commits, as checks and runs name it. */
export function commitOf(
  { title, branch, author }: Topic,
  play: Play,
  which: "first" | "second",
): CheckedCommit {
  return {
    sha: commitId(`${which} commit of pull request ${play.number}`),
    branch,
    pullNumber: play.number,
    message: which === "first" ? title : "Stop the timer when the lid opens",
    author,
  };
}

export function runId(play: Play): number {
  return 289_000_000 + play.number * 100;
}
