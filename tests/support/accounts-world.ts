import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { Hono } from "hono";
import {
  createStandInGitHub,
  type StandInGitHub,
} from "../../sandbox/stand-ins/github/stand-in.ts";
import { apiRoutes } from "../../src/auth/api.ts";
import { type AuthDeps, authRoutes } from "../../src/auth/router.ts";
import type { PrivateLine } from "../../src/domain/private-line.ts";
import { createGitHub } from "../../src/github/client.ts";
import { translator } from "../../src/i18n/translate.ts";
import type { Accounts, ChatAccount } from "../../src/services/account-types.ts";
import { createAccounts } from "../../src/services/accounts.ts";
import { createGitHubActions, type GitHubActions } from "../../src/services/github-actions.ts";
import {
  createGitHubSuggestions,
  type GitHubSuggestions,
} from "../../src/services/github-suggestions.ts";
import { createIsSuperAdmin } from "../../src/services/super-admins.ts";
import { createAuditLogs } from "../../src/storage/audit-logs.ts";
import { createD1Gate } from "../../src/storage/d1-gate.ts";
import { createEncryption } from "../../src/storage/encryption.ts";
import { createLinks, type Links } from "../../src/storage/links.ts";
import { createOAuthStates } from "../../src/storage/oauth-states.ts";
import { createOneTimeClaims } from "../../src/storage/one-time.ts";
import { createPendingLinks } from "../../src/storage/pending-links.ts";
import { createSessions, type Sessions } from "../../src/storage/sessions.ts";
import { type AccountTokens, createAccountTokens } from "../../src/storage/tokens.ts";
import { testEnv } from "./env.ts";

export const BASE_URL = "https://bot.test";
const bases = { githubUrl: "https://github.test", apiUrl: "https://api.github.test" };
const app = { clientId: "Iv1", clientSecret: "s3cret" };
const CALLBACK = `${BASE_URL}/auth/github/callback`;

/** Linking and acting, with the real stores and a stand-in GitHub; time is the test's own. */
export interface AccountsWorld {
  gitHub: StandInGitHub;
  accounts: Accounts;
  actions: GitHubActions;
  suggestions: GitHubSuggestions;
  links: Links;
  tokens: AccountTokens;
  sessions: Sessions;
  authDeps: AuthDeps;
  /** What was said to people in their chats. */
  told: (Parameters<AuthDeps["tellPerson"]>[1] & { line: PrivateLine })[];
  /** The Worker's front for `/auth` and `/api`. */
  web: Hono;
  /** Lets time pass, in ms. */
  pass(ms: number): void;
  /** The accounts of another isolate: nothing in memory is shared. */
  otherIsolate(): Accounts;
}

export function accountsWorld(options: { kind?: "app" | "oauth" } = {}): AccountsWorld {
  const { kind = "app" } = options;
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const gitHub = createStandInGitHub({
    ...bases,
    now,
    app: { ...app, kind, callbackUrl: CALLBACK },
    users: [
      { login: "octocat", id: 1, name: "Octo Cat" },
      { login: "mona", id: 2, name: "Mona" },
      { login: "guest", id: 3, name: "Guest" },
    ],
    repositories: [
      { owner: "acme", name: "rocket", permissions: { octocat: "write", mona: "admin" } },
      { owner: "acme", name: "secret", private: true, permissions: { mona: "admin" } },
    ],
  });
  const github = createGitHub({
    ...bases,
    ...app,
    ...(kind === "oauth" && { scope: "repo read:org" }),
    fetch: gitHub.fetch,
    now,
    timeoutMs: 100,
  });
  const stores = createStores(now);
  const isSuperAdmin = createIsSuperAdmin(["2"], undefined);
  const isolate = (): Accounts =>
    createAccounts({ ...createStores(now), github, baseUrl: BASE_URL, isSuperAdmin });
  const accounts = isolate();
  const once = (key: string) => stores.claims.claim(key, now() + 86_400_000);
  const actions = createGitHubActions({ github, githubUrl: bases.githubUrl, accounts, once });
  const told: AccountsWorld["told"] = [];
  const authDeps: AuthDeps = {
    accounts,
    sessions: stores.sessions,
    translatorFor,
    githubUrl: bases.githubUrl,
    tellPerson: async (line, said) => void told.push({ line, ...said }),
    telegramStartUrl: async (secret) => `https://t.me/webhooker_bot?start=${secret}`,
  };
  return {
    gitHub,
    accounts,
    actions,
    suggestions: createGitHubSuggestions({ github, accounts, once }),
    links: stores.links,
    tokens: stores.tokens,
    sessions: stores.sessions,
    authDeps,
    told,
    web: front(authDeps, actions),
    pass: (ms) => void (ahead += ms),
    otherIsolate: isolate,
  };
}

function createStores(now: () => number) {
  const { DB: db, KV: kv } = testEnv;
  const gate = createD1Gate({ db, now });
  const encryption = createEncryption({ key: "k".repeat(32) });
  if (encryption === undefined) throw new Error("the key is long enough");
  const claims = createOneTimeClaims({ db, gate, now });
  const sleep = (ms: number) => scheduler.wait(ms / 50);
  return {
    claims,
    states: createOAuthStates({ kv, claims, encryption, now }),
    pending: createPendingLinks({ db, encryption, now }),
    links: createLinks({ db, now }),
    tokens: createAccountTokens({ db, kv, gate, encryption, now, sleep }),
    sessions: createSessions(kv),
    audit: createAuditLogs({ db, now }),
  };
}

const translatorFor = async (lang: string) => translator(lang);

function front(authDeps: AuthDeps, actions: GitHubActions): Hono {
  const { accounts } = authDeps;
  const web = new Hono();
  web.route("/auth", authRoutes(authDeps));
  web.route("/api", apiRoutes({ accounts, actions, translatorFor }));
  return web;
}

/** A person's browser: keeps cookies, follows nothing by itself. */
export interface Browser {
  open(url: string, headers?: Record<string, string>): Promise<Response>;
  submit(url: string, fields: Record<string, string>): Promise<Response>;
  send(method: string, url: string): Promise<Response>;
  cookies: Map<string, string>;
}

export function browser({ web }: Pick<AccountsWorld, "web">): Browser {
  const cookies = new Map<string, string>();
  const request = async (url: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const ctx = createExecutionContext();
    const answer = await web.request(new URL(url, BASE_URL).href, { ...init, headers }, {}, ctx);
    await waitOnExecutionContext(ctx);
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/max-age=0/i.test(cookie)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  return {
    cookies,
    open: (url, headers = {}) => request(url, { headers }),
    submit: (url, fields) =>
      request(url, { method: "POST", body: new URLSearchParams(fields), headers: sameOrigin }),
    send: (method, url) => request(url, { method, headers: sameOrigin }),
  };
}

// What a browser says of a form under `Referrer-Policy: no-referrer`.
const sameOrigin = { "sec-fetch-site": "same-origin", origin: "null" };

export const stateOf = (url: string): string => new URL(url).searchParams.get("state") ?? "";

/** Follows a login link to GitHub and back, as this person; gives the address GitHub sends them to. */
export async function throughGitHub(
  { gitHub }: Pick<AccountsWorld, "gitHub">,
  at: Browser,
  url: string,
  login: string | undefined,
): Promise<string> {
  await at.open(url);
  const left = await at.submit("/auth/github", { state: stateOf(url) });
  return gitHub.decide(left.headers.get("location") ?? "", login);
}

/** The last page of a login that this chat account began and this GitHub account approved. */
export async function pageOfLogin(
  world: AccountsWorld,
  at: Browser,
  { who, as }: { who: ChatAccount; as: string },
): Promise<Response> {
  const { url } = await world.accounts.startLogin(who, "chat-1");
  return at.open(await throughGitHub(world, at, url, as));
}

/** What the last page shows to take back to the chat. */
export async function secretOn(page: Response): Promise<string> {
  const text = await page.text();
  const code = /\b[A-Z2-9]{4}-[A-Z2-9]{4}\b/.exec(text)?.[0];
  const secret = code ?? /\/start ([\w-]{22})\b/.exec(text)?.[1];
  if (secret === undefined) throw new Error(`no secret on the page: ${text}`);
  return secret;
}
