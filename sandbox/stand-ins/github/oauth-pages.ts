import { type Context, Hono } from "hono";
import { z } from "zod";
import { authorizePage } from "./authorize-page.ts";
import type { App, IssuedToken, Tokens } from "./tokens.ts";
import { type User, userByLogin, type World } from "./world.ts";

interface Deps {
  app: App;
  world: World;
  tokens: Tokens;
}

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps */
const Authorize = z.object({
  client_id: z.string(),
  redirect_uri: z.string().optional(),
  state: z.string().optional(),
  scope: z.string().optional(),
  login: z.string().optional(),
  allow_signup: z.string().optional(),
  prompt: z.literal("select_account").optional(),
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  // `plain` is refused.
  code_challenge_method: z.literal("S256").optional(),
});
type Authorize = z.output<typeof Authorize>;

/** The page's form: what was asked, and who says yes; nobody is no. */
const Decision = Authorize.extend({ user: z.string().default("") });

const TokenRequest = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string().optional(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
  grant_type: z.string().optional(),
  refresh_token: z.string().optional(),
});
type TokenRequest = z.output<typeof TokenRequest>;

/** The pages and the token endpoint below `GITHUB_URL`. */
export function oauthPages({ app, world, tokens }: Deps): Hono {
  const site = new Hono();
  site.get("/login/oauth/authorize", (c) => {
    const asked = Authorize.safeParse(c.req.query());
    if (!asked.success || asked.data.client_id !== app.clientId) return c.notFound();
    const wrong = wrongRedirect(app, asked.data);
    return wrong ? c.redirect(wrong) : c.html(authorizePage(app, world, asked.data));
  });
  site.post("/login/oauth/authorize", async (c) => {
    const asked = Decision.safeParse(await c.req.parseBody());
    if (!asked.success || asked.data.client_id !== app.clientId) return c.notFound();
    const wrong = wrongRedirect(app, asked.data);
    if (wrong) return c.redirect(wrong);
    return c.redirect(decided(app, tokens, asked.data, userByLogin(world, asked.data.user)));
  });
  site.post("/login/oauth/access_token", async (c) => {
    const form = TokenRequest.safeParse(await c.req.parseBody());
    const answer = form.success
      ? await tokenAnswer({ app, world, tokens }, form.data)
      : { error: "incorrect_client_credentials" };
    return inAskedFormat(c, answer);
  });
  return site;
}

/** GitHub sends people back to the registered callback, never to an address that is not below it. */
function wrongRedirect(app: App, asked: Authorize): string | undefined {
  const { redirect_uri: uri = app.callbackUrl, state } = asked;
  const registered = new URL(app.callbackUrl);
  const given = URL.canParse(uri) ? new URL(uri) : undefined;
  if (given?.origin === registered.origin && given.pathname.startsWith(registered.pathname)) {
    return undefined;
  }
  return withQuery(app.callbackUrl, { error: "redirect_uri_mismatch", ...(state && { state }) });
}

function decided(app: App, tokens: Tokens, asked: Authorize, user: User | undefined): string {
  const { redirect_uri: redirectUri = app.callbackUrl, state, code_challenge: challenge } = asked;
  const back = state === undefined ? {} : { state };
  if (!user) {
    const error_description = "The user has denied your application access.";
    return withQuery(redirectUri, { error: "access_denied", error_description, ...back });
  }
  const code = tokens.issueCode({
    userId: user.id,
    redirectUri,
    scope: asked.scope ?? "",
    ...(challenge !== undefined && { challenge }),
  });
  return withQuery(redirectUri, { code, ...back });
}

function withQuery(url: string, query: Readonly<Record<string, string>>): string {
  const to = new URL(url);
  for (const [name, value] of Object.entries(query)) to.searchParams.set(name, value);
  return to.href;
}

/** Errors come with status 200, as GitHub does it. */
async function tokenAnswer({ app, tokens }: Deps, asked: TokenRequest): Promise<object> {
  if (asked.client_id !== app.clientId || asked.client_secret !== app.clientSecret) {
    return refusal(
      "incorrect_client_credentials",
      "The client_id and/or client_secret passed are incorrect.",
    );
  }
  if (asked.grant_type === "refresh_token") {
    const pair = tokens.rotate(asked.refresh_token ?? "");
    return pair
      ? issued(app, pair)
      : refusal("bad_refresh_token", "The refresh token passed is incorrect or expired.");
  }
  const code = tokens.takeCode(asked.code ?? "");
  if (!code || !(await provesChallenge(code.challenge, asked.code_verifier))) {
    return refusal("bad_verification_code", "The code passed is incorrect or expired.");
  }
  if (asked.redirect_uri !== undefined && asked.redirect_uri !== code.redirectUri) {
    return refusal(
      "redirect_uri_mismatch",
      "The redirect_uri MUST match the registered callback URL.",
    );
  }
  return issued(app, tokens.issue(code.userId, code.scope));
}

const refusal = (error: string, error_description: string): object => ({
  error,
  error_description,
});

function issued(app: App, token: IssuedToken): object {
  const base = { access_token: token.accessToken, token_type: "bearer", scope: token.scope };
  if (token.refreshToken === undefined) return base;
  return {
    ...base,
    expires_in: app.accessTokenSeconds,
    refresh_token: token.refreshToken,
    refresh_token_expires_in: 15_897_600,
  };
}

/** RFC 7636: the verifier's SHA-256 is the challenge. */
async function provesChallenge(challenge?: string, verifier?: string): Promise<boolean> {
  if (challenge === undefined) return true;
  const bytes = new TextEncoder().encode(verifier ?? "");
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const encoded = btoa(String.fromCharCode(...digest));
  return encoded.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "") === challenge;
}

/** Who does not ask for JSON gets a form, which is GitHub's default. */
function inAskedFormat(c: Context, answer: object): Response {
  if (c.req.header("accept")?.includes("json")) return c.json(answer);
  const pairs = Object.entries(answer).map(([name, value]) => [name, String(value)]);
  return c.body(new URLSearchParams(pairs).toString(), 200, {
    "content-type": "application/x-www-form-urlencoded",
  });
}
