import type { Json, JsonObject } from "../../src/domain/json.ts";
import {
  REPO,
  AT,
  LATER,
  NEW,
  NOTHING,
  lena,
  tomas,
  acme,
  repository,
  around,
  bug,
  milestone,
  repo,
  commit,
  push,
  issue,
  pull,
} from "./gitea-shapes.ts";

/** A webhook of Gitea or Forgejo, in the shape that their `modules/structs/hook.go` gives it. */
export interface GiteaExample {
  id: string;
  /** `X-Gitea-Event`, and `X-Gitea-Event-Type` where it says more. */
  event: string;
  eventType?: string;
  payload: JsonObject;
}

export const giteaExamples: readonly GiteaExample[] = [
  ...refs(),
  ...issues(),
  ...comments(),
  ...pulls(),
  ...reviews(),
  ...places(),
  ...actions(),
].map((one) => ({ ...one, id: idOf(one) }));

type Sent = Omit<GiteaExample, "id">;

function idOf({ event, eventType, payload }: Sent): string {
  const action = payload["action"];
  const name = eventType ?? event;
  return typeof action === "string" ? `${name}/${action}` : name;
}

function sent(event: string, payload: JsonObject, eventType?: string): Sent {
  const known = { ...around, ...payload };
  return { event, payload: known, ...(eventType === undefined ? {} : { eventType }) };
}

function refs(): Sent[] {
  const topic = { ref: "refs/heads/topic", commits: [], total_commits: 0, head_commit: null };
  return [
    sent("create", { sha: NEW, ref: "topic", ref_type: "branch" }),
    sent("delete", { ref: "v1", ref_type: "tag", pusher_type: "user" }),
    sent("push", push({})),
    sent("push", push({ total_commits: 40 }), "push of many"),
    sent("push", push({ ...topic, before: NOTHING, compare_url: "" }), "push of a new branch"),
    sent("push", push({ ...topic, after: NOTHING }), "push of a deletion"),
    sent("push", push({ ...topic, ref: "refs/tags/v1", before: NOTHING }), "push of a tag"),
  ];
}

function issues(): Sent[] {
  const told = (action: string, changed: JsonObject = {}, type?: string, more: JsonObject = {}) =>
    sent("issues", { action, number: 1, issue: issue(changed), commit_id: "", ...more }, type);
  return [
    told("opened"),
    told("edited", { title: "It leaks!" }, undefined, { changes: { title: { from: "It leaks" } } }),
    told("closed", { state: "closed", closed_at: LATER, updated_at: LATER }),
    told("reopened", { updated_at: LATER }),
    told("assigned", { assignee: lena, assignees: [lena] }, "issue_assign"),
    told("unassigned", {}, "issue_assign"),
    told("label_updated", { labels: [bug] }, "issue_label"),
    told("label_cleared", {}, "issue_label"),
    told("milestoned", { milestone }, "issue_milestone"),
    told("demilestoned", {}, "issue_milestone"),
  ];
}

function comments(): Sent[] {
  const comment = (body: string, on: string): JsonObject => ({
    id: 21,
    html_url: `${REPO}/${on}#issuecomment-21`,
    pull_request_url: "",
    issue_url: `${REPO}/${on}`,
    user: lena,
    body,
    created_at: AT,
    updated_at: AT,
  });
  const told = (action: string, body: string, more: JsonObject = {}) =>
    sent("issue_comment", {
      action,
      issue: issue({ comments: 1 }),
      comment: comment(body, "issues/1"),
      is_pull: false,
      ...more,
    });
  const onPull = {
    issue: issue({ number: 2, title: "Warm it", html_url: `${REPO}/pulls/2` }),
    comment: comment("Nearly there.", "pulls/2"),
    is_pull: true,
  };
  return [
    told("created", "Mine, too."),
    told("edited", "Mine also.", { changes: { body: { from: "Mine, too." } } }),
    told("deleted", "Mine also."),
    { ...told("created", "", onPull), eventType: "pull_request_comment" },
  ];
}

function pullTold(action: string, changed: JsonObject, type?: string, more: JsonObject = {}): Sent {
  const told = { action, number: 2, pull_request: pull(changed), requested_reviewer: null };
  return sent("pull_request", { ...told, commit_id: "", review: null, ...more }, type);
}

function pulls(): Sent[] {
  const over = { state: "closed", closed_at: LATER, updated_at: LATER };
  const merged = { ...over, merged: true, merged_at: LATER, merged_by: tomas };
  const asked = { requested_reviewers: [tomas] };
  const reviewer = { requested_reviewer: tomas };
  return [
    pullTold("opened", {}),
    pullTold("edited", { title: "Warm" }, undefined, { changes: { title: { from: "Warm it" } } }),
    pullTold("synchronized", { updated_at: LATER }, "pull_request_sync", { commit_id: NEW }),
    pullTold("closed", over),
    pullTold("closed", merged, "pull_request of a merge"),
    pullTold("reopened", { updated_at: LATER }),
    pullTold("assigned", { assignee: tomas, assignees: [tomas] }, "pull_request_assign"),
    pullTold("unassigned", {}, "pull_request_assign"),
    pullTold("label_updated", { labels: [bug] }, "pull_request_label"),
    pullTold("label_cleared", {}, "pull_request_label"),
    pullTold("milestoned", { milestone }, "pull_request_milestone"),
    pullTold("demilestoned", {}, "pull_request_milestone"),
    pullTold("review_requested", asked, "pull_request_review_request", reviewer),
    pullTold("review_request_removed", {}, "pull_request_review_request", reviewer),
  ];
}

function reviews(): Sent[] {
  return ["approved", "rejected", "comment"].map((verdict) => {
    const type = `pull_request_review_${verdict}`;
    const review = { type, content: verdict === "approved" ? "" : "Name it `keepWarm`." };
    const told = pullTold("reviewed", {}, type, { review, sender: tomas });
    return { ...told, event: `pull_request_${verdict}` };
  });
}

function places(): Sent[] {
  const fork = { ...repo(8, tomas, "tomas/kettle"), fork: true };
  const release: JsonObject = {
    id: 31,
    tag_name: "v1.0",
    target_commitish: "main",
    name: "One",
    body: "* It warms",
    html_url: `${REPO}/releases/tag/v1.0`,
    draft: false,
    prerelease: false,
    created_at: AT,
    published_at: AT,
    author: lena,
    assets: [],
  };
  const page = { page: "How to boil", comment: "" };
  const made = { type: "npm", name: "kettle", version: "1.0.0", html_url: `${REPO}/packages/1` };
  const pack = { id: 41, owner: acme, repository, creator: lena, created_at: AT, ...made };
  const status = { id: 51, context: "ci/build", description: "It failed", state: "failure" };
  const checked = { sha: NEW, target_url: `${REPO}/actions/runs/9`, commit: commit(NEW, "Warm") };
  return [
    // `repository` is the fork, `forkee` what was forked.
    sent("fork", { forkee: repository, repository: fork, sender: tomas }),
    ...["published", "updated", "deleted"].map((action) => sent("release", { action, release })),
    ...["created", "edited", "deleted"].map((action) => sent("wiki", { action, ...page })),
    ...["created", "deleted"].map((action) => sent("repository", { action, organization: acme })),
    ...["created", "deleted"].map((action) =>
      sent("package", { action, package: pack, organization: acme }),
    ),
    sent("status", { ...status, ...checked, created_at: AT, updated_at: AT }),
  ];
}

function actions(): Sent[] {
  const run = (status: string, conclusion: string, more: JsonObject = {}): JsonObject => ({
    id: 61,
    html_url: `${REPO}/actions/runs/9`,
    display_title: "Warm it",
    path: "ci.yml@refs/heads/warm",
    event: "push",
    run_attempt: 0,
    run_number: 9,
    head_sha: NEW,
    head_branch: "warm",
    status,
    actor: lena,
    conclusion,
    started_at: AT,
    completed_at: conclusion === "" ? "1970-01-01T00:00:00Z" : LATER,
    ...more,
  });
  const job = { ...run("completed", "failure"), id: 71, run_id: 61, name: "test", created_at: AT };
  const forgejo = (status: string): Json => ({
    id: 81,
    title: "Warm it",
    repository,
    workflow_id: "ci.yml",
    index_in_repo: 9,
    trigger_user: lena,
    prettyref: "warm",
    commit_sha: NEW,
    event: "push",
    status,
    started: AT,
    stopped: LATER,
    created: AT,
    updated: LATER,
    html_url: `${REPO}/actions/runs/9`,
  });
  const workflow = { id: "ci.yml", name: "CI", path: ".gitea/workflows/ci.yml" };
  const told = (action: string, conclusion: string) =>
    sent("workflow_run", { action, workflow, workflow_run: run(action, conclusion) });
  return [
    told("requested", ""),
    told("in_progress", ""),
    told("completed", "failure"),
    sent("workflow_job", { action: "completed", workflow_job: job }),
    sent("action_run_failure", { action: "failure", run: forgejo("failure"), prior_status: "" }),
    sent("action_run_recover", { action: "recover", run: forgejo("success") }),
    sent("action_run_success", { action: "success", run: forgejo("success") }),
  ];
}
