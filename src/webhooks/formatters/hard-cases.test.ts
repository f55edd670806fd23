import { expect, it } from "vitest";
import type { Json, JsonObject } from "../../domain/json.ts";
import {
  announced,
  cardAfter,
  english,
  github,
  presenter,
  statesAfter,
  visible,
} from "./presenter.fixture.ts";

const repository = { id: 7, full_name: "acme/x", html_url: "https://github.com/acme/x" };
const sender = { login: "octocat" };
const SHA_A = "a".repeat(40);
const SHA_B = "b".repeat(40);
const ZERO = "0".repeat(40);

it("tells a push by what it did", () => {
  expect(pushed({ commits: commits(3) })).toBe(
    "📦 octocat pushed 3 commits to main\n- 0000000 Commit 0 — mona\n- 0000001 Commit 1 — mona\n- 0000002 Commit 2 — mona",
  );
  expect(pushed({ commits: commits(40) })).toMatch(
    /pushed 40 commits to main\n[^]*\n- and 32 more commits$/,
  );
  expect(pushed({ commits: commits(1), forced: true })).toContain(
    "⚠️ octocat force-pushed main from aaaaaaa to bbbbbbb\n- 0000000 Commit 0",
  );
  expect(pushed({ created: true, before: ZERO })).toBe("🌱 octocat created the branch main");
  expect(pushed({ deleted: true, after: ZERO })).toBe("🗑️ octocat deleted the branch main");
  expect(pushed({ commits: commits(2, false) })).toBe(
    "↪️ octocat moved main from aaaaaaa to bbbbbbb, with no new commits",
  );
  expect(pushed({ ref: "refs/tags/v1", created: true })).toBe("🏷️ octocat pushed the tag v1");
  expect(pushed({ ref: "refs/tags/v1", deleted: true })).toBe("🗑️ octocat deleted the tag v1");
});

it("keeps a merge queue's own branches quiet", () => {
  const reading = presenter.read(
    push({ ref: "refs/heads/gh-readonly-queue/main/pr-1", created: true }),
  );
  expect(reading).toMatchObject({ news: [], hidden: expect.stringContaining("merge queue") });
});

it("tells a branch's creation once, though it comes as a pair", () => {
  const created = github("create", { ref: "topic", ref_type: "branch", repository, sender });
  const first = push({ ref: "refs/heads/topic", created: true, commits: commits(1) });
  const [key = ""] = statesAfter([created, first]).keys();

  expect(statesAfter([created, first]).size).toBe(1);
  expect(cardAfter([first, created], key)).toBe(cardAfter([created, first], key));
  expect(cardAfter([created, first], key)).toContain(
    "octocat pushed 1 commit to the new branch topic",
  );
});

it("tells a merge's push on the pull request's card, where one stands", () => {
  const head_commit = { message: "Add it (#12)\n\nBody", committer: { username: "web-flow" } };
  const [onPull, own] = presenter.read(push({ commits: commits(1), head_commit })).news;
  expect(onPull).toMatchObject({ subject: { key: "pull_request:7:12" }, onlyWhereShown: true });
  expect(own?.subject.kind).toBe("ref");
  const byHand = { ...head_commit, committer: { username: "octocat" } };
  expect(presenter.read(push({ commits: commits(1), head_commit: byHand })).news).toEqual([
    { subject: { kind: "ref", key: "ref:7:branch:main" }, facets: {}, index: "ask_open" },
  ]);
});

it.each([
  ["success", "✅ CI passed on main", "success"],
  ["failure", "❌ CI failed on main", "failure"],
  ["cancelled", "🚫 CI was cancelled on main", "neutral"],
  ["timed_out", "⌛ CI timed out on main", "failure"],
  ["action_required", "⚠️ CI requires action on main", "warning"],
  ["neutral", "⚪ CI ended neutral on main", "neutral"],
  ["skipped", "⏭️ CI was skipped on main", "neutral"],
  ["stale", "⚪ CI went stale on main", "neutral"],
  ["startup_failure", "❌ CI could not start on main", "failure"],
  ["something_new", "⏳ CI changed its state on main", "pending"],
])("gives the conclusion %s its own word and tone", (conclusion, headline, tone) => {
  const event = run({ conclusion });
  const shown = presenter.announce(event, english, "reply");
  expect(visible(shown)).toBe(headline);
  expect(shown.tone).toBe(tone);
});

it("names the failing jobs, forgets them in the next attempt, and never goes back", () => {
  const failed = [
    job("build", "completed", "success"),
    job("test", "completed", "failure"),
    run({ conclusion: "failure" }),
  ];
  expect(cardAfter(failed, "workflow_run:7:5")).toContain("Jobs: test ❌, build ✅");
  const again = [
    run({
      status: "in_progress",
      conclusion: null,
      run_attempt: 2,
      updated_at: "2024-01-01T00:01:00Z",
    }),
    ...failed,
  ];
  const shown = cardAfter(again, "workflow_run:7:5");
  expect(shown).toContain("⏳ CI is running on main");
  expect(shown).toContain("Jobs: build ✅");
  expect(shown).toContain("Attempt: 2");
});

it("shows a check of a workflow on the run's card", () => {
  const check = github("check_run", {
    action: "completed",
    check_run: {
      name: "test",
      status: "completed",
      conclusion: "failure",
      completed_at: "2024-01-01T00:00:00Z",
      app: { slug: "github-actions" },
      details_url: "https://github.com/acme/x/actions/runs/5/job/9",
    },
    repository,
  });
  expect(cardAfter([run({ conclusion: "failure" }), check], "workflow_run:7:5")).toContain(
    "Jobs: test ❌",
  );
});

it("never shows a deleted comment's text, or that of a draft release", () => {
  const issue = { number: 1, title: "A", state: "open" };
  const comment = { body: "regretted" };
  for (const form of ["post", "reply"] as const) {
    const gone = github("issue_comment", { action: "deleted", issue, comment, repository, sender });
    expect(announced(gone, english, form)).not.toContain("regretted");
  }
  const draft = github("release", {
    action: "edited",
    release: { id: 1, draft: true, body: "secret" },
    repository,
  });
  expect(presenter.read(draft)).toMatchObject({ news: [], hidden: expect.any(String) });
  expect(announced(draft)).not.toContain("secret");
});

it("folds the three events of one publishing into one card", () => {
  const release = {
    id: 3,
    tag_name: "v1",
    name: "One",
    draft: false,
    published_at: "2024-01-01T00:00:00Z",
  };
  const all = ["created", "published", "released"].map((action) =>
    github("release", { action, release, repository, sender }),
  );
  expect([...statesAfter(all).keys()]).toEqual(["release:7:3"]);
});

it("never reads a secret, and names no private sponsor", () => {
  const alert = {
    number: 1,
    secret_type: "github_token",
    secret: "ghp_x",
    html_url: "https://github.com/a",
  };
  const leaked = github("secret_scanning_alert", { action: "created", alert, repository });
  expect(JSON.stringify(presenter.announce(leaked, english, "post"))).not.toContain("ghp_x");
  const sponsorship = {
    privacy_level: "private",
    sponsor: { login: "shy" },
    sponsorable: { login: "mona" },
    tier: { name: "$5" },
  };
  const shy = github("sponsorship", { action: "created", sponsorship, sender: { login: "shy" } });
  expect(JSON.stringify(presenter.announce(shy, english, "post"))).not.toMatch(/shy|\$5/);
});

it("gives buttons on GitHub only, for the state shown, and only where they fit", () => {
  const pull = { number: 12, title: "A", state: "open", draft: true };
  const event = github("pull_request", {
    action: "opened",
    pull_request: pull,
    repository,
    sender,
  });
  expect(cardAfter([event], "pull_request:7:12")).toContain("[Comment] [Close]");
  const elsewhere = {
    ...event,
    provider: "gitea" as const,
    payload: {
      ...event.payload,
      repository: { ...repository, html_url: "https://git.acme.dev/acme/x" },
    },
  };
  expect(cardAfter([elsewhere], "pull_request:git.acme.dev/7:12")).not.toContain("[Comment]");
  const long = { ...repository, full_name: `acme/${"x".repeat(60)}` };
  const tooLong = github("pull_request", {
    action: "opened",
    pull_request: pull,
    repository: long,
  });
  expect(cardAfter([tooLong], "pull_request:7:12")).not.toContain("[Comment]");
});

it("copes with ghosts: no sender, no author, a deleted fork", () => {
  const pull = {
    number: 12,
    title: null,
    user: null,
    head: { repo: null, ref: null },
    state: "open",
  };
  const event = github("pull_request", {
    action: "reopened",
    pull_request: pull,
    repository,
    sender: null,
  });
  expect(announced(event)).toBe("🟢 Somebody reopened #12\nacme/x");
  expect(cardAfter([event], "pull_request:7:12")).toContain("Pull request #12 opened by somebody");
});

it("shows a message of the sender's own as they wrote it, and keeps the newest version", () => {
  const said = (version: number, title: string) => ({
    ...github("custom", {
      title,
      color: "green",
      updateKey: "deploy",
      version,
      fields: [{ name: "Env", value: "prod" }],
    }),
    provider: "custom" as const,
  });
  expect(announced(said(1, "Deploying"))).toBe("Deploying\nEnv: prod");
  const by = { title: "Deployed", author: { name: "CI <3" }, url: "https://example.org/run" };
  expect(announced({ ...github("custom", by), provider: "custom" })).toBe("CI <3\nDeployed");
  expect(cardAfter([said(2, "Deployed"), said(1, "Deploying")], "custom:deploy")).toContain(
    "Deployed",
  );
  const long = {
    ...github("custom", { description: "x\n".repeat(999) }),
    provider: "custom" as const,
  };
  expect(presenter.announce(long, english, "post").bodyLeft).toBe(1_758);
});

it("gathers the statuses of one commit, and replies when one fails", () => {
  const set = (context: string, state: string, second: number) =>
    github("status", {
      context,
      state,
      sha: SHA_A,
      branches: [{ name: "main" }],
      updated_at: `2024-01-01T00:00:0${second}Z`,
      repository,
    });
  const all = [
    set("lint", "pending", 1),
    set("test", "pending", 1),
    set("test", "failure", 2),
    set("lint", "success", 3),
  ];

  expect(all.map((event) => presenter.read(event).attention)).toEqual([false, false, true, false]);
  expect(cardAfter(all.toReversed(), `check_suite:7:status-${SHA_A}`)).toContain(
    "❌ Checks of this commit failed on main\nChecks: test ❌, lint ✅",
  );
});

it("waits for approval on the run's card, and says who gave it", () => {
  const workflow_run = {
    id: 5,
    name: "Deploy",
    status: "waiting",
    run_attempt: 1,
    updated_at: "2024-01-01T00:00:00Z",
  };
  const [asked, given] = ["requested", "approved"].map((action) =>
    github("deployment_review", {
      action,
      workflow_run,
      environment: "prod",
      since: "2024-01-01T00:00:00Z",
      repository,
      sender,
    }),
  );
  if (asked === undefined || given === undefined) throw new Error("two events");
  expect(cardAfter([asked], "workflow_run:7:5")).toContain("Approval: prod: waiting");
  expect(cardAfter([given, asked], "workflow_run:7:5")).toContain(
    "Approval: prod: approved by octocat",
  );
});

it("lets `published` speak for the events that come along with it", () => {
  const published_at = "2023-11-14T22:13:00Z";
  const release = { id: 3, tag_name: "v1", draft: false, published_at };
  const hidden = (action: string, late = 0) =>
    presenter.read(
      github("release", { action, release, repository }, Date.parse(published_at) + late),
    ).hidden;

  expect(hidden("published")).toBeUndefined();
  expect(hidden("released")).toContain("published");
  expect(hidden("released", 86_400_000)).toBeUndefined();
});

function push(changed: JsonObject) {
  return github("push", {
    ref: "refs/heads/main",
    before: SHA_A,
    after: SHA_B,
    commits: [],
    compare: "https://github.com/acme/x/compare/a...b",
    repository,
    sender,
    ...changed,
  });
}

function pushed(changed: JsonObject): string {
  return announced(push(changed)).replace(/\nacme\/x$/, "");
}

function commits(count: number, distinct = true): Json {
  return Array.from({ length: count }, (_, i) => ({
    id: String(i).padStart(7, "0"),
    message: `Commit ${i}\n\nMore`,
    distinct,
    author: { name: "Mona", username: "mona" },
  }));
}

function run(changed: JsonObject) {
  return github("workflow_run", {
    action: "completed",
    workflow_run: {
      id: 5,
      name: "CI",
      status: "completed",
      run_attempt: 1,
      head_branch: "main",
      updated_at: "2024-01-01T00:00:00Z",
      ...changed,
    },
    repository,
    sender,
  });
}

function job(name: string, status: string, conclusion: string) {
  return github("workflow_job", {
    action: status,
    workflow_job: {
      name,
      run_id: 5,
      run_attempt: 1,
      workflow_name: "CI",
      status,
      conclusion,
      completed_at: "2024-01-01T00:00:00Z",
    },
    repository,
  });
}
