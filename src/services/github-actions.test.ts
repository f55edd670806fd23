import { beforeEach, describe, expect, it } from "vitest";
import type { GitHubFault } from "../../sandbox/stand-ins/github/faults.ts";
import { type AccountsWorld, accountsWorld } from "../../tests/support/accounts-world.ts";
import { UserError } from "../domain/user-error.ts";
import { isMessageKey, translator } from "../i18n/translate.ts";

const octocat = "1";
const mona = "2";
const guest = "3";
const pr = { owner: "acme", repo: "rocket", number: 1 };
const issue = { ...pr, number: 2 };

let world: AccountsWorld;

async function signedIn(...ids: string[]): Promise<void> {
  for (const id of ids) {
    const { accessToken, refreshToken = "", expiresAt = 0 } = world.gitHub.tokens.issue(+id, "");
    await world.tokens.save(id, { accessToken, refreshToken, expiresAt });
  }
}

const refusal = async (work: Promise<unknown>): Promise<UserError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof UserError) return error;
  throw new Error(`expected a UserError, got ${String(error)}`);
};

const key = async (work: Promise<unknown>): Promise<string> => (await refusal(work)).key;

beforeEach(async () => {
  world = accountsWorld();
  world.gitHub.open("acme/rocket", { author: "mona", title: "Faster", pull: {} });
  world.gitHub.open("acme/rocket", { author: "octocat", title: "Slow start" });
  world.gitHub.open("acme/secret", { author: "mona", title: "Hidden" });
  await signedIn(octocat, mona, guest);
});

describe("acting as oneself", () => {
  it("comments, edits and deletes as the person who asks", async () => {
    const { id, url } = await world.actions.comment(octocat, pr, "Nice");
    const comment = { id: String(id), kind: "issue" } as const;

    expect(url).toContain(`#issuecomment-${id}`);
    await world.actions.editComment(octocat, pr, comment, "Very nice");
    expect((await world.actions.commentText(octocat, pr, comment)).body).toBe("Very nice");
    expect(world.gitHub.thread("acme/rocket", 1).comments[0]?.userId).toBe(1);
    await world.actions.deleteComment(octocat, pr, comment);
    expect(world.gitHub.thread("acme/rocket", 1).comments).toEqual([]);
    expect(world.gitHub.violations).toEqual([]);
  });

  it("edits and deletes comments on code, and keeps a text of any length", async () => {
    const made = world.gitHub.comment("acme/rocket", 1, {
      author: "octocat",
      body: "here",
      kind: "review",
    });
    const comment = { id: String(made.id), kind: "review" } as const;
    const long = "long ".repeat(10_000);

    const { url } = await world.actions.editComment(octocat, pr, comment, long);
    expect(url).toContain("#discussion_r");
    expect((await world.actions.commentText(octocat, pr, comment)).body).toBe(long);
  });

  it("lets GitHub decide: somebody else's comment, a private repository, an administrator's hook", async () => {
    const { id } = await world.actions.comment(mona, pr, "mine");
    const comment = { id: String(id), kind: "issue" } as const;

    expect(await key(world.actions.editComment(guest, pr, comment, "yours"))).toBe(
      "github.forbidden",
    );
    expect(await key(world.actions.deleteComment(guest, pr, comment))).toBe("github.forbidden");
    const hidden = { owner: "acme", repo: "secret", number: 1 };
    expect(await key(world.actions.comment(guest, hidden, "hi"))).toBe("github.not_found");
    // A comment's id names nothing in another repository.
    expect(await key(world.actions.editComment(mona, hidden, comment, "x"))).toBe(
      "github.not_found",
    );
    expect(world.gitHub.thread("acme/rocket", 1).comments[0]?.body).toBe("mine");
  });

  it("comments once for one click, however often it arrives at the same time", async () => {
    const clicks = Array.from({ length: 4 }, () =>
      world.actions.comment(octocat, pr, "once", "click-7").catch((error: unknown) => error),
    );
    const ends = await Promise.all(clicks);

    expect(ends.filter((end) => end instanceof UserError)).toHaveLength(3);
    expect(world.gitHub.thread("acme/rocket", 1).comments).toHaveLength(1);
  });

  it("opens an issue and tells what GitHub left out in silence", async () => {
    const asked = { title: "New", body: "text", labels: ["bug"], assignees: ["mona"] };

    expect((await world.actions.openIssue(octocat, pr, asked)).ignored).toEqual([]);
    expect((await world.actions.openIssue(guest, pr, asked)).ignored).toEqual([
      "labels",
      "assignees",
    ]);
    expect(await key(world.actions.openIssue(guest, pr, { title: " " }))).toBe(
      "github.title_missing",
    );
  });

  it("closes an issue for each reason and reopens it", async () => {
    for (const reason of ["completed", "not_planned", "duplicate"] as const) {
      await world.actions.closeIssue(octocat, issue, reason);
      const closed = { state: "closed", stateReason: reason };
      expect(world.gitHub.thread("acme/rocket", 2)).toMatchObject(closed);
      await world.actions.reopenIssue(octocat, issue);
      expect(world.gitHub.thread("acme/rocket", 2).state).toBe("open");
    }
  });

  it("approves, asks for changes, closes and reopens a pull request", async () => {
    await world.actions.approve(octocat, pr, "");
    await world.actions.requestChanges(octocat, pr, "please");
    const { pull } = world.gitHub.thread("acme/rocket", 1);
    expect(pull?.reviews.map((review) => review.state)).toEqual(["APPROVED", "CHANGES_REQUESTED"]);

    expect(await key(world.actions.requestChanges(octocat, pr, " "))).toBe("github.text_missing");
    expect(await key(world.actions.approve(mona, pr, ""))).toBe("github.own_pull_request");
    await world.actions.closePull(octocat, pr);
    await world.actions.reopenPull(octocat, pr);
    expect(world.gitHub.thread("acme/rocket", 1).state).toBe("open");
  });

  it("reacts to threads and comments, with a word or an emoji", async () => {
    const { id } = await world.actions.comment(octocat, pr, "x");
    const comment = { id: String(id), kind: "issue" } as const;

    expect(await world.actions.react(octocat, pr, "❤️")).toMatchObject({ created: true });
    expect(await world.actions.react(octocat, pr, "heart")).toMatchObject({ created: false });
    expect(await world.actions.react(octocat, { ...pr, comment }, "👍🏽")).toMatchObject({
      created: true,
    });
    expect(await key(world.actions.react(octocat, pr, "🍕"))).toBe("github.no_such_reaction");
  });

  it("suggests what the person may see, and nothing when GitHub cannot be asked", async () => {
    expect(await world.suggestions.suggestRepositories(mona, "ACME/s")).toEqual(["acme/secret"]);
    expect(await world.suggestions.suggestRepositories(octocat, "s")).toEqual([]);
    expect(await world.suggestions.suggestIssues(octocat, pr, "#2")).toEqual([
      { number: 2, title: "Slow start" },
    ]);
    expect(await world.suggestions.suggestIssues(octocat, pr, "fast")).toHaveLength(1);
    expect(await world.suggestions.repository(octocat, { owner: "ACME", repo: "Rocket" })).toBe(
      "acme/rocket",
    );
    world.gitHub.fail({ fault: "server_error" });
    expect(await world.suggestions.suggestIssues(octocat, pr, "fast")).toEqual([]);
  });
});

describe("merging", () => {
  it("merges the head that was shown", async () => {
    const shown = await world.actions.pullForMerge(octocat, pr);
    const merged = await world.actions.merge(octocat, pr, { method: "squash", sha: shown.headSha });

    expect(shown.methods).toEqual(["merge", "squash", "rebase"]);
    expect(merged).toMatchObject({
      method: "squash",
      url: "https://github.test/acme/rocket/issues/1",
    });
    expect(await key(world.actions.merge(octocat, pr, {}))).toBe("github.merged_already");
    expect(await key(world.actions.pullForMerge(octocat, pr))).toBe("github.merged_already");
  });

  it("refuses a head that moved since", async () => {
    const { headSha: sha } = await world.actions.pullForMerge(octocat, pr);
    world.gitHub.push("acme/rocket", 1, "mona");
    expect(await key(world.actions.merge(octocat, pr, { sha }))).toBe("github.head_moved");
    expect(world.gitHub.thread("acme/rocket", 1).state).toBe("open");
  });

  it("takes a method that the repository allows, and says when it does not", async () => {
    world.gitHub.repository("acme/rocket").mergeMethods = ["rebase"];
    expect(await key(world.actions.merge(octocat, pr, { method: "squash" }))).toBe(
      "github.method_not_allowed",
    );
    expect(await world.actions.merge(octocat, pr, {})).toMatchObject({ method: "rebase" });
  });

  it.each([
    ["github.draft", { draft: true }],
    ["github.merge_conflicts", { conflicts: true }],
  ])("says %s", async (sentence, pull) => {
    const thread = world.gitHub.open("acme/rocket", { author: "mona", title: "x", pull });
    const ref = { ...pr, number: thread.number };
    expect(await key(world.actions.merge(octocat, ref, {}))).toBe(sentence);
    expect(await key(world.actions.pullForMerge(octocat, ref))).toBe(sentence);
  });

  it("needs write access", async () => {
    expect(await key(world.actions.pullForMerge(guest, pr))).toBe("github.merge_needs_push");
    expect(await key(world.actions.merge(guest, pr, {}))).toBe("github.forbidden");
  });
});

describe("what GitHub refuses", () => {
  const faults: readonly (readonly [GitHubFault, string])[] = [
    ["forbidden", "github.forbidden"],
    ["app_permission_missing", "github.app_permission_missing"],
    ["app_not_approved", "github.app_not_approved"],
    ["saml", "github.saml"],
    ["ip_not_allowed", "github.ip_not_allowed"],
    ["rate_limited", "github.rate_limited"],
    ["secondary_limit_403", "github.secondary_limit"],
    ["secondary_limit_429", "github.secondary_limit"],
    ["not_found", "github.not_found"],
    ["gone", "github.gone"],
    ["unprocessable", "github.invalid"],
    ["server_error", "github.unavailable"],
    ["bad_gateway", "github.unavailable"],
    ["timeout", "github.timeout"],
    ["dropped_after", "github.unavailable"],
  ];

  it("is said in a sentence of its own, in both languages", async () => {
    for (const [fault, said] of faults) {
      world.gitHub.fail({ fault, times: 1 });
      const error = await refusal(world.actions.comment(octocat, pr, "hi"));

      expect([fault, error.key]).toEqual([fault, said]);
      for (const lang of ["en", "zh"]) {
        if (!isMessageKey(error.key)) throw new Error(error.key);
        const sentence = translator(lang)(error.key, error.params);
        expect(sentence.length).toBeGreaterThan(4);
        expect(sentence).not.toMatch(/[{}]|undefined/);
      }
    }
  });

  it("offers to log in again while GitHub refuses every access, renewed or not", async () => {
    world.gitHub.fail({ fault: "unauthorized" });
    expect(await key(world.actions.comment(octocat, pr, "hi"))).toBe("accounts.login_again");
  });

  it("says how long to wait and where to sign on", async () => {
    world.gitHub.fail({ fault: "secondary_limit_403", times: 1 });
    expect((await refusal(world.actions.comment(octocat, pr, "x"))).params["minutes"]).toBe(2);
    world.gitHub.fail({ fault: "saml", times: 1 });
    expect((await refusal(world.actions.comment(octocat, pr, "x"))).params["ssoUrl"]).toContain(
      "https://github.test/orgs/acme/sso",
    );
  });

  it("refuses what GitHub would, before asking", async () => {
    expect(await key(world.actions.comment(octocat, pr, " \n"))).toBe("github.text_missing");
    expect(await key(world.actions.comment(octocat, pr, "x".repeat(65_537)))).toBe(
      "github.text_too_long",
    );
    expect(world.gitHub.requests).toEqual([]);
  });
});

describe("access", () => {
  const HOURS = 3_600_000;

  it("is renewed when it has expired, and the work goes on", async () => {
    world.pass(9 * HOURS);
    await world.actions.comment(octocat, pr, "still me");
    expect(world.gitHub.thread("acme/rocket", 1).comments).toHaveLength(1);
  });

  it("is renewed once when GitHub refuses it before its time", async () => {
    world.gitHub.tokens.expireAllOf(1);
    await world.actions.comment(octocat, pr, "still me");
    expect(world.gitHub.thread("acme/rocket", 1).comments).toHaveLength(1);
  });

  it("survives refreshes at the same time in several isolates", async () => {
    world.pass(9 * HOURS);
    const isolates = Array.from({ length: 4 }, () => world.otherIsolate());
    const names = await Promise.all(
      isolates.map((accounts) => accounts.withToken(octocat, async (token) => token)),
    );

    expect(new Set(names).size).toBe(1);
    const refreshes = world.gitHub.requests.filter(({ body }) => body.includes("refresh_token"));
    expect(refreshes).toHaveLength(1);
    await world.actions.comment(octocat, pr, "not lost");
  });

  it("that was revoked at GitHub keeps the link and offers to log in again", async () => {
    await world.links.save({ platform: "discord", chatUserId: "111", githubUserId: octocat });
    world.gitHub.tokens.removeAllOf(1);

    expect(await key(world.actions.comment(octocat, pr, "hi"))).toBe("accounts.login_again");
    const me = { platform: "discord", chatUserId: "111", name: "Ada" } as const;
    expect(await world.accounts.whoAmI(me)).toMatchObject({ needsLogin: true });
    expect(await world.accounts.linked(me)).toMatchObject({ githubUserId: octocat });
  });

  it("is not lost to an outage while it is renewed", async () => {
    world.pass(9 * HOURS);
    world.gitHub.fail({ fault: "server_error", path: /access_token/, times: 1 });
    expect(await key(world.actions.comment(octocat, pr, "hi"))).toBe("github.unavailable");
    await world.actions.comment(octocat, pr, "again");
  });

  it("of an OAuth App has no end, shows its scopes and is lost when revoked", async () => {
    world = accountsWorld({ kind: "oauth" });
    world.gitHub.open("acme/rocket", { author: "mona", title: "Faster", pull: {} });
    const { accessToken } = world.gitHub.tokens.issue(1, "repo read:org");
    await world.tokens.save(octocat, { accessToken });
    await world.links.save({ platform: "discord", chatUserId: "111", githubUserId: octocat });
    const me = { platform: "discord", chatUserId: "111", name: "Ada" } as const;

    world.pass(30 * 24 * HOURS);
    await world.actions.comment(octocat, pr, "hi");
    expect(await world.accounts.whoAmI(me)).toMatchObject({ scopes: ["repo", "read:org"] });
    world.gitHub.tokens.removeAllOf(1);
    expect(await key(world.actions.comment(octocat, pr, "hi"))).toBe("accounts.login_again");
  });
});
