import { z } from "zod";
import { failureOf } from "./classify.ts";
import { GitHubError, type GitHubErrorKind } from "./github-error.ts";
import {
  answered,
  createAsker,
  type GitHubAnswer,
  type GitHubDeps,
  parsed,
  path,
} from "./request.ts";

export interface OAuthDeps extends GitHubDeps {
  clientId: string;
  clientSecret: string;
  /** Scopes to ask for; a GitHub App has none, its rights are its permissions. */
  scope?: string;
}

/** What GitHub issues. An OAuth App's token has no end and no refresh token. Times in ms. */
export interface TokenGrant {
  accessToken: string;
  expiresAt?: number;
  refreshToken?: string;
  refreshExpiresAt?: number;
}

export interface GitHubOAuth {
  authorizeUrl(handshake: { state: string; challenge: string; redirectUri: string }): string;
  exchange(code: { code: string; verifier: string; redirectUri: string }): Promise<TokenGrant>;
  /** The old pair is dead once this returns. Throws `bad_refresh_token` when the account is lost. */
  refresh(refreshToken: string): Promise<TokenGrant>;
  /** Ends one access token; a token that is dead already is fine. */
  revokeToken(accessToken: string): Promise<void>;
  /** Ends every token of the person for this app, and their approval of it. */
  revokeGrant(accessToken: string): Promise<void>;
}

const TIMEOUT_MS = 10_000;

// https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-oauth-app-access-token-request-errors
const OAUTH_ERRORS: Readonly<Record<string, GitHubErrorKind>> = {
  bad_verification_code: "bad_code",
  incorrect_client_credentials: "bad_client",
  redirect_uri_mismatch: "bad_redirect",
  bad_refresh_token: "bad_refresh_token",
  unverified_user_email: "unverified_email",
};

const Refusal = z.object({ error: z.string(), error_description: z.string().catch("") });
const seconds = z.coerce.number().positive().optional().catch(undefined);
const Grant = z.object({
  access_token: z.string().min(1),
  expires_in: seconds,
  refresh_token: z.string().min(1).optional().catch(undefined),
  refresh_token_expires_in: seconds,
});

export function createOAuth(deps: OAuthDeps): GitHubOAuth {
  const ask = createTokenRequest(deps);
  const app = createAsker(deps, `Basic ${btoa(`${deps.clientId}:${deps.clientSecret}`)}`);
  const revoke = async (what: string, accessToken: string): Promise<void> => {
    await app
      .ask({ method: "DELETE", path: what, body: { access_token: accessToken } })
      .catch(unlessDeadAlready);
  };
  return {
    authorizeUrl: (handshake) => authorizeUrl(deps, handshake),
    exchange: ({ code, verifier, redirectUri }) =>
      ask({ code, code_verifier: verifier, redirect_uri: redirectUri }),
    refresh: (refreshToken) => ask({ grant_type: "refresh_token", refresh_token: refreshToken }),
    revokeToken: (token) => revoke(path`/applications/${deps.clientId}/token`, token),
    revokeGrant: (token) => revoke(path`/applications/${deps.clientId}/grant`, token),
  };
}

function authorizeUrl(
  deps: OAuthDeps,
  handshake: { state: string; challenge: string; redirectUri: string },
): string {
  const url = new URL(`${deps.githubUrl}/login/oauth/authorize`);
  const query = {
    client_id: deps.clientId,
    redirect_uri: handshake.redirectUri,
    state: handshake.state,
    code_challenge: handshake.challenge,
    code_challenge_method: "S256",
    // Who has two accounts must be able to choose; and nobody is approved without seeing a page.
    prompt: "select_account",
    ...(deps.scope !== undefined && { scope: deps.scope }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** The token endpoint: https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
function createTokenRequest(deps: OAuthDeps) {
  const { fetch, now, githubUrl, clientId, clientSecret, userAgent = "WebHooker" } = deps;
  return async (fields: Readonly<Record<string, string>>): Promise<TokenGrant> => {
    const askedAt = now();
    const answer = await answered(() =>
      fetch(`${githubUrl}/login/oauth/access_token`, {
        method: "POST",
        headers: { accept: "application/json", "user-agent": userAgent },
        body: new URLSearchParams({
          client_id: clientId,
          client_secret: clientSecret,
          ...fields,
        }),
        redirect: "manual",
        signal: AbortSignal.timeout(deps.timeoutMs ?? TIMEOUT_MS),
      }),
    );
    throwIfFailed(answer, { now: now(), githubUrl });
    return grantOf(parsed(answer, Grant), askedAt);
  };
}

/** What these say of the API holds for the token endpoint, too; the rest there is about repositories. */
const AS_ANYWHERE: ReadonlySet<GitHubErrorKind> = new Set([
  "unauthorized",
  "rate_limited",
  "secondary_limit",
  "unavailable",
]);

function throwIfFailed(answer: GitHubAnswer, at: { now: number; githubUrl: string }): void {
  const { status } = answer;
  const failure = status === 200 ? undefined : failureOf(answer, at);
  if (failure !== undefined && AS_ANYWHERE.has(failure.kind)) throw failure;
  // So it answers to a client id that it does not know.
  if (status === 404) throw new GitHubError("bad_client", { status, message: "" });
  const refusal = Refusal.safeParse(answer.json).data;
  if (refusal !== undefined) throw refused(status, refusal);
  if (failure !== undefined) throw new GitHubError("unexpected", { status, message: "" });
}

function refused(status: number, refusal: z.output<typeof Refusal>): GitHubError {
  return new GitHubError(OAUTH_ERRORS[refusal.error] ?? "oauth_refused", {
    status,
    message: refusal.error_description.slice(0, 300),
  });
}

/** Lifetimes count from before the request: better too short than too long. */
function grantOf(grant: z.output<typeof Grant>, askedAt: number): TokenGrant {
  const after = (seconds: number): number => askedAt + seconds * 1000;
  return {
    accessToken: grant.access_token,
    ...(grant.expires_in !== undefined && { expiresAt: after(grant.expires_in) }),
    ...(grant.refresh_token !== undefined && { refreshToken: grant.refresh_token }),
    ...(grant.refresh_token_expires_in !== undefined && {
      refreshExpiresAt: after(grant.refresh_token_expires_in),
    }),
  };
}

function unlessDeadAlready(error: unknown): void {
  // A 404 would mean that the app's own credentials are wrong, and nothing was revoked.
  if (!(error instanceof GitHubError) || error.kind !== "invalid") throw error;
}
