import { beforeEach, describe, expect, it } from "vitest";
import { createStandInGitHub, type StandInGitHub } from "./stand-in.ts";
import type { WebhookSent } from "./webhooks.ts";

const apiUrl = "http://localhost:8787/_github/api";
const githubUrl = "http://localhost:8787/_github";
const callbackUrl = "http://localhost:8787/auth/github/callback";

let gitHub: StandInGitHub;
let token: string;

beforeEach(() => {
  gitHub = createStandInGitHub({
    apiUrl,
    githubUrl,
    app: { clientId: "Iv1", clientSecret: "s", callbackUrl },
    users: [
      { login: "octocat", id: 1 },
      { login: "mona", id: 2 },
    ],
    repositories: [{ owner: "acme", name: "rocket", permissions: { octocat: "admin" } }],
  });
  token = gitHub.tokens.issue(1, "").accessToken;
});

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gitHub.fetch(apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      "user-agent": "test",
      "x-github-api-version": "2022-11-28",
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("requests that GitHub's description does not allow", () => {
  it("are refused and noted: a misspelt field, a wrong type, an unknown parameter", async () => {
    expect((await ask("POST", "/repos/acme/rocket/issues", { titel: "x" })).status).toBe(422);
    expect((await ask("POST", "/repos/acme/rocket/issues", { title: {} })).status).toBe(422);
    expect((await ask("GET", "/user/repos?sort=newest")).status).toBe(422);
    expect((await ask("GET", "/user/repos?per_page=101")).status).toBe(422);
    expect((await ask("GET", "/nonsense")).status).toBe(404);
    expect(gitHub.violations).toHaveLength(5);
  });

  it("need a User-Agent, a known API version and a live token", async () => {
    expect((await ask("GET", "/user", undefined, { "user-agent": "" })).status).toBe(403);
    expect((await ask("GET", "/user", undefined, { "x-github-api-version": "1" })).status).toBe(
      403,
    );
    expect((await ask("GET", "/user", undefined, { authorization: "Bearer x" })).status).toBe(401);
    expect((await ask("GET", "/user")).status).toBe(200);
  });
});

describe("the authorize page", () => {
  const authorize = (query: Record<string, string>): string =>
    `${githubUrl}/login/oauth/authorize?${new URLSearchParams({
      client_id: "Iv1",
      redirect_uri: callbackUrl,
      state: "s",
      ...query,
    }).toString()}`;

  it("shows everybody, and a way to say no", async () => {
    const page = await (await gitHub.fetch(authorize({}))).text();
    expect(page).toContain('value="octocat"');
    expect(page).toContain('value="mona"');
    expect(page).toContain("Cancel");
    expect(await gitHub.decide(authorize({}), undefined)).toContain("error=access_denied");
  });

  it("sends nobody to an address that is not registered", async () => {
    for (const redirect_uri of ["https://evil.test/", "http://localhost:8787/elsewhere", "junk"]) {
      const back = await gitHub.decide(authorize({ redirect_uri }), "octocat");
      expect(back).toBe(`${callbackUrl}?error=redirect_uri_mismatch&state=s`);
    }
  });

  it("refuses an unknown app and a plain challenge", async () => {
    expect((await gitHub.fetch(authorize({ client_id: "other" }))).status).toBe(404);
    const plain = { code_challenge: "x".repeat(43), code_challenge_method: "plain" };
    expect((await gitHub.fetch(authorize(plain))).status).toBe(404);
  });

  it("answers the token endpoint in GitHub's default form unless JSON is asked for", async () => {
    const body = new URLSearchParams({ client_id: "Iv1", client_secret: "s", code: "x" });
    const answer = await gitHub.fetch(`${githubUrl}/login/oauth/access_token`, {
      method: "POST",
      body,
    });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("error=bad_verification_code");
  });
});

describe("webhooks", () => {
  it("follow every change, with the hooks that want them", async () => {
    const sent: WebhookSent[] = [];
    gitHub.onWebhook((webhook) => void sent.push(webhook));
    const hook = { url: "https://bot.test/webhook/g", secret: "x", content_type: "json" };
    await ask("POST", "/repos/acme/rocket/hooks", { config: hook, events: ["issues"] });
    gitHub.open("acme/rocket", { author: "mona", title: "Bug" });
    gitHub.open("acme/rocket", { author: "mona", title: "Fix", pull: {} });
    await ask("PATCH", "/repos/acme/rocket/issues/1", { state: "closed" });
    await ask("POST", "/repos/acme/rocket/pulls/2/reviews", { event: "APPROVE" });
    await ask("PUT", "/repos/acme/rocket/pulls/2/merge", {});

    const told = sent.map((s) => `${s.event} ${String(s.payload["action"])} ${s.hooks.length}`);
    expect(told).toEqual([
      "ping undefined 1",
      "issues opened 1",
      "pull_request opened 0",
      "issues closed 1",
      "pull_request_review submitted 0",
      "pull_request closed 0",
    ]);
    expect(sent.at(-1)?.payload["pull_request"]).toMatchObject({ merged: true, state: "closed" });
    expect(sent[3]?.payload["sender"]).toMatchObject({ login: "octocat", id: 1 });
  });
});

it("serves its two bases and nothing else, one below the other", async () => {
  expect(gitHub.serves(`${apiUrl}/user`)).toBe(true);
  expect(gitHub.serves("http://localhost:8787/_github-not")).toBe(false);
  await expect(gitHub.fetch("https://api.github.com/user")).rejects.toThrow("does not serve");
});
