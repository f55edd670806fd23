import type { Context } from "hono";
import { UserError } from "../domain/user-error.ts";
import type { Accounts } from "../services/account-types.ts";
import { comesFromOurPage } from "./browser-secret.ts";
import { pageHeaders } from "./page.ts";
import { type SessionReader, sessionOf } from "./session-cookie.ts";

const STATUS: Readonly<Record<string, 403 | 404 | 502 | 503>> = {
  "accounts.not_yours": 403,
  "accounts.nothing_to_revoke": 404,
  "accounts.not_revoked": 502,
  "accounts.off": 503,
};

/** `DELETE /auth/token/{userId}`: ends an access, one's own or, as a super admin, anybody's. */
export async function revokeToken(
  c: Context,
  deps: { accounts: Accounts; sessions: SessionReader },
  userId: string,
): Promise<Response> {
  const answer = async (
    status: 200 | 401 | 403 | 404 | 502 | 503,
    body: object,
  ): Promise<Response> => c.json(body, status, await pageHeaders());
  const session = await sessionOf(c, deps.sessions);
  if (session === undefined) return answer(401, { ok: false, error: "not_signed_in" });
  if (!comesFromOurPage(c)) return answer(403, { ok: false, error: "cross_site" });
  const { userId: githubUserId, login } = session;
  try {
    await deps.accounts.revoke({ type: "github", githubUserId, login }, userId);
    return await answer(200, { ok: true });
  } catch (error) {
    const status = error instanceof UserError ? STATUS[error.key] : undefined;
    if (!(error instanceof UserError) || status === undefined) throw error;
    return answer(status, { ok: false, error: error.key.replace("accounts.", "") });
  }
}
