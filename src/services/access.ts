import { UserError } from "../domain/user-error.ts";
import type { GitHubOAuth } from "../github/oauth.ts";
import { GitHubError } from "../github/github-error.ts";
import type { AccountTokens, Exchange } from "../storage/tokens.ts";

export interface AccessDeps {
  oauth: Pick<GitHubOAuth, "refresh">;
  tokens: Pick<AccountTokens, "current" | "refresh">;
}

/** Works with somebody's current access token; see `Accounts.withToken`. */
export type WithToken = <T>(
  githubUserId: string,
  work: (accessToken: string) => Promise<T>,
) => Promise<T>;

export function createWithToken({ oauth, tokens }: AccessDeps): WithToken {
  const exchange: Exchange = async (refreshToken) => {
    try {
      return await oauth.refresh(refreshToken);
    } catch (error) {
      if (error instanceof GitHubError && error.kind === "bad_refresh_token") return "refused";
      throw error;
    }
  };
  const renewed = async (githubUserId: string, refused?: string): Promise<string> => {
    const pair = await tokens.refresh(githubUserId, exchange, refused);
    if (pair === "lost") throw new UserError("accounts.login_again");
    return pair.accessToken;
  };
  return async (githubUserId, work) => {
    const held = await tokens.current(githubUserId);
    const accessToken = held?.accessToken ?? (await renewed(githubUserId));
    try {
      return await work(accessToken);
    } catch (error) {
      if (!(error instanceof GitHubError) || error.kind !== "unauthorized") throw error;
      // Revoked, or renewed elsewhere a moment ago: the store knows which.
      return work(await renewed(githubUserId, accessToken));
    }
  };
}
