import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { UserError } from "../domain/user-error.ts";
import { isMessageKey, type Translate } from "../i18n/translate.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Accounts } from "../services/account-types.ts";
import type { InstallationSetup } from "../services/installation-setup.ts";
import { newVerifier } from "../services/handshake.ts";
import { browserSecretOf, comesFromOurPage, keepBrowserSecret } from "./browser-secret.ts";
import { finishHandshake } from "./callback.ts";
import { formOf } from "./form.ts";
import { bindInstallation, showInstallation } from "./install.ts";
import { problemContent, signInContent, startContent } from "./pages.ts";
import { revokeToken } from "./revoke.ts";
import { safeRedirect } from "./safe-redirect.ts";
import type { TellPerson } from "./say-in-chat.ts";
import type { SessionReader, SessionStarter } from "./session-cookie.ts";
import { createShow } from "./show.ts";

export interface AuthDeps {
  accounts: Accounts;
  sessions: SessionReader & SessionStarter;
  translatorFor(lang: string): Promise<Translate>;
  /** Where people sign in: the start page's form leads there. */
  githubUrl: string;
  /** The deep link that hands the bot this secret; undefined while the bot's name is unknown. */
  telegramStartUrl(secret: string): Promise<string | undefined>;
  tellPerson: TellPerson;
  /** False when this address begins sign-ins too fast: each stores a state. Absent: no limit. */
  maySignIn?(address: string): Promise<boolean>;
  /** Absent where this deployment has no groups. */
  installationSetup?: InstallationSetup;
}

/** A form of ours is one short field. */
const LONGEST_FORM_BYTES = 4096;
const Form = z
  .union([z.object({ redirectTo: z.string() }), z.object({ state: z.string() })])
  .catch({ state: "" });

/** Everything below `/auth`: the handshake's pages, and the end of an access. */
export function authRoutes(deps: AuthDeps): Hono {
  const { accounts, githubUrl } = deps;
  const show = createShow(deps);
  const auth = new Hono();

  const isOver = async (c: Context, was: "used" | undefined) => {
    const isTelegram = c.req.query("from") === "telegram";
    const backTo = isTelegram ? await deps.telegramStartUrl("login") : undefined;
    const key = was === "used" ? "auth.used" : "auth.expired";
    return show(c, 410, (t) => problemContent(t, key, {}, backTo));
  };
  const leadsToGitHub = { formTo: new URL(githubUrl).origin };

  auth.get("/github", async (c) => {
    const { state, redirectTo } = c.req.query();
    if (state === undefined) {
      return show(
        c,
        200,
        (t) => signInContent(t, safeRedirect(redirectTo, "/admin")),
        leadsToGitHub,
      );
    }
    const start = await accounts.handshake(state);
    if (start === undefined || start === "used") return isOver(c, start);
    // GitHub's answer is taken in this very browser or not at all.
    keepBrowserSecret(c, state, browserSecretOf(c, state) ?? newVerifier());
    return show(c, 200, (t) => startContent(t, start, state), { ...start, ...leadsToGitHub });
  });

  auth.post("/github", bodyLimit({ maxSize: LONGEST_FORM_BYTES }), async (c) => {
    const otherBrowser = () => show(c, 403, (t) => problemContent(t, "auth.other_browser"));
    if (!comesFromOurPage(c)) return otherBrowser();
    const form = Form.parse(await formOf(c));
    if ("redirectTo" in form) {
      const address = c.req.header("cf-connecting-ip") ?? "";
      const may = (await deps.maySignIn?.(address)) ?? true;
      if (!may) return show(c, 429, (t) => problemContent(t, "auth.too_fast"));
      return c.redirect(await startSignIn(c, accounts, form.redirectTo), 303);
    }
    const { state } = form;
    const verifier = browserSecretOf(c, state);
    if (verifier === undefined) return otherBrowser();
    const start = await accounts.handshake(state);
    if (start === undefined || start === "used") return isOver(c, start);
    return c.redirect(await accounts.authorizeUrl(state, verifier), 303);
  });

  auth.get("/github/callback", (c) => finishHandshake(c, deps, show));

  auth.get("/github/install", (c) => showInstallation(c, deps, show));
  auth.post("/github/install", bodyLimit({ maxSize: LONGEST_FORM_BYTES }), (c) =>
    bindInstallation(c, deps, show),
  );

  auth.delete("/token/:userId{[0-9]+}", (c) => revokeToken(c, deps, c.req.param("userId")));

  auth.onError((error, c) => {
    if (error instanceof UserError && isMessageKey(error.key)) {
      const { key, params } = error;
      return show(c, 503, (t) => problemContent(t, key, params));
    }
    if (error instanceof HTTPException) return error.getResponse();
    logWarning("auth.failed", { method: c.req.method, error: describeError(error) });
    return show(c, 500, (t) => problemContent(t, "auth.failed"));
  });
  return auth;
}

/** The console's sign-in begins with a press, so that nothing is stored for who only looks. */
async function startSignIn(c: Context, accounts: Accounts, redirectTo: string): Promise<string> {
  const state = await accounts.startSignIn(safeRedirect(redirectTo, "/admin"));
  const verifier = newVerifier();
  keepBrowserSecret(c, state, verifier);
  return accounts.authorizeUrl(state, verifier);
}
