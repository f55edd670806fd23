import { describe, expect, it } from "vitest";
import type { WebhookEvent } from "../../../domain/webhook-event.ts";
import { providerContract } from "../contract.ts";
import { signatureOf } from "../hmac.ts";
import { parseEvent } from "../index.ts";
import { gitea } from "./gitea.ts";

const body = JSON.stringify({ action: "opened", title: "Café 🎉" });
const github = { "x-github-event": "issues", "x-github-delivery": "d-1" };

providerContract({
  provider: gitea,
  body,
  signature: "x-gitea-signature",
  headers: async (bytes, secret) => ({
    "x-gitea-event": "issues",
    "x-gitea-event-type": "issue_label",
    "x-gitea-delivery": "d-1",
    "x-gitea-signature": await signatureOf(secret, bytes),
    ...github,
  }),
});
providerContract({
  provider: gitea,
  body,
  signature: "x-forgejo-signature",
  headers: async (bytes, secret) => ({
    "x-forgejo-event": "issues",
    "x-forgejo-delivery": "d-1",
    "x-forgejo-signature": await signatureOf(secret, bytes),
    ...github,
  }),
});

const HOST = "https://git.example.org/forge";
const repository = {
  id: 7,
  full_name: "acme/app",
  html_url: `${HOST}/acme/app`,
  owner: { login: "acme", username: "acme" },
};
const sender = { id: 3, login: "alice", avatar_url: `${HOST}/avatars/3` };

function read(event: string, payload: object): WebhookEvent {
  const parsed = parseEvent(
    {
      provider: "gitea",
      endpoint: "acme",
      deliveryId: "1",
      event,
      form: false,
      receivedAt: 1,
    },
    JSON.stringify({ repository, sender, ...payload }),
  );
  if ("unreadable" in parsed) throw new Error(parsed.unreadable);
  return parsed;
}

describe("a webhook of Gitea or Forgejo", () => {
  it.each([
    [{ "x-forgejo-event": "push", "x-gitea-delivery": "d-2" }],
    [{ "x-gitea-event": "push", "x-github-delivery": "d-2" }],
  ])("keeps its delivery id under whichever name it is said: %j", (headers) => {
    expect(gitea.recognise(new Headers(headers))?.deliveryId).toBe("d-2");
  });

  it.each([
    ["synchronized", "synchronize"],
    ["label_updated", "labeled"],
    ["label_cleared", "unlabeled"],
    ["opened", "opened"],
    ["something_new", "something_new"],
  ])("says %s in GitHub's words: %s", (action, expected) => {
    const event = read("pull_request", { action, pull_request: { number: 1 } });
    expect(event).toMatchObject({ event: "pull_request", action: expected });
    expect(event.payload["action"]).toBe(expected);
  });

  it.each([
    ["pull_request_approved", "pull_request_review_approved", "approved"],
    ["pull_request_rejected", "pull_request_review_rejected", "changes_requested"],
    ["pull_request_comment", "pull_request_review_comment", "commented"],
    ["pull_request", "pull_request_review_approved", "approved"],
  ])("tells the review event %s (%s) as a review that %s", (header, type, state) => {
    const event = read(header, {
      action: "reviewed",
      review: { type, content: "Nice" },
      pull_request: {
        html_url: `${HOST}/acme/app/pulls/4`,
        updated_at: "2026-01-02T03:04:05Z",
        user: { login: "bob" },
      },
    });
    expect(event).toMatchObject({
      event: "pull_request_review",
      action: "submitted",
      payload: {
        review: {
          state,
          body: "Nice",
          user: { login: "alice" },
          submitted_at: "2026-01-02T03:04:05Z",
          html_url: `${HOST}/acme/app/pulls/4`,
        },
      },
    });
  });

  it("links people to their own forge, below its path, and knows its robots", () => {
    const { payload } = read("issues", {
      action: "opened",
      issue: { user: { login: "bob" }, assignees: [{ login: "gitea-actions" }] },
    });
    expect(payload).toMatchObject({
      sender: { html_url: `${HOST}/alice`, type: "User" },
      issue: {
        user: { html_url: `${HOST}/bob` },
        assignees: [{ html_url: `${HOST}/gitea-actions`, type: "Bot" }],
      },
    });
  });

  it("keeps a person's page where the forge gives one", () => {
    const page = "https://elsewhere.example.org/alice";
    const { payload } = read("issues", { sender: { login: "alice", html_url: page } });
    expect(payload).toMatchObject({ sender: { html_url: page } });
  });

  it("lists a push's commits oldest first, with the comparison and what became of the ref", () => {
    const { payload } = read("push", {
      ref: "refs/heads/main",
      before: "0".repeat(40),
      after: "b",
      compare_url: `${HOST}/acme/app/compare/a...b`,
      commits: [
        { id: "b", message: "second" },
        { id: "a", message: "first" },
      ],
      head_commit: { id: "b" },
      pusher: sender,
    });
    expect(payload).toMatchObject({
      compare: `${HOST}/acme/app/compare/a...b`,
      created: true,
      deleted: false,
      commits: [{ id: "a", distinct: true }, { id: "b" }],
      pusher: { name: "alice" },
    });
  });

  it("marks a comment on a pull request as GitHub does", () => {
    const issue = { number: 4, html_url: `${HOST}/acme/app/pulls/4`, pull_request: null };
    const comment = { id: 1, body: "hm" };
    const onPull = read("issue_comment", { action: "created", is_pull: true, issue, comment });
    expect(onPull.payload).toMatchObject({ issue: { pull_request: { html_url: issue.html_url } } });
    const onIssue = read("issue_comment", { action: "created", is_pull: false, issue, comment });
    expect(onIssue.payload["issue"]).not.toHaveProperty("pull_request");
  });

  it("names the fork, the wiki and an updated release as GitHub does", () => {
    const fork = { full_name: "bob/app", html_url: `${HOST}/bob/app` };
    const forked = read("fork", { forkee: repository, repository: fork });
    expect(forked.payload).toMatchObject({
      forkee: { full_name: "bob/app" },
      repository: { full_name: "acme/app" },
    });
    const wiki = read("wiki", { action: "created", page: "Home page", comment: "start" });
    expect(wiki).toMatchObject({
      event: "gollum",
      payload: {
        pages: [
          { action: "created", title: "Home page", html_url: `${HOST}/acme/app/wiki/Home%20page` },
        ],
      },
    });
    expect(wiki).not.toHaveProperty("action");
    expect(read("release", { action: "updated", release: {} }).action).toBe("edited");
  });

  it("tells how a run of Forgejo's ended as a workflow run", () => {
    const event = read("action_run_failure", {
      action: "failure",
      repository: undefined,
      run: {
        id: 9,
        title: "Fix it",
        repository,
        workflow_id: "ci.yml",
        index_in_repo: 12,
        prettyref: "main",
        status: "failure",
        commit_sha: "abc",
        html_url: `${HOST}/acme/app/actions/runs/12`,
        trigger_user: { login: "bob" },
        started: "2026-01-02T03:04:05Z",
        stopped: "2026-01-02T03:05:05Z",
      },
    });
    expect(event).toMatchObject({
      event: "workflow_run",
      action: "completed",
      payload: {
        repository: { full_name: "acme/app" },
        workflow_run: {
          id: 9,
          name: "ci.yml",
          status: "completed",
          conclusion: "failure",
          head_branch: "main",
          actor: { html_url: `${HOST}/bob` },
          updated_at: "2026-01-02T03:05:05Z",
        },
      },
    });
  });

  it("gives a run of Gitea's a name and times, and none that mean never", () => {
    const { payload } = read("workflow_run", {
      action: "in_progress",
      workflow_run: {
        id: 1,
        path: "ci.yml@refs/heads/main",
        started_at: "2026-01-02T03:04:05Z",
        completed_at: "1970-01-01T00:00:00Z",
      },
    });
    expect(payload).toMatchObject({
      workflow_run: { name: "ci.yml", updated_at: "2026-01-02T03:04:05Z", completed_at: null },
    });
  });

  it.each(["constructor", "__proto__", "toString"])("may be called %s", (odd) => {
    expect(read(odd, { action: odd, run: { status: odd } })).toMatchObject({
      event: odd,
      action: odd,
    });
  });

  it("claims no installation of the GitHub App, whatever it says", () => {
    expect(read("issues", { installation: { id: 1 } }).payload).not.toHaveProperty("installation");
  });

  it.each(["push", "pull_request", "issue_comment", "wiki", "fork", "release", "workflow_run"])(
    "of the event %s may lack everything",
    (event) => {
      expect(read(event, { repository: null, sender: null }).payload).toBeDefined();
      expect(read(event, { action: "reviewed", issue: null, commits: null })).toBeDefined();
    },
  );
});
