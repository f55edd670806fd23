import { beforeEach, describe, expect, it } from "vitest";
import { type AccountsWorld, accountsWorld } from "../../tests/support/accounts-world.ts";

let world: AccountsWorld;
let token: string;

beforeEach(async () => {
  world = accountsWorld();
  world.gitHub.open("acme/rocket", { author: "mona", title: "Faster", pull: {} });
  token = await issue(1);
});

async function issue(user: number): Promise<string> {
  const { accessToken, refreshToken = "", expiresAt = 0 } = world.gitHub.tokens.issue(user, "");
  await world.tokens.save(String(user), { accessToken, refreshToken, expiresAt });
  return accessToken;
}

async function post(
  path: string,
  body: unknown,
  bearer: string | undefined = token,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  const answer = await world.web.request(`https://bot.test/api/${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      ...(bearer !== "" && { authorization: `Bearer ${bearer}` }),
    },
  });
  return { status: answer.status, answer: await answer.json() };
}

const at = { owner: "acme", repo: "rocket" };

describe("the Bearer API", () => {
  it("comments, reacts, closes and merges as the holder of the token", async () => {
    const comment = await post("comment", { ...at, issueNumber: 1, body: "hi" });
    expect(comment).toMatchObject({ status: 200, answer: { ok: true } });
    expect(world.gitHub.thread("acme/rocket", 1).comments[0]).toMatchObject({ userId: 1 });

    const reaction = await post("react", { ...at, issueNumber: 1, reaction: "rocket" });
    expect(reaction).toMatchObject({ status: 200, answer: { ok: true, created: true } });

    const sha = world.gitHub.thread("acme/rocket", 1).pull?.head.sha;
    const merge = await post("merge", { ...at, pullNumber: 1, method: "squash", sha });
    expect(merge).toMatchObject({ status: 200, answer: { ok: true, merged: true } });

    world.gitHub.open("acme/rocket", { author: "mona", title: "Other", pull: {} });
    const close = await post("close", { ...at, pullNumber: 2 });
    expect(close).toMatchObject({ status: 200, answer: { ok: true, state: "closed" } });
  });

  it("answers failures with GitHub's status, a word and a sentence", async () => {
    const missing = await post("close", { ...at, pullNumber: 99 });
    expect(missing).toMatchObject({ status: 404, answer: { ok: false, error: "not_found" } });
    expect(missing.answer["message"]).toContain("GitHub knows nothing by this name");

    const stale = await post("merge", { ...at, pullNumber: 1, sha: "a".repeat(40) });
    expect(stale).toMatchObject({ status: 409, answer: { ok: false, error: "head_moved" } });

    const asGuest = await post("merge", { ...at, pullNumber: 1 }, await issue(3));
    expect(asGuest).toMatchObject({ status: 403, answer: { ok: false, error: "forbidden" } });

    world.gitHub.open("acme/rocket", { author: "mona", title: "D", pull: { draft: true } });
    const draft = await post("merge", { ...at, pullNumber: 2 });
    expect(draft).toMatchObject({ status: 405, answer: { ok: false, error: "draft" } });
  });

  it("passes GitHub's status on, and has one of its own where none came", async () => {
    const cases = [
      ["secondary_limit_429", 429],
      ["saml", 403],
      ["gone", 410],
      ["unprocessable", 422],
      ["server_error", 500],
      ["timeout", 504],
      ["dropped_after", 502],
    ] as const;
    for (const [fault, status] of cases) {
      world.gitHub.fail({ fault, times: 1 });
      const failed = await post("comment", { ...at, issueNumber: 1, body: "hi" });
      expect([fault, failed]).toMatchObject([fault, { status, answer: { ok: false } }]);
    }
  });

  it("answers 400 to a body that is none", async () => {
    const bodies = [
      "{",
      "",
      [],
      { ...at, issueNumber: 1 },
      { ...at, issueNumber: 1, body: "" },
      { ...at, issueNumber: "1", body: "x" },
      { owner: "acme/rocket", repo: "x", issueNumber: 1, body: "x" },
    ];
    for (const body of bodies) {
      const refused = { status: 400, answer: { ok: false, error: "bad_request" } };
      expect([body, await post("comment", body)]).toMatchObject([body, refused]);
    }
    expect(world.gitHub.requests).toEqual([]);
  });

  it("answers 400 to an unknown merge method, an unknown reaction and a blank comment", async () => {
    expect((await post("merge", { ...at, pullNumber: 1, method: "octopus" })).status).toBe(400);
    expect((await post("react", { ...at, issueNumber: 1, reaction: "pizza" })).status).toBe(400);
    expect((await post("comment", { ...at, issueNumber: 1, body: " \n" })).status).toBe(400);
    expect(world.gitHub.requests).toEqual([]);
  });

  it("climbs nowhere with dots for an owner", async () => {
    const up = { owner: "..", repo: "user", pullNumber: 1 };
    expect((await post("close", up)).status).toBe(404);
    expect(world.gitHub.requests).toEqual([]);
  });
});

describe("whose token it is", () => {
  const hi = { ...at, issueNumber: 1, body: "hi" };

  it("answers 401 without one, to junk, and to GitHub tokens that this app never issued", async () => {
    const stranger = world.gitHub.tokens.issue(2, "").accessToken;
    for (const bearer of ["", "junk", stranger, "' OR 1=1", "x".repeat(5000)]) {
      expect(await post("comment", hi, bearer)).toMatchObject({
        status: 401,
        answer: { ok: false, error: "unauthorized" },
      });
    }
    expect(world.gitHub.requests).toEqual([]);
  });

  it("acts as its owner, never as another", async () => {
    await post("comment", hi, await issue(3));
    expect(world.gitHub.thread("acme/rocket", 1).comments[0]?.userId).toBe(3);
  });

  it("forgets a token that was renewed or revoked", async () => {
    world.gitHub.tokens.expireAllOf(1);
    await world.actions.comment("1", { ...at, number: 1 }, "renews");
    expect((await post("comment", hi, token)).status).toBe(401);

    const own = await issue(1);
    await world.accounts.revoke({ type: "github", githubUserId: "1", login: "octocat" }, "1");
    expect((await post("comment", hi, own)).status).toBe(401);
  });

  it("answers 401 when GitHub no longer takes it", async () => {
    world.gitHub.tokens.removeAllOf(1);
    expect(await post("comment", hi)).toMatchObject({
      status: 401,
      answer: { error: "login_again" },
    });
  });
});
