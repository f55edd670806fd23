import { UserError } from "../domain/user-error.ts";
import type { RepoRef } from "../github/refs.ts";
import { type Act, type ActionsDeps, createAct } from "./github-actions.ts";

/** What a person may see on GitHub, to choose from while they type. */
export interface GitHubSuggestions {
  /** The full name as GitHub writes it. Throws `UserError` when they cannot see it. */
  repository(as: string, repository: RepoRef): Promise<string>;
  /** Names that contain the words; none when GitHub cannot be asked: nobody waits for a suggestion. */
  suggestRepositories(as: string, words: string): Promise<readonly string[]>;
  suggestIssues(
    as: string,
    repository: RepoRef,
    words: string,
  ): Promise<readonly { number: number; title: string }[]>;
}

/** Discord shows at most 25: https://discord.com/developers/docs/interactions/application-commands#autocomplete */
const MOST = 25;
const MOST_REPOSITORIES = 100;

export function createGitHubSuggestions(deps: Omit<ActionsDeps, "githubUrl">): GitHubSuggestions {
  const act = createAct(deps);
  return {
    repository: (as, repository) =>
      act(as, async (me) => (await me.getRepository(repository)).fullName),
    suggestRepositories: (as, words) =>
      act(as, async (me) => {
        const wanted = words.trim().toLowerCase();
        const names = (await me.myRepositories(MOST_REPOSITORIES)).map((repo) => repo.fullName);
        return names.filter((name) => name.toLowerCase().includes(wanted)).slice(0, MOST);
      }).catch(nothing),
    suggestIssues: (as, repository, words) =>
      suggestIssues(act, as, repository, words.trim()).catch(nothing),
  };
}

async function suggestIssues(act: Act, as: string, repository: RepoRef, words: string) {
  const number = Number(/^#?(\d{1,10})$/.exec(words)?.[1]);
  const found = await act(as, async (me) =>
    Number.isNaN(number)
      ? me.findIssues(repository, words, MOST)
      : [await me.getIssue({ ...repository, number })],
  );
  return found.map(({ number, title }) => ({ number, title }));
}

function nothing(error: unknown): never[] {
  if (error instanceof UserError) return [];
  throw error;
}
