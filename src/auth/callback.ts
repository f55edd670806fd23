import type { Context } from "hono";
import { isMessageKey, type MessageKey, type Translate } from "../i18n/translate.ts";
import { logWarning } from "../observability/log.ts";
import type { Accounts, HandshakeEnd } from "../services/account-types.ts";
import { browserSecretOf } from "./browser-secret.ts";
import { keepLastStep, type LastStep, lastStepOf } from "./last-step.ts";
import { problemContent, waitingContent } from "./pages.ts";
import { safeRedirect } from "./safe-redirect.ts";
import { sayInChat, type TellPerson } from "./say-in-chat.ts";
import { keepSession, type SessionStarter } from "./session-cookie.ts";
import type { Show } from "./show.ts";

interface Deps {
  accounts: Accounts;
  sessions: SessionStarter;
  telegramStartUrl(secret: string): Promise<string | undefined>;
  tellPerson: TellPerson;
  translatorFor(lang: string): Promise<Translate>;
}

/** GitHub sends the person back here, with a code or with a no. Nothing is linked yet either way. */
export async function finishHandshake(c: Context, deps: Deps, show: Show): Promise<Response> {
  const { state = "", code = "", error } = c.req.query();
  const before = lastStepOf(c, state);
  // GitHub's answer is used up; what it led to is still good.
  if (before !== undefined) return showLastStep(c, deps, show, before, 410);
  // First of all: an answer that belongs to another browser uses nothing up.
  const verifier = browserSecretOf(c, state);
  if (verifier === undefined) {
    logWarning("auth.handshake_refused", { why: "other_browser" });
    return show(c, 403, (t) => problemContent(t, "auth.other_browser"));
  }
  if (error !== undefined || code === "") {
    return refusedAtGitHub(c, deps, show, error);
  }
  const end = await deps.accounts.finishHandshake({ state, code, verifier });
  noteRefusal(end);
  switch (end.status) {
    case "waiting":
      keepLastStep(c, state, end);
      return showLastStep(c, deps, show, end);
    case "signed_in": {
      const { githubUserId: userId, login } = end;
      keepSession(c, await deps.sessions.create({ userId, login }));
      return c.redirect(safeRedirect(end.redirectTo, "/admin"), 303);
    }
    case "refused": {
      const { params } = end;
      const key = isMessageKey(end.key) ? end.key : "auth.failed";
      sayInChat(c, deps, end, key, params);
      const status = key === "auth.failed" ? 500 : 400;
      return show(c, status, (t) => problemContent(t, key, params), end);
    }
    case "used":
    case "expired":
      return show(c, 410, (t) => problemContent(t, `auth.${end.status}`));
    default:
      return end satisfies never;
  }
}

async function showLastStep(
  c: Context,
  deps: Deps,
  show: Show,
  step: LastStep,
  status: 200 | 410 = 200,
): Promise<Response> {
  const { start, secret } = step;
  const url = start.platform === "telegram" ? await deps.telegramStartUrl(secret) : undefined;
  return show(c, status, (t) => waitingContent(t, step, url), start);
}

/** Whatever GitHub said instead of a code: the state is used up. */
async function refusedAtGitHub(
  c: Context,
  deps: Deps,
  show: Show,
  error: string | undefined,
): Promise<Response> {
  const abandoned = await deps.accounts.abandonHandshake(c.req.query("state") ?? "");
  const { was } = abandoned;
  const key = was === "open" ? sentenceFor(error) : (`auth.${was}` as const);
  // A page that is loaded again was told of before.
  if (was === "open") {
    sayInChat(c, deps, abandoned, key === "auth.denied" ? "accounts.denied" : key);
  }
  const status = was === "open" ? 400 : 410;
  return show(c, status, (t) => problemContent(t, key), abandoned);
}

function noteRefusal(end: HandshakeEnd): void {
  if (end.status === "waiting" || end.status === "signed_in") return;
  const why = end.status === "refused" ? end.key : end.status;
  logWarning("auth.handshake_refused", { why });
}

/** https://docs.github.com/apps/oauth-apps/maintaining-oauth-apps/troubleshooting-authorization-request-errors */
function sentenceFor(error: string | undefined): MessageKey {
  if (error === "access_denied") return "auth.denied";
  if (error === "redirect_uri_mismatch") return "accounts.misconfigured";
  return "accounts.oauth_refused";
}
