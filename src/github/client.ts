import { issueVerbs } from "./issues.ts";
import { createOAuth, type GitHubOAuth, type OAuthDeps } from "./oauth.ts";
import { peopleVerbs } from "./people.ts";
import { pullVerbs } from "./pulls.ts";
import { repositoryVerbs } from "./repositories.ts";
import { createAsker } from "./request.ts";

/** What one person may ask of GitHub; every verb throws `GitHubError` and nothing else. */
export type GitHubUser = ReturnType<typeof issueVerbs> &
  ReturnType<typeof pullVerbs> &
  ReturnType<typeof repositoryVerbs> &
  ReturnType<typeof peopleVerbs>;

export interface GitHub {
  oauth: GitHubOAuth;
  /** Acts as the holder of this access token: GitHub decides what they may. */
  as(accessToken: string): GitHubUser;
}

export function createGitHub(deps: OAuthDeps): GitHub {
  return {
    oauth: createOAuth(deps),
    as: (accessToken) => {
      const asker = createAsker(deps, `Bearer ${accessToken}`);
      return {
        ...issueVerbs(asker),
        ...pullVerbs(asker),
        ...repositoryVerbs(asker),
        ...peopleVerbs(asker),
      };
    },
  };
}
