import examples from "@octokit/webhooks-examples";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../domain/json.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import { factsOf } from "./facts.ts";

function event(name: string, payload: JsonObject, more: Partial<WebhookEvent> = {}): WebhookEvent {
  return {
    provider: "github",
    endpoint: "global",
    deliveryId: "1",
    event: name,
    receivedAt: 1,
    payload,
    ...more,
  };
}

const repository = { id: 7, full_name: "acme/app", private: true, owner: { login: "acme" } };

describe("the facts of an event", () => {
  it("are all there for a pull request", () => {
    const payload = {
      repository,
      sender: { login: "alice" },
      pull_request: {
        title: "Add it",
        body: "Because",
        draft: false,
        head: { ref: "feature", repo: null },
        base: { ref: "main" },
        labels: [{ name: "bug" }, null],
      },
      installation: { id: 99 },
    };
    expect(factsOf(event("pull_request", payload, { action: "opened" }))).toEqual({
      event: "pull_request",
      action: "opened",
      repo: { id: "7", fullName: "acme/app", isPrivate: true },
      owner: "acme",
      actor: "alice",
      branch: "feature",
      base: "main",
      labels: ["bug"],
      draft: false,
      texts: ["Add it", "Because"],
      installationId: "99",
    });
  });

  it("know a repository by its id on GitHub alone: every forge counts for itself", () => {
    const known = (provider: WebhookEvent["provider"]) =>
      factsOf(event("issues", { repository }, { provider })).repo?.id;
    expect([known("github"), known("gitea")]).toEqual(["7", undefined]);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ["push", { ref: "refs/heads/release/1.0" }, "release/1.0"],
    ["push", { ref: "refs/tags/v1" }, undefined],
    ["create", { ref: "feature", ref_type: "branch" }, "feature"],
    ["create", { ref: "v1", ref_type: "tag" }, undefined],
    ["delete", { ref: "feature", ref_type: "branch" }, "feature"],
    ["workflow_run", { workflow_run: { head_branch: "main" } }, "main"],
    ["workflow_run", { workflow_run: { head_branch: null } }, undefined],
    ["workflow_job", { workflow_job: { head_branch: "main" } }, "main"],
    ["check_run", { check_run: { check_suite: { head_branch: "main" } } }, "main"],
    ["check_suite", { check_suite: { head_branch: "main" } }, "main"],
    ["deployment", { deployment: { ref: "main" } }, "main"],
    ["deployment", { deployment: { ref: "a".repeat(40) } }, undefined],
    ["status", { branches: [{ name: "main" }] }, "main"],
    [
      "merge_group",
      { merge_group: { head_ref: "refs/heads/gh-readonly-queue/x" } },
      "gh-readonly-queue/x",
    ],
    ["code_scanning_alert", { ref: "refs/heads/main" }, "main"],
    ["issues", { issue: {} }, undefined],
  ])("name the branch of %s %j: %s", (name, payload, branch) => {
    expect(factsOf(event(name, payload)).branch).toBe(branch);
  });

  it("tell tags from branches", () => {
    expect(factsOf(event("push", { ref: "refs/tags/v1" })).refType).toBe("tag");
    expect(factsOf(event("create", { ref: "v1", ref_type: "tag" })).refType).toBe("tag");
    expect(factsOf(event("push", { ref: "refs/heads/v1" })).refType).toBe("branch");
  });

  it("list the paths of a push once each", () => {
    const commits = [
      { message: "a", added: ["x.ts"], removed: [], modified: ["y.ts"] },
      { message: "b", added: null, modified: ["x.ts", 7] },
      null,
    ];
    const facts = factsOf(event("push", { ref: "refs/heads/main", commits }));
    expect(facts.paths).toEqual(["x.ts", "y.ts"]);
    expect(facts.texts).toEqual(["a", "b"]);
  });

  it.each<[string, JsonObject, string | undefined]>([
    ["workflow_run", { workflow_run: { conclusion: "failure" } }, "failure"],
    ["workflow_run", { workflow_run: { conclusion: null } }, undefined],
    ["check_run", { check_run: { conclusion: "success" } }, "success"],
    ["deployment_status", { deployment_status: { state: "error" } }, "error"],
    ["status", { state: "pending" }, "pending"],
  ])("know the conclusion of %s %j: %s", (name, payload, conclusion) => {
    expect(factsOf(event(name, payload)).conclusion).toBe(conclusion);
  });

  it("search a comment and its title, not what it answers", () => {
    const payload = { issue: { title: "Title", body: "Old" }, comment: { body: "New" } };
    expect(factsOf(event("issue_comment", payload)).texts).toEqual(["Title", "New"]);
  });

  it("name the organisation where there is no repository", () => {
    expect(factsOf(event("membership", { organization: { login: "acme" } })).owner).toBe("acme");
  });

  it("believe an installation from the App's own endpoint alone", () => {
    const payload = { installation: { id: 99 } };
    expect(factsOf(event("issues", payload, { endpoint: "acme" }))).not.toHaveProperty(
      "installationId",
    );
    expect(factsOf(event("issues", payload, { provider: "gitea" }))).not.toHaveProperty(
      "installationId",
    );
  });

  it("of a custom webhook are what it says", () => {
    const payload = {
      title: "Done",
      repo: "acme/app",
      author: { name: "ci" },
      fields: [{ name: "n", value: "v" }],
    };
    expect(factsOf(event("custom", payload, { provider: "custom" }))).toEqual({
      event: "custom",
      repo: { fullName: "acme/app", isPrivate: false },
      owner: "acme",
      actor: "ci",
      texts: ["Done", "n", "v", "ci"],
    });
  });

  it("survive every payload of GitHub's, and each with its fields gone or null", () => {
    for (const { name, examples: payloads } of examples) {
      for (const example of payloads) {
        // An example is JSON; its type says more than is asked here.
        const payload = example as unknown as JsonObject;
        const facts = factsOf(event(name, payload));
        expect(facts.event).toBe(name);
        for (const key of Object.keys(payload)) {
          expect(factsOf(event(name, { ...payload, [key]: null })).texts).toBeInstanceOf(Array);
        }
      }
    }
  });
});
