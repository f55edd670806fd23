import type { Platform } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { GitHub } from "../github/client.ts";
import type { TokenGrant } from "../github/oauth.ts";
import { challengeOf } from "../github/pkce.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { AuditLogs } from "../storage/audit-logs.ts";
import type { OAuthState, OAuthStates } from "../storage/oauth-states.ts";
import type { PendingLinks } from "../storage/pending-links.ts";
import type { AccountTokens } from "../storage/tokens.ts";
import type {
  Accounts,
  ChatAccount,
  HandshakeEnd,
  HandshakeStart,
  Origin,
} from "./account-types.ts";
import { explainLogin } from "./github-failures.ts";
import { newSecret } from "./link-secrets.ts";
import { endUnusedAccess } from "./unused-access.ts";

export { newVerifier } from "../github/pkce.ts";

export interface HandshakeDeps {
  github: GitHub;
  states: Pick<OAuthStates, "create" | "read" | "consume" | "isUsed">;
  pending: Pick<PendingLinks, "create">;
  tokens: Pick<AccountTokens, "save">;
  audit: Pick<AuditLogs, "record">;
  /** Where this Worker is reached, without a slash at the end. */
  baseUrl: string;
}

type Handshakes = Pick<
  Accounts,
  | "startLogin"
  | "startSignIn"
  | "handshake"
  | "authorizeUrl"
  | "finishHandshake"
  | "abandonHandshake"
>;

const STATE_MINUTES = 10;

/** From the chat to GitHub and back into the browser; what ends there waits for `confirmLogin`. */
export function createHandshakes(deps: HandshakeDeps): Handshakes {
  const { github, states, baseUrl } = deps;
  const redirectUri = `${baseUrl}/auth/github/callback`;
  return {
    async startLogin(account, chatId, { lang, webhook } = {}) {
      const state = await states.create({
        redirectTo: "/auth/github",
        chatName: account.name,
        ...(lang !== undefined && { lang }),
        ...idsOf(account, chatId),
        ...(webhook !== undefined && { discordWebhook: webhook }),
      });
      // What is left to lead back by once the state is forgotten.
      const query = new URLSearchParams({ state, from: account.platform });
      return { url: `${baseUrl}/auth/github?${query.toString()}`, validFor: STATE_MINUTES };
    },

    startSignIn: (redirectTo) => states.create({ redirectTo }),

    async handshake(state) {
      const begun = await states.read(state);
      if (begun === undefined) return (await states.isUsed(state)) ? "used" : undefined;
      return startOf(begun);
    },

    authorizeUrl: async (state, verifier) =>
      github.oauth.authorizeUrl({ state, challenge: await challengeOf(verifier), redirectUri }),

    async finishHandshake({ state, code, verifier }) {
      const begun = await states.consume(state);
      if (begun === undefined) {
        return { status: (await states.isUsed(state)) ? "used" : "expired" };
      }
      try {
        const grant = await github.oauth.exchange({ code, verifier, redirectUri });
        return await identified(deps, begun, grant);
      } catch (error) {
        const { key, params } = toldOf(error);
        return { status: "refused", key, params, ...originOf(begun) };
      }
    },

    async abandonHandshake(state) {
      const begun = await states.consume(state);
      if (begun === undefined) return { was: (await states.isUsed(state)) ? "used" : "expired" };
      return { was: "open", ...originOf(begun) };
    },
  };
}

/** Whatever it is: the state is used up by then, so that they must begin anew. */
function toldOf(error: unknown): UserError {
  const told = explainLogin(error);
  if (told instanceof UserError) return told;
  logWarning("auth.failed", { error: describeError(error) });
  return new UserError("auth.failed");
}

/** GitHub has said who this is; what that means depends on where the handshake began. */
async function identified(
  deps: HandshakeDeps,
  begun: OAuthState,
  grant: TokenGrant,
): Promise<HandshakeEnd> {
  const giveUp = async (error: unknown): Promise<never> => {
    await endUnusedAccess(deps.github.oauth, grant);
    throw error;
  };
  const whoAmI = deps.github.as(grant.accessToken).whoAmI();
  const { id: githubUserId, login, name } = await whoAmI.catch(giveUp);
  const account = accountOf(begun);
  const start = startOf(begun);
  if (account === undefined || start === undefined) {
    await deps.tokens.save(githubUserId, grant);
    await deps.audit.record({
      actorId: githubUserId,
      actorLogin: login,
      action: "session.started",
    });
    return { status: "signed_in", githubUserId, login, redirectTo: begun.redirectTo };
  }
  // Kept until the chat account that began proves to be in the same hands as this browser.
  const secret = newSecret(account.platform);
  const identity = { githubUserId, login, ...(name !== undefined && { name }) };
  const waiting = deps.pending.create({ ...account, secret, identity, tokens: grant });
  const before = await waiting.catch(giveUp);
  await endUnusedAccess(deps.github.oauth, before);
  return { status: "waiting", start, secret, login };
}

function idsOf({ platform, chatUserId }: ChatAccount, chatId: string): Partial<OAuthState> {
  return platform === "discord"
    ? { discordUserId: chatUserId }
    : { telegramUserId: chatUserId, telegramChatId: chatId };
}

function accountOf(state: OAuthState): { platform: Platform; chatUserId: string } | undefined {
  const { discordUserId, telegramUserId } = state;
  if (discordUserId !== undefined) return { platform: "discord", chatUserId: discordUserId };
  if (telegramUserId !== undefined) return { platform: "telegram", chatUserId: telegramUserId };
  return undefined;
}

/** A handshake of an older deployment knows no name: then the page shows the id. */
function startOf(state: OAuthState | undefined): HandshakeStart | undefined {
  const account = state && accountOf(state);
  if (state === undefined || account === undefined) return undefined;
  const name = state.chatName ?? account.chatUserId;
  return {
    platform: account.platform,
    name,
    ...(state.lang !== undefined && { lang: state.lang }),
  };
}

function originOf(state: OAuthState): Origin {
  const { lang } = state;
  const line = lineOf(state);
  return { ...(lang !== undefined && { lang }), ...(line !== undefined && { line }) };
}

function lineOf({ discordWebhook, telegramChatId, telegramUserId }: OAuthState): Origin["line"] {
  if (discordWebhook !== undefined) return { platform: "discord", ...discordWebhook };
  // In a private chat, the chat's id is the person's.
  return telegramChatId !== undefined && telegramChatId === telegramUserId
    ? { platform: "telegram", chatId: telegramChatId }
    : undefined;
}
