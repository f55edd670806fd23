import { UserError } from "../domain/user-error.ts";
import { GitHubError } from "../github/github-error.ts";
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
/** Among which a half-typed number or word is looked for: each comes with its whole text. */
const LATEST_ISSUES = 50;

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

/** The latest of which every word begins the number or is in the title; else what GitHub itself finds. */
async function suggestIssues(act: Act, as: string, repository: RepoRef, words: string) {
  const number = /^#?(\d{1,10})$/.exec(words)?.[1];
  const found = await act(as, async (me) => {
    const latest = await me.findIssues(repository, "", LATEST_ISSUES);
    const fitting = latest.filter((issue) => fits(issue, number ?? words));
    if (number === undefined) {
      return fitting.length > 0 || words === "" ? fitting : me.findIssues(repository, words, MOST);
    }
    const isMeant = (issue: { number: number }) => issue.number === Number(number);
    const meant =
      fitting.find(isMeant) ??
      (await me.getIssue({ ...repository, number: Number(number) }).catch(noIssue));
    const others = fitting.filter((issue) => !isMeant(issue));
    return meant === undefined ? others : [meant, ...others];
  });
  return found.slice(0, MOST).map(({ number: of, title }) => ({ number: of, title }));
}

function fits(issue: { number: number; title: string }, words: string): boolean {
  const title = issue.title.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => String(issue.number).startsWith(word) || title.includes(word));
}

/** A half-typed number need not name anything yet. */
function noIssue(error: unknown): undefined {
  if (error instanceof GitHubError) return undefined;
  throw error;
}

function nothing(error: unknown): never[] {
  if (error instanceof UserError) return [];
  throw error;
}
