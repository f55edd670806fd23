import type { GitHubOAuth } from "../github/oauth.ts";
import { describeError, logWarning } from "../observability/log.ts";

/**
 * Ends access that GitHub gave and nobody will use. Best effort: nobody waits for it, and it ends by itself
 * or with the person's approval of the app.
 */
export async function endUnusedAccess(
  oauth: Pick<GitHubOAuth, "revokeToken">,
  tokens: { accessToken: string } | undefined,
): Promise<void> {
  if (tokens === undefined) return;
  try {
    await oauth.revokeToken(tokens.accessToken);
  } catch (error) {
    logWarning("account.unused_access_not_revoked", { error: describeError(error) });
  }
}
