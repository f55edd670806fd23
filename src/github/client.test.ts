import { beforeEach, describe, expect, it } from "vitest";
import type { GitHubFault } from "../../sandbox/stand-ins/github/faults.ts";
import {
  createStandInGitHub,
  type StandInGitHub,
} from "../../sandbox/stand-ins/github/stand-in.ts";
import { createGitHub, type GitHub, type GitHubUser } from "./client.ts";
import { GitHubError, type GitHubErrorKind } from "./github-error.ts";

const bases = { githubUrl: "https://github.test", apiUrl: "https://api.github.test" };
const pr = { owner: "acme", repo: "rocket", number: 1 };
const issue = { ...pr, number: 2 };

let standIn: StandInGitHub;
let github: GitHub;
let me: GitHubUser;
let sha: string;

beforeEach(() => {
  standIn = createStandInGitHub({
    ...bases,
    app: { clientId: "Iv1", clientSecret: "s3cret", callbackUrl: "https://bot.test/auth" },
    users: [
      { login: "octocat", id: 1, name: "Octo Cat" },
      { login: "mona", id: 2 },
      { login: "guest", id: 3 },
    ],
    repositories: [
      {
        owner: "acme",
        name: "rocket",
        permissions: { octocat: "write", mona: "admin" },
        formerNames: ["acme/old-rocket"],
      },
    ],
  });
  sha = standIn.open("acme/rocket", { author: "mona", title: "Faster", pull: {} }).pull?.head
    .sha as string;
  standIn.open("acme/rocket", { author: "mona", title: "Slow start" });
  github = createGitHub({
    ...bases,
    fetch: standIn.fetch,
    now: Date.now,
    clientId: "Iv1",
    clientSecret: "s3cret",
    timeoutMs: 50,
  });
  me = github.as(standIn.tokens.issue(1, "").accessToken);
});

const failure = async (work: Promise<unknown>): Promise<GitHubError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GitHubError) return error;
  throw new Error(`expected a GitHubError, got ${String(error)}`);
};

describe("what one asks as oneself", () => {
  it("comments, edits and deletes, and GitHub tells the hooks of each", async () => {
    const events: string[] = [];
    standIn.onWebhook(({ event, payload }) => events.push(`${event} ${String(payload["action"])}`));

    const comment = await me.addComment(pr, "Looks good");
    const ref = { ...pr, kind: "issue", commentId: comment.id } as const;
    await me.editComment(ref, "Looks great");
    expect((await me.getComment(ref)).body).toBe("Looks great");
    await me.deleteComment(ref);

    expect(events).toEqual([
      "issue_comment created",
      "issue_comment edited",
      "issue_comment deleted",
    ]);
    expect(standIn.violations).toEqual([]);
  });

  it("opens, closes with a reason and reopens an issue", async () => {
    const opened = await me.createIssue(pr, { title: "New", body: "Text", labels: ["bug"] });
    const ref = { ...pr, number: opened.number };

    expect(opened.labels).toEqual(["bug"]);
    expect(await me.closeIssue(ref, "not_planned")).toMatchObject({
      state: "closed",
      state_reason: "not_planned",
    });
    expect(await me.reopenIssue(ref)).toMatchObject({ state: "open" });
    expect(standIn.violations).toEqual([]);
  });

  it("merges what was shown and refuses what moved since", async () => {
    standIn.push("acme/rocket", 1, "mona");

    expect((await failure(me.mergePull(pr, { method: "squash", sha }))).kind).toBe("conflict");
    const now = (await me.getPull(pr)).head.sha;
    expect(await me.mergePull(pr, { method: "squash", sha: now })).toMatchObject({ merged: true });
    expect((await me.getPull(pr)).merged).toBe(true);
  });

  it("reviews, reacts once and says so the second time", async () => {
    expect((await me.review(pr, { event: "APPROVE", sha })).html_url).toContain("review");
    expect(await me.react(issue, "rocket")).toEqual({ created: true });
    expect(await me.react(issue, "rocket")).toEqual({ created: false });
  });

  it("finds one's repositories and the issues of one of them", async () => {
    expect((await me.myRepositories(10)).map((repo) => repo.fullName)).toEqual(["acme/rocket"]);
    expect((await me.findIssues(pr, "", 10)).map((found) => found.number)).toHaveLength(2);
    expect((await me.findIssues(pr, 'slow" repo:x/y', 10)).map((found) => found.number)).toEqual(
      [],
    );
    expect((await me.findIssues(pr, "slow", 10)).map((found) => found.number)).toEqual([2]);
    expect(standIn.violations).toEqual([]);
  });

  it("tells who one is, what one may and where one is a member", async () => {
    expect(await me.whoAmI()).toEqual({
      id: "1",
      login: "octocat",
      name: "Octo Cat",
      scopes: [],
    });
    expect((await me.getRepository(pr)).permissions).toEqual({
      admin: false,
      push: true,
    });
    expect(await me.orgMembership("acme")).toMatchObject({ role: "member" });
    expect(await me.orgMembership("nobody")).toBeUndefined();
    expect((await me.myInstallations()).items.map(({ owner }) => owner)).toEqual(["acme"]);
    const mona = github.as(standIn.tokens.issue(2, "").accessToken);
    expect((await mona.myMemberships()).items).toMatchObject([
      { role: "admin", organization: { login: "acme" } },
    ]);
  });

  it("creates a hook as an administrator and gets a plain 404 as anybody else", async () => {
    const hook = { url: "https://bot.test/webhook/g", secret: "x", events: ["*"] };
    const mona = github.as(standIn.tokens.issue(2, "").accessToken);

    expect((await failure(me.createHook(pr, hook))).kind).toBe("not_found");
    expect((await mona.createHook(pr, hook)).id).toBeGreaterThan(0);
    expect((await failure(mona.createHook(pr, hook))).kind).toBe("invalid");
  });
});

describe("redirects", () => {
  it("follows a renamed repository by id, for reading and for writing", async () => {
    const old = { ...pr, repo: "old-rocket" };

    expect((await me.getPull(old)).title).toBe("Faster");
    await me.addComment(old, "still here");
    expect(standIn.thread("acme/rocket", 1).comments.map((c) => c.body)).toEqual(["still here"]);
  });

  it("carries a token to no other host, and a write to no other name", async () => {
    for (const location of [
      "https://evil.test/repositories/1/issues/1/comments",
      "//evil.test/repositories/1",
      "https://api.github.test.evil.test/repositories/1",
      "https://api.github.test/repos/evil/taken/issues/1/comments",
    ]) {
      const asked: string[] = [];
      const redirecting = createGitHub({
        ...bases,
        now: Date.now,
        clientId: "Iv1",
        clientSecret: "s",
        fetch: async (input) => {
          asked.push(new Request(input).url);
          return new Response("{}", { status: 301, headers: { location } });
        },
      });
      const error = await failure(redirecting.as("t").addComment(pr, "hi"));

      expect(error.kind).toBe("moved");
      expect(asked).toHaveLength(1);
    }
  });

  it("lets no name climb out of its place in a path", async () => {
    expect((await failure(me.getRepository({ owner: "..", repo: "user" }))).kind).toBe("not_found");
    expect(standIn.requests).toEqual([]);
  });
});

describe("failures", () => {
  const cases: readonly (readonly [GitHubFault, GitHubErrorKind])[] = [
    ["unauthorized", "unauthorized"],
    ["forbidden", "forbidden"],
    ["app_permission_missing", "app_permission_missing"],
    ["app_not_approved", "app_not_approved"],
    ["saml", "saml"],
    ["ip_not_allowed", "ip_not_allowed"],
    ["rate_limited", "rate_limited"],
    ["secondary_limit_403", "secondary_limit"],
    ["secondary_limit_429", "secondary_limit"],
    ["not_found", "not_found"],
    ["gone", "gone"],
    ["unprocessable", "invalid"],
    ["server_error", "unavailable"],
    ["bad_gateway", "unavailable"],
    ["timeout", "timeout"],
    ["dropped_after", "unavailable"],
  ];

  it("are told apart", async () => {
    for (const [fault, kind] of cases) {
      standIn.fail({ fault, times: 1 });
      expect([fault, (await failure(me.addComment(pr, "hi"))).kind]).toEqual([fault, kind]);
    }
  });

  it("says how long to wait, where to sign on and which codes were given", async () => {
    standIn.fail({ fault: "secondary_limit_403", times: 1 });
    expect((await failure(me.addComment(pr, "hi"))).retryAfterMs).toBe(90_000);
    standIn.fail({ fault: "rate_limited", times: 1 });
    expect((await failure(me.addComment(pr, "hi"))).retryAfterMs).toBeGreaterThan(1_700_000);
    standIn.fail({ fault: "saml", times: 1 });
    expect((await failure(me.addComment(pr, "hi"))).ssoUrl).toMatch(
      /^https:\/\/github\.test\/orgs/,
    );
    standIn.fail({ fault: "unprocessable", times: 1 });
    expect((await failure(me.addComment(pr, "hi"))).codes).toEqual(["invalid"]);
  });

  it("keeps GitHub's words out of the message that a log would show", async () => {
    standIn.fail({ fault: "saml" });
    expect((await failure(me.addComment(pr, "hi"))).message).toBe("saml (403)");
  });

  it("needs no more of an answer than is used", async () => {
    const terse = (json: object, status = 200) => answering(json, status).as("t");
    expect(await terse({ id: 5, user: null }).addComment(issue, "Hi")).toMatchObject({ id: 5 });
    expect(await terse({ sha: null }).mergePull(pr, { method: "merge" })).toEqual({ sha: null });
    expect(await terse({ state: "closed", user: {} }).setPullState(pr, "closed")).toEqual({
      state: "closed",
    });
    expect(await terse({}, 201).react(issue, "eyes")).toEqual({ created: true });
    expect(await terse({}).review(pr, { event: "APPROVE" })).toEqual({});
  });

  it("calls an answer in an unknown shape unexpected", async () => {
    const odd = answering({ odd: true }, 200);
    expect((await failure(odd.as("t").whoAmI())).kind).toBe("unexpected");
  });

  const answering = (json: object, status: number) =>
    createGitHub({
      ...bases,
      now: Date.now,
      clientId: "Iv1",
      clientSecret: "s",
      fetch: async () => Response.json(json, { status }),
    });
});
