import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { announced, cardAfter, chinese, github } from "./presenter.fixture.ts";

const repository = { id: 7, full_name: "acme/kettle", html_url: "https://github.com/acme/kettle" };
const sender = { login: "ada" };

it("says of checks that agree what they all say, so that a cancelled one is not told as a failure", () => {
  const card = (...conclusions: string[]) => {
    const checks = conclusions.map((conclusion, i) => check(`check ${i}`, conclusion));
    return cardAfter(checks, "check_suite:7:4").split("\n")[0];
  };

  expect(card("cancelled")).toBe("🚫 Checks of CI.dev were cancelled on main");
  expect(card("skipped", "skipped")).toBe("⏭️ Checks of CI.dev were skipped on main");
  expect(card("action_required", "success")).toBe("⚠️ Checks of CI.dev require action on main");
  expect(card("cancelled", "failure")).toBe("❌ Checks of CI.dev failed on main");
});

it("ends a run for good where nothing says when, in whatever order it is told", () => {
  const told = (status: string, conclusion: string | null, receivedAt: number) => ({
    ...github("workflow_run", {
      action: status === "completed" ? "completed" : "requested",
      workflow_run: { id: 5, name: "CI", status, conclusion, head_branch: "main" },
      repository,
    }),
    receivedAt,
  });
  const [queued, ended] = [told("queued", null, 2), told("completed", "failure", 1)];
  expect(cardAfter([ended, queued], "workflow_run:7:5")).toContain("CI failed on main");
  expect(cardAfter([queued, ended], "workflow_run:7:5")).toContain("CI failed on main");
});

it("gives every state of a check a word, of one and of many", () => {
  for (const state of ["success", "failure", "error", "pending"]) {
    const status = github("status", { state, context: "ci", sha: "abc", branches: [], repository });
    for (const text of [announced(status), cardAfter([status], "check_suite:7:status-abc")])
      expect(text).not.toContain("changed");
  }
});

it("says that a requested run waits or needs somebody rather than that it was started", () => {
  const run = (status: string, conclusion: string | null) =>
    announced(
      github("workflow_run", {
        action: "requested",
        workflow_run: { name: "CI", status, conclusion, head_branch: "main" },
        sender,
        repository,
      }),
    ).split("\n")[0];

  expect(run("queued", null)).toBe("⏳ CI was started on main");
  expect(run("waiting", null)).toBe("⏸️ CI waits for approval on main");
  expect(run("completed", "action_required")).toBe("⚠️ CI requires action on main");
});

it("says in the reader's language what started a run", () => {
  const run = (event: string): JsonObject => ({
    action: "completed",
    workflow_run: { name: "CI", status: "completed", conclusion: "success", event, actor: sender },
    repository,
  });

  expect(announced(github("workflow_run", run("schedule")), chinese)).toContain("触发: 定时 · ada");
  expect(announced(github("workflow_run", run("moon_phase")))).toContain(
    "Triggered by: moon phase · ada",
  );
});

it("names the pull request that the merge queue checks, and what it is about", () => {
  const group = {
    head_ref: "refs/heads/gh-readonly-queue/main/pr-42-0123456789abcdef",
    base_ref: "refs/heads/main",
    head_commit: { message: "Merge pull request #42 from acme/whistle\n\nAdd a whistle" },
  };
  const payload = { action: "checks_requested", merge_group: group, sender, repository };

  expect(announced(github("merge_group", payload))).toBe(
    "🚦 The merge queue checks #42 for main\nAdd a whistle\nacme/kettle",
  );
});

function check(name: string, conclusion: string) {
  return github("check_run", {
    action: "completed",
    check_run: {
      name,
      status: "completed",
      conclusion,
      head_sha: "abc",
      app: { slug: "ci", name: "CI.dev" },
      check_suite: { id: 4, head_branch: "main" },
    },
    sender,
    repository,
  });
}
