import type { Json, JsonObject } from "../../src/domain/json.ts";

/** One webhook of a story. */
export interface Told {
  event: string;
  payload: JsonObject;
}

const REPO_ID = 77;
const URL = "https://github.com/acme/kettle";
const START = Date.UTC(2026, 11, 1, 9, 0, 0);
const TITLE = "Keep the water warm for an hour";
const BRANCH = "keep-warm";
const FIRST = "a".repeat(40);
const SECOND = "b".repeat(40);
const NOTHING = "0".repeat(40);

const repository = {
  id: REPO_ID,
  name: "kettle",
  full_name: "acme/kettle",
  html_url: URL,
  owner: { login: "acme" },
};
const [lena, tomas, mei] = [person("lena"), person("tomas"), person("mei")];
const [enhancement, urgent, docs] = [label("enhancement"), label("urgent"), label("docs")];

/** The life of one pull request, with all that a busy repository sends about it: more than forty webhooks. */
export function fortyEvents(): Told[] {
  return [...openedAndChecked(), ...talkedAbout(), ...mended(), ...mergedByTheQueue()];
}

function openedAndChecked(): Told[] {
  const labels = [enhancement, urgent];
  const assigned = { labels, assignees: [mei] };
  return [
    pull(0, "opened"),
    pull(1, "labeled", { labels: [enhancement] }, { label: enhancement }),
    pull(1, "labeled", { labels }, { label: urgent }),
    pull(1, "assigned", assigned, { assignee: mei }),
    pull(
      2,
      "review_requested",
      { ...assigned, requested_reviewers: [tomas] },
      { requested_reviewer: tomas },
    ),
    run(2, 100, FIRST, 1, null),
    job(3, "lint", 1, "success"),
    job(4, "test", 1, "failure"),
    check(3, "lint", 100, FIRST, "success"),
    check(4, "test", 100, FIRST, "failure"),
    run(5, 100, FIRST, 1, "failure"),
    suite(5, "failure"),
    coverage(5),
    run(6, 100, FIRST, 2, null),
    job(7, "test", 2, "success"),
    check(7, "test", 100, FIRST, "success"),
    run(7, 100, FIRST, 2, "success"),
  ];
}

function talkedAbout(): Told[] {
  return [
    comment(8, 1, "created", "Does it stop when the kettel is lifted?"),
    comment(9, 1, "edited", "Does it stop when the kettle is lifted?", {
      body: { from: "Does it stop when the kettel is lifted?" },
    }),
    comment(10, 2, "created", "My password is hunter2."),
    comment(11, 2, "deleted", "My password is hunter2."),
    codeComment(12, 31, "src/timer.ts", "This leaks."),
    codeComment(12, 32, "src/kettle.ts", "Name it `keepWarm`."),
    review(12, 21, "changes_requested", "Nearly there."),
    {
      event: "pull_request_review_thread",
      payload: {
        ...about(13, lena),
        action: "resolved",
        thread: { comments: [{ path: "src/timer.ts" }] },
      },
    },
  ];
}

function mended(): Told[] {
  return [
    push(14, BRANCH, FIRST, SECOND, "Stop the timer"),
    pull(14, "synchronize", { head: head(SECOND) }, { before: FIRST, after: SECOND }),
    run(14, 101, SECOND, 1, null),
    check(15, "lint", 101, SECOND, "success"),
    check(15, "test", 101, SECOND, "success"),
    run(16, 101, SECOND, 1, "success"),
    pull(
      17,
      "edited",
      { title: `${TITLE} or two` },
      { changes: { title: { from: TITLE } }, sender: mei },
    ),
    pull(
      18,
      "unlabeled",
      { title: `${TITLE} or two`, labels: [enhancement] },
      { label: urgent, sender: mei },
    ),
    pull(
      18,
      "labeled",
      { title: `${TITLE} or two`, labels: [enhancement, docs] },
      { label: docs, sender: mei },
    ),
    review(19, 22, "approved", ""),
  ];
}

function mergedByTheQueue(): Told[] {
  const group = {
    head_ref: `refs/heads/gh-readonly-queue/main/pr-42-${FIRST}`,
    base_ref: "refs/heads/main",
    head_commit: { message: TITLE },
  };
  const queue = (action: string, more: JsonObject = {}): Told => ({
    event: "merge_group",
    payload: { action, merge_group: group, repository, sender: lena, ...more },
  });
  return [
    pull(19, "auto_merge_enabled", { auto_merge: { merge_method: "squash" } }),
    pull(20, "enqueued"),
    queue("checks_requested"),
    push(20, "gh-readonly-queue/main/pr-42", NOTHING, SECOND, TITLE, { created: true }),
    queue("destroyed", { reason: "merged" }),
    pull(21, "dequeued"),
    pull(22, "closed", {
      state: "closed",
      merged: true,
      merged_at: iso(22),
      closed_at: iso(22),
    }),
    push(22, "main", FIRST, SECOND, `${TITLE} (#42)`, {}, "web-flow"),
    push(23, BRANCH, SECOND, NOTHING, "", { deleted: true, commits: [] }),
    {
      event: "delete",
      payload: { ref: BRANCH, ref_type: "branch", repository, sender: lena },
    },
  ];
}

function pull(minute: number, action: string, now: JsonObject = {}, more: JsonObject = {}): Told {
  const { sender = lena, ...rest } = more as JsonObject & { sender?: JsonObject };
  const known = about(minute, sender);
  const payload = { ...known, action, pull_request: { ...pullAt(minute), ...now }, ...rest };
  return { event: "pull_request", payload };
}

function about(minute: number, sender: JsonObject): JsonObject {
  return { pull_request: pullAt(minute), repository, sender };
}

/** The pull request as its payloads carry it in that minute, but for what the event itself changes. */
function pullAt(minute: number): JsonObject {
  const named = minute > 17 ? `${TITLE} or two` : TITLE;
  const labels = minute > 18 ? [enhancement, docs] : minute > 1 ? [enhancement, urgent] : [];
  return {
    number: 42,
    title: named,
    body: "The kettle forgets its water.",
    html_url: `${URL}/pull/42`,
    state: "open",
    draft: false,
    user: lena,
    labels,
    assignees: minute > 1 ? [mei] : [],
    requested_reviewers: minute > 2 && minute < 12 ? [tomas] : [],
    head: head(minute > 14 ? SECOND : FIRST),
    base: { ref: "main", repo: { id: REPO_ID } },
    additions: 48,
    deletions: 7,
    changed_files: 3,
    comments: minute > 7 ? 1 : 0,
    auto_merge: null,
    created_at: iso(0),
    updated_at: iso(minute),
  };
}

function head(sha: string): JsonObject {
  return { ref: BRANCH, sha, repo: { id: REPO_ID } };
}

function pulls(sha: string): Json {
  return [{ number: 42, head: head(sha), base: { ref: "main", repo: { id: REPO_ID } } }];
}

function run(
  minute: number,
  id: number,
  sha: string,
  attempt: number,
  conclusion: string | null,
): Told {
  const status = conclusion === null ? "queued" : "completed";
  const workflow_run = {
    id,
    name: "CI",
    display_title: TITLE,
    html_url: `${URL}/actions/runs/${id}`,
    head_branch: BRANCH,
    head_sha: sha,
    run_attempt: attempt,
    check_suite_id: id,
    event: "pull_request",
    status,
    conclusion,
    triggering_actor: lena,
    run_started_at: iso(attempt === 2 ? 6 : sha === FIRST ? 2 : 14),
    updated_at: iso(minute),
    pull_requests: pulls(sha),
  };
  const action = conclusion === null ? "requested" : "completed";
  return { event: "workflow_run", payload: { action, workflow_run, repository, sender: lena } };
}

function job(minute: number, name: string, attempt: number, conclusion: string): Told {
  const workflow_job = {
    id: minute,
    run_id: 100,
    name,
    workflow_name: "CI",
    run_attempt: attempt,
    status: "completed",
    conclusion,
    html_url: `${URL}/actions/runs/100/job/${minute}`,
    head_branch: BRANCH,
    head_sha: FIRST,
    completed_at: iso(minute),
  };
  const payload = { action: "completed", workflow_job, repository, sender: lena };
  return { event: "workflow_job", payload };
}

function check(minute: number, name: string, runId: number, sha: string, conclusion: string): Told {
  const check_run = {
    id: minute,
    name,
    status: "completed",
    conclusion,
    html_url: `${URL}/runs/${minute}`,
    details_url: `${URL}/actions/runs/${runId}/job/${minute}`,
    head_sha: sha,
    started_at: iso(minute),
    completed_at: iso(minute),
    app: { slug: "github-actions", name: "GitHub Actions" },
    check_suite: { id: runId, head_branch: BRANCH, head_sha: sha },
    pull_requests: pulls(sha),
  };
  return {
    event: "check_run",
    payload: { action: "completed", check_run, repository, sender: lena },
  };
}

/** A check of another app. */
function coverage(minute: number): Told {
  const check_run = {
    id: 900,
    name: "coverage",
    status: "completed",
    conclusion: "success",
    html_url: `${URL}/runs/900`,
    details_url: "https://coverage.example/900",
    head_sha: FIRST,
    started_at: iso(minute),
    completed_at: iso(minute),
    app: { slug: "coverage", name: "Coverage" },
    check_suite: { id: 901, head_branch: BRANCH, head_sha: FIRST },
    pull_requests: pulls(FIRST),
  };
  return {
    event: "check_run",
    payload: { action: "completed", check_run, repository, sender: lena },
  };
}

function suite(minute: number, conclusion: string): Told {
  const check_suite = {
    id: 100,
    status: "completed",
    conclusion,
    head_branch: BRANCH,
    head_sha: FIRST,
    updated_at: iso(minute),
    app: { slug: "github-actions", name: "GitHub Actions" },
    pull_requests: pulls(FIRST),
  };
  return {
    event: "check_suite",
    payload: { action: "completed", check_suite, repository, sender: lena },
  };
}

function comment(
  minute: number,
  id: number,
  action: string,
  body: string,
  changes: JsonObject = {},
): Told {
  const { head: _, base: __, ...issue } = pullAt(minute);
  const created = id === 1 ? 8 : 10;
  return {
    event: "issue_comment",
    payload: {
      action,
      changes,
      issue: { ...issue, pull_request: { html_url: `${URL}/pull/42`, merged_at: null } },
      comment: {
        id,
        body,
        user: mei,
        html_url: `${URL}/pull/42#issuecomment-${id}`,
        created_at: iso(created),
        updated_at: iso(action === "edited" ? minute : created),
      },
      repository,
      sender: mei,
    },
  };
}

function codeComment(minute: number, id: number, path: string, body: string): Told {
  const said = {
    id,
    pull_request_review_id: 21,
    body,
    path,
    user: tomas,
    html_url: `${URL}/pull/42#discussion_r${id}`,
    created_at: iso(minute),
    updated_at: iso(minute),
  };
  const payload = { ...about(minute, tomas), action: "created", comment: said };
  return { event: "pull_request_review_comment", payload };
}

function review(minute: number, id: number, state: string, body: string): Told {
  const said = {
    id,
    state,
    body,
    user: tomas,
    html_url: `${URL}/pull/42#pullrequestreview-${id}`,
    submitted_at: iso(minute),
  };
  return {
    event: "pull_request_review",
    payload: { ...about(minute, tomas), action: "submitted", review: said },
  };
}

function push(
  minute: number,
  branch: string,
  before: string,
  after: string,
  message: string,
  more: JsonObject = {},
  committer = "lena",
): Told {
  const commit = {
    id: after,
    message,
    url: `${URL}/commit/${after}`,
    distinct: true,
    timestamp: iso(minute),
    author: { name: "Lena", username: "lena" },
    committer: { username: committer },
  };
  const payload = {
    ref: `refs/heads/${branch}`,
    before,
    after,
    compare: `${URL}/compare/${before}...${after}`,
    created: false,
    deleted: false,
    forced: false,
    commits: [commit],
    head_commit: after === NOTHING ? null : commit,
    repository,
    sender: lena,
    ...more,
  };
  return { event: "push", payload };
}

function person(login: string): JsonObject {
  return { login, html_url: `https://github.com/${login}` };
}

function label(name: string): JsonObject {
  return { name };
}

function iso(minute: number): string {
  return new Date(START + minute * 60_000).toISOString().replace(".000Z", "Z");
}
