import { beforeEach, describe, expect, it } from "vitest";
import {
  createStandInGitHub,
  type StandInGitHub,
} from "../../sandbox/stand-ins/github/stand-in.ts";
import { createGitHub, type GitHub } from "./client.ts";
import { challengeOf, newVerifier } from "./pkce.ts";

const bases = { githubUrl: "https://github.test", apiUrl: "https://api.github.test" };
const redirectUri = "https://bot.test/auth/github/callback";
const credentials = { clientId: "Iv1", clientSecret: "s3cret" };

let standIn: StandInGitHub;

function gitHub(
  kind: "app" | "oauth",
  more: { scope?: string; clientSecret?: string } = {},
): GitHub {
  standIn = createStandInGitHub({
    ...bases,
    app: { ...credentials, callbackUrl: redirectUri, kind },
    users: [{ login: "octocat", id: 1 }],
  });
  return createGitHub({ ...bases, ...credentials, ...more, fetch: standIn.fetch, now: Date.now });
}

async function approve(github: GitHub): Promise<{ code: string; verifier: string; back: URL }> {
  const verifier = newVerifier();
  const challenge = await challengeOf(verifier);
  const url = github.oauth.authorizeUrl({ state: "s1", challenge, redirectUri });
  const back = new URL(await standIn.decide(url, "octocat"));
  return { code: back.searchParams.get("code") ?? "", verifier, back };
}

describe("a GitHub App", () => {
  let github: GitHub;
  beforeEach(() => {
    github = gitHub("app");
  });

  it("gives an expiring pair for a code, once", async () => {
    const { code, verifier, back } = await approve(github);

    const grant = await github.oauth.exchange({ code, verifier, redirectUri });
    expect(back.searchParams.get("state")).toBe("s1");
    expect(grant.accessToken).toMatch(/^ghu_/);
    expect((grant.expiresAt ?? 0) - Date.now()).toBeGreaterThan(28_700_000);
    expect(grant.refreshToken).toMatch(/^ghr_/);
    await expect(github.oauth.exchange({ code, verifier, redirectUri })).rejects.toMatchObject({
      kind: "bad_code",
    });
  });

  it("gives nothing to who does not hold the verifier", async () => {
    const { code } = await approve(github);
    await expect(
      github.oauth.exchange({ code, verifier: newVerifier(), redirectUri }),
    ).rejects.toMatchObject({ kind: "bad_code" });
  });

  it("rotates both tokens at a refresh, and the old ones die at once", async () => {
    const first = await github.oauth.exchange({ ...(await approve(github)), redirectUri });
    const second = await github.oauth.refresh(first.refreshToken ?? "");

    expect(await github.as(second.accessToken).whoAmI()).toMatchObject({ id: "1" });
    await expect(github.as(first.accessToken).whoAmI()).rejects.toMatchObject({
      kind: "unauthorized",
    });
    await expect(github.oauth.refresh(first.refreshToken ?? "")).rejects.toMatchObject({
      kind: "bad_refresh_token",
    });
  });

  it("revokes a token or the whole grant, and what is dead already is no error", async () => {
    const first = await github.oauth.exchange({ ...(await approve(github)), redirectUri });
    const second = await github.oauth.exchange({ ...(await approve(github)), redirectUri });

    await github.oauth.revokeToken(first.accessToken);
    await github.oauth.revokeToken(first.accessToken);
    expect(standIn.tokens.all()).toHaveLength(1);
    await github.oauth.revokeGrant(second.accessToken);
    expect(standIn.tokens.all()).toEqual([]);
  });

  it("says that the operator's credentials are wrong, not that the person is", async () => {
    const { code, verifier } = await approve(github);
    const wrong = createGitHub({
      ...bases,
      clientId: "Iv1",
      clientSecret: "other",
      fetch: standIn.fetch,
      now: Date.now,
    });
    await expect(wrong.oauth.exchange({ code, verifier, redirectUri })).rejects.toMatchObject({
      kind: "bad_client",
    });
  });

  it("does not take wrong credentials of the app for a token that is dead", async () => {
    const grant = await github.oauth.exchange({ ...(await approve(github)), redirectUri });
    const wrong = createGitHub({
      ...bases,
      clientId: "Iv1",
      clientSecret: "other",
      fetch: standIn.fetch,
      now: Date.now,
    });
    await expect(wrong.oauth.revokeGrant(grant.accessToken)).rejects.toMatchObject({
      kind: "not_found",
    });
    expect(standIn.tokens.all()).toHaveLength(1);
  });

  it.each([
    [502, "<html>", {}, { kind: "unavailable" }],
    [429, "{}", { "retry-after": "90" }, { kind: "secondary_limit", retryAfterMs: 90_000 }],
    [403, '{"message":"API rate limit exceeded"}', {}, { kind: "rate_limited" }],
    [401, '{"message":"Bad credentials"}', {}, { kind: "unauthorized" }],
    [404, '{"error":"Not Found"}', {}, { kind: "bad_client" }],
    [400, '{"error":"redirect_uri_mismatch"}', {}, { kind: "bad_redirect" }],
    [200, '{"error":"something_new"}', {}, { kind: "oauth_refused" }],
    [302, "", { location: "https://elsewhere.test" }, { kind: "unexpected" }],
    [418, "{}", {}, { kind: "unexpected" }],
    [200, "<html>", {}, { kind: "unexpected" }],
  ])("tells what kept it from answering: %i %s", async (status, body, headers, error) => {
    const fetch = async () => new Response(body, { status, headers: new Headers({ ...headers }) });
    const { oauth } = createGitHub({ ...bases, ...credentials, fetch, now: Date.now });
    await expect(oauth.refresh("ghr_1")).rejects.toMatchObject(error);
  });
});

describe("an OAuth App", () => {
  it("asks for scopes and gets a token without an end", async () => {
    const github = gitHub("oauth", { scope: "repo read:org" });
    const challenge = await challengeOf(newVerifier());
    const asked = new URL(github.oauth.authorizeUrl({ state: "s", challenge, redirectUri }));
    const grant = await github.oauth.exchange({ ...(await approve(github)), redirectUri });

    expect(asked.searchParams.get("scope")).toBe("repo read:org");
    expect(asked.searchParams.get("code_challenge_method")).toBe("S256");
    expect(Object.keys(grant)).toEqual(["accessToken"]);
    expect(grant.accessToken).toMatch(/^gho_/);
  });
});
