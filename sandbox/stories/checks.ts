import type { JsonObject } from "../../src/domain/json.ts";
import type { PersonName } from "./forge.ts";
import { isoTime, person, REPOSITORY, REPOSITORY_URL, step } from "./forge.ts";
import type { StoryStep } from "./story.ts";

/** The commit that checks and runs are about. */
export interface CheckedCommit {
  sha: string;
  branch: string;
  /** Number of the pull request it belongs to, if any. */
  pullNumber?: number;
  message: string;
  author: PersonName;
}

export function checkRun(
  commit: CheckedCommit,
  name: string,
  id: number,
  conclusion: "success" | "failure" | null,
  at: number,
): StoryStep {
  const done = conclusion !== null;
  const pulls = pullRequests(commit);
  const note = done ? `check "${name}": ${conclusion}` : `check "${name}" starts`;
  return step("check_run", done ? "completed" : "created", commit.author, note, {
    check_run: {
      id,
      name,
      head_sha: commit.sha,
      html_url: `${REPOSITORY_URL}/runs/${id}`,
      details_url: `${REPOSITORY_URL}/runs/${id}`,
      status: done ? "completed" : "in_progress",
      conclusion,
      started_at: isoTime(at - (done ? 40_000 : 0)),
      completed_at: done ? isoTime(at) : null,
      output: { title: done ? `${name}: ${conclusion}` : null, summary: null, text: null },
      pull_requests: pulls,
      check_suite: {
        id: id - (id % 10),
        head_branch: commit.branch,
        head_sha: commit.sha,
        pull_requests: pulls,
        updated_at: isoTime(at),
      },
    },
  });
}

/** One attempt of a workflow run: `requested`, `in_progress`, or completed with a conclusion. */
export interface RunState {
  id: number;
  runNumber: number;
  attempt: number;
  conclusion: "success" | "failure" | "requested" | "in_progress";
  startedAt: number;
  at: number;
}

export function workflowRun(commit: CheckedCommit, run: RunState): StoryStep {
  const done = run.conclusion === "success" || run.conclusion === "failure";
  const attempt = run.attempt > 1 ? ` (attempt ${run.attempt})` : "";
  return step(
    "workflow_run",
    done ? "completed" : "requested",
    commit.author,
    `workflow CI${attempt}: ${run.conclusion}`,
    {
      action: done ? "completed" : run.conclusion,
      workflow: { id: 2_823_525, name: "CI", path: ".github/workflows/ci.yml" },
      workflow_run: runDetails(commit, run, done),
    },
  );
}

function runDetails(commit: CheckedCommit, run: RunState, done: boolean): JsonObject {
  const status = run.conclusion === "requested" ? "queued" : "in_progress";
  return {
    id: run.id,
    name: "CI",
    display_title: commit.message,
    path: ".github/workflows/ci.yml",
    workflow_id: 2_823_525,
    check_suite_id: run.id + 1,
    event: commit.pullNumber === undefined ? "push" : "pull_request",
    status: done ? "completed" : status,
    conclusion: done ? run.conclusion : null,
    head_branch: commit.branch,
    head_sha: commit.sha,
    head_commit: {
      id: commit.sha,
      message: commit.message,
      timestamp: isoTime(run.startedAt),
      author: { name: commit.author, email: `${commit.author}@example.com` },
    },
    html_url: `${REPOSITORY_URL}/actions/runs/${run.id}`,
    url: `https://api.github.com/repos/${REPOSITORY}/actions/runs/${run.id}`,
    run_number: run.runNumber,
    run_attempt: run.attempt,
    created_at: isoTime(run.startedAt),
    run_started_at: isoTime(run.startedAt),
    updated_at: isoTime(run.at),
    actor: person(commit.author),
    triggering_actor: person(commit.author),
    pull_requests: pullRequests(commit),
  };
}

function pullRequests({ pullNumber, sha, branch }: CheckedCommit): JsonObject[] {
  if (pullNumber === undefined) return [];
  return [
    {
      id: 279_147_000 + pullNumber,
      number: pullNumber,
      url: `https://api.github.com/repos/${REPOSITORY}/pulls/${pullNumber}`,
      head: { ref: branch, sha },
      base: { ref: "main", sha },
    },
  ];
}
