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

it("says at which step a job failed, and what a check or status found, only while it has failed", () => {
  const tried = (conclusion: string, run_attempt: number, steps: readonly string[]) =>
    github("workflow_job", {
      action: "completed",
      workflow_job: {
        name: "test",
        run_id: 5,
        run_attempt,
        workflow_name: "CI",
        head_branch: "main",
        status: "completed",
        conclusion,
        steps: steps.map((end, i) => ({ name: `Step ${i}`, conclusion: end })),
      },
      repository,
    });
  const failed = tried("failure", 1, ["success", "failure", "failure"]);
  const passed = tried("success", 2, ["success"]);
  const card = (...jobs: (typeof failed)[]) => cardAfter(jobs, "workflow_run:7:5");

  expect(announced(failed)).toContain("Failed step: Step 1");
  // A step may fail by leave.
  expect(announced(tried("success", 1, ["failure", "success"]))).not.toContain("Step 0");
  expect(announced(failed, chinese)).toContain("失败步骤: Step 1");
  expect(card(failed)).toContain("Jobs: test ❌ (Step 1)");
  expect(card(failed, passed)).toContain("Jobs: test ✅\n");
  expect(cardAfter([failed], "failed_run:7:5", chinese)).toContain("：test（Step 1）");

  const status = { state: "failure", context: "ci", sha: "abc", description: "2 tests failed" };
  const message = "Boil faster\n\nMuch";
  const of = (more: JsonObject) =>
    cardAfter(
      [github("status", { ...status, ...more, commit: { commit: { message } }, repository })],
      "check_suite:7:status-abc",
    );
  expect(of({})).toContain("Boil faster\nChecks: ci ❌ (2 tests failed)");
  expect(of({ description: "x".repeat(99) })).toContain(`ci ❌ (${"x".repeat(60)}…)`);
  expect(of({ state: "success" })).toContain("Checks: ci ✅\n");
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

it.each([
  [0, "under a second", "不到 1 秒"],
  [1, "1 s", "1 秒"],
  [59, "59 s", "59 秒"],
  [300, "5 min", "5 分钟"],
  [330, "5 min 30 s", "5 分 30 秒"],
  [7200, "2 h", "2 小时"],
  [7260, "2 h 1 min", "2 小时 1 分"],
])("says that %s seconds took as long as a person would say", (seconds, english, inChinese) => {
  const ended = github("workflow_run", {
    action: "completed",
    workflow_run: {
      id: 5,
      name: "CI",
      status: "completed",
      conclusion: "success",
      run_started_at: "2026-12-01T09:00:00Z",
      updated_at: new Date(Date.parse("2026-12-01T09:00:00Z") + seconds * 1000).toISOString(),
    },
    repository,
  });
  const lines = (voice?: typeof chinese) =>
    cardAfter([ended], "workflow_run:7:5", voice).split("\n");

  expect(lines()).toContain(`Duration: ${english}`);
  expect(lines(chinese)).toContain(`用时: ${inChinese}`);
});

/** Without times of its own the payload of a request for a new run tells the end before. */
it("shows checks that were asked for again as such, in any order, until they come anew", () => {
  const suite = (action: string, status: string, conclusion: string | null, at: string) =>
    github("check_suite", {
      action,
      check_suite: {
        id: 4,
        status,
        conclusion,
        head_branch: "main",
        head_sha: "abc",
        created_at: "2026-12-01T09:00:00Z",
        updated_at: `2026-12-01T09:${at}Z`,
        app: { slug: "ci", name: "CI.dev" },
        pull_requests: [{ number: 2, head: { ref: "warm" }, base: { repo: { id: 7 } } }],
      },
      sender,
      repository,
    });
  const checked = (action: string, conclusion: string, at: string) =>
    github("check_run", {
      action,
      check_run: {
        name: "lint",
        status: "completed",
        conclusion,
        head_sha: "abc",
        started_at: `2026-12-01T09:${at}Z`,
        completed_at: `2026-12-01T09:${at}Z`,
        app: { slug: "ci", name: "CI.dev" },
        check_suite: { id: 4, head_branch: "main" },
        pull_requests: [{ number: 2, head: { ref: "warm" }, base: { repo: { id: 7 } } }],
      },
      sender,
      repository,
    });
  const pull = github("pull_request", {
    action: "opened",
    pull_request: { number: 2, state: "open", head: { ref: "warm", sha: "abc" } },
    sender,
    repository,
  });
  const before = [suite("completed", "completed", "failure", "05:00"), pull];
  const ran = checked("completed", "failure", "04:59");
  const again = suite("rerequested", "completed", "failure", "05:00");
  const anew = [suite("completed", "completed", "success", "09:00")];
  const ranAnew = checked("completed", "success", "08:59");

  for (const events of [
    [...before, ran, again],
    [again, ran, ...before],
  ]) {
    const card = cardAfter(events, "check_suite:7:4");
    expect(card).toContain("⏳ Checks of CI.dev were requested again on main");
    expect(card).not.toContain("❌");
    expect(cardAfter(events, "pull_request:7:2")).toContain("Checks: ⏳ 1");
  }
  for (const events of [
    [...before, ran, again, ranAnew, ...anew],
    [...anew, ranAnew, again, ran, ...before],
  ]) {
    expect(cardAfter(events, "check_suite:7:4")).toContain("✅ Checks of CI.dev passed on main");
    expect(cardAfter(events, "pull_request:7:2")).toContain("Checks: ✅ 1");
  }
  const oneAgain = [...before, ran, checked("rerequested", "failure", "04:59")];
  for (const events of [oneAgain, oneAgain.toReversed()])
    expect(cardAfter(events, "pull_request:7:2")).toContain("Checks: ⏳ 1");
});
