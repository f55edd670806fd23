import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../domain/json.ts";
import { cardAfter, chinese, english, github, presenter } from "./presenter.fixture.ts";

const KEY = "pull_request:7:12";
const repository = { id: 7, full_name: "acme/x", html_url: "https://github.com/acme/x" };
const octocat = { login: "octocat" };
const hubot = { login: "hubot" };
const mona = { login: "mona" };
const [bug, urgent] = [{ name: "bug" }, { name: "urgent" }] as const;
const labels = [bug, urgent];

/** A pull request from its opening to its merging; several events share a second. */
const story = [
  pull(0, "opened"),
  pull(1, "labeled", { labels: [bug] }, { label: bug }),
  pull(1, "labeled", { labels }, { label: urgent }),
  pull(1, "assigned", { labels, assignees: [mona] }, { assignee: mona }),
  pull(
    2,
    "review_requested",
    { labels, requested_reviewers: [hubot] },
    { requested_reviewer: hubot },
  ),
  run(3, 1, "in_progress", null),
  check(3, "lint", "completed", "success"),
  check(4, "test", "in_progress", null),
  check(5, "test", "completed", "failure"),
  run(5, 1, "completed", "failure"),
  review(6, "changes_requested"),
  pull(
    7,
    "edited",
    { labels, title: "Add the feature" },
    { changes: { title: { from: "Add feature" } } },
  ),
  pull(8, "synchronize", { labels, title: "Add the feature", head: head("b") }, { before: "a" }),
  check(9, "lint", "completed", "success", "b"),
  check(9, "test", "completed", "success", "b"),
  run(10, 1, "completed", "success", "b"),
  review(11, "approved"),
  comment(12),
  pull(
    13,
    "closed",
    {
      labels,
      assignees: [mona],
      title: "Add the feature",
      head: head("b"),
      state: "closed",
      merged: true,
      merged_at: at(13),
      comments: 1,
    },
    { sender: mona },
  ),
];

const LAST = [
  "🟣 Pull request #12 merged by mona",
  "Add the feature",
  "Author: octocat",
  "Reviewers: hubot ✅",
  "Checks: ✅ 3",
  "Labels: bug, urgent",
  "Assignees: mona",
  "Branches: main ← feature",
  "Size: +30 −4 in 3 files",
  "Comments: 1",
  "acme/x",
  "[Open] [Comment]",
].join("\n");

it("ends in the newest state, with every facet in it", () => {
  expect(cardAfter(story, KEY)).toBe(LAST);
});

it("shows the same card whatever the order and however often", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(story, { minLength: story.length }),
      fc.subarray(story),
      (shuffled, again) => {
        expect(cardAfter([...shuffled, ...again], KEY)).toBe(LAST);
      },
    ),
    { numRuns: 60 },
  );
});

it("shows what is going on while it is open", () => {
  expect(cardAfter(story.slice(0, 11), KEY)).toBe(
    [
      "🟢 Pull request #12 opened by octocat",
      "Add feature",
      "It adds a feature.",
      "Reviewers: hubot ❌",
      "Checks: CI, test · ✅ 1 ❌ 2",
      "Labels: bug, urgent",
      "Branches: main ← feature",
      "Size: +30 −4 in 3 files",
      "acme/x",
      "[Open] [Comment] [Approve] [Merge] [Close]",
    ].join("\n"),
  );
});

it("says the same in words where emoji are switched off, and in Chinese", () => {
  const quietly = cardAfter(story.slice(0, 8), KEY, { ...english, emoji: false });
  expect(quietly).toContain("Reviewers: hubot (pending)");
  expect(quietly).toContain("Checks: 1 passed, 2 pending");
  expect(cardAfter(story, KEY, chinese)).toContain("🟣 PR #12 已由 mona 合并");
});

it("asks for attention at the turning points only", () => {
  const replies = story.filter((event) => presenter.read(event).attention);
  expect(replies.map(({ event, action }) => `${event}.${action}`)).toEqual([
    "check_run.completed",
    "workflow_run.completed",
    "pull_request_review.submitted",
    "pull_request_review.submitted",
    "issue_comment.created",
    "pull_request.closed",
  ]);
});

function pull(minute: number, action: string, changed: JsonObject = {}, more: JsonObject = {}) {
  const payload = {
    action,
    pull_request: { ...pullAt(minute), ...changed },
    repository,
    sender: octocat,
  };
  return github("pull_request", { ...payload, ...more });
}

function review(minute: number, state: string) {
  return github("pull_request_review", {
    action: "submitted",
    review: { state, user: hubot, submitted_at: at(minute), body: "Hm." },
    pull_request: {
      number: 12,
      state: "open",
      title: minute > 7 ? "Add the feature" : "Add feature",
      user: octocat,
      labels,
      requested_reviewers: [],
      updated_at: at(minute),
      head: head(minute > 8 ? "b" : "a"),
      base: { ref: "main" },
      body: "It adds a feature.",
      html_url: "https://github.com/acme/x/pull/12",
    },
    repository,
    sender: hubot,
  });
}

function comment(minute: number) {
  return github("issue_comment", {
    action: "created",
    issue: {
      number: 12,
      title: "Add the feature",
      state: "open",
      user: octocat,
      labels,
      comments: 1,
      updated_at: at(minute),
      pull_request: { html_url: "https://github.com/acme/x/pull/12" },
      body: "It adds a feature.",
    },
    comment: { body: "Nice" },
    repository,
    sender: mona,
  });
}

function run(
  minute: number,
  attempt: number,
  status: string,
  conclusion: string | null,
  sha = "a",
) {
  return github("workflow_run", {
    action: status,
    workflow_run: {
      id: sha === "a" ? 100 : 101,
      name: "CI",
      status,
      conclusion,
      run_attempt: attempt,
      updated_at: at(minute),
      head_sha: sha,
      head_branch: "feature",
      html_url: `https://github.com/acme/x/actions/runs/${sha === "a" ? 100 : 101}`,
      pull_requests: pulls(sha),
    },
    repository,
  });
}

function check(minute: number, name: string, status: string, conclusion: string | null, sha = "a") {
  return github("check_run", {
    action: status === "completed" ? "completed" : "created",
    check_run: {
      id: minute,
      name,
      status,
      conclusion,
      started_at: at(minute),
      completed_at: status === "completed" ? at(minute) : null,
      head_sha: sha,
      check_suite: { id: 9 },
      pull_requests: pulls(sha),
    },
    repository,
  });
}

function pulls(sha: string): Json {
  return [{ number: 12, head: head(sha), base: { ref: "main", repo: { id: 7 } } }];
}

function pullAt(minute: number): JsonObject {
  return {
    number: 12,
    title: "Add feature",
    body: "It adds a feature.",
    state: "open",
    draft: false,
    html_url: "https://github.com/acme/x/pull/12",
    user: octocat,
    labels: [],
    assignees: [],
    requested_reviewers: [],
    head: head("a"),
    base: { ref: "main" },
    additions: 30,
    deletions: 4,
    changed_files: 3,
    comments: 0,
    updated_at: at(minute),
  };
}

function head(sha: string): JsonObject {
  return { ref: "feature", sha };
}

function at(minute: number): string {
  return new Date(1_700_000_000_000 + minute * 60_000).toISOString();
}
