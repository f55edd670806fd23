import { UserError } from "../domain/user-error.ts";
import type { GitHubUser } from "../github/client.ts";
import { GitHubError } from "../github/github-error.ts";
import type { Pull } from "../github/pulls.ts";
import type { MergeMethod, ThreadRef } from "../github/refs.ts";
import { explainAs } from "./github-failures.ts";

/** What somebody who is about to merge should see. */
export interface PullForMerge {
  title: string;
  /** Of a repository that not everybody may read. */
  isPrivate: boolean;
  url: string;
  /** The head that is shown, and that a merge then names. */
  headSha: string;
  /** What this repository allows. */
  methods: readonly MergeMethod[];
  /** GitHub's word: `clean`, `blocked`, `behind`, `unstable`, `unknown`. */
  mergeableState: string;
}

export async function pullForMerge(
  me: GitHubUser,
  ref: ThreadRef,
  page: string,
): Promise<PullForMerge> {
  const [pull, repository] = await Promise.all([me.getPull(ref), me.getRepository(ref)]);
  const obstacle = obstacleOf(pull);
  if (obstacle !== undefined) throw new UserError(obstacle);
  if (repository.permissions.push === false) throw new UserError("github.merge_needs_push");
  return {
    title: pull.title,
    isPrivate: repository.private,
    url: pull.html_url ?? page,
    headSha: pull.head.sha,
    methods: repository.mergeMethods,
    mergeableState: pull.mergeable_state,
  };
}

export async function mergeAsAllowed(
  me: GitHubUser,
  ref: ThreadRef,
  how: { method?: MergeMethod; sha?: string },
): Promise<{ sha: string; method: MergeMethod }> {
  const method = how.method ?? (await firstMethodOf(me, ref));
  const { sha } = how;
  try {
    const merged = await me.mergePull(ref, { method, ...(sha !== undefined && { sha }) });
    if (merged.merged === false) throw new UserError("github.ignored");
    return { sha: merged.sha ?? "", method };
  } catch (error) {
    throw await whyNotMerged(me, ref, error, method);
  }
}

/** What a repository cannot be asked, the merge itself answers. */
async function firstMethodOf(me: GitHubUser, ref: ThreadRef): Promise<MergeMethod> {
  const repository = await me.getRepository(ref).catch(() => undefined);
  return repository?.mergeMethods[0] ?? "merge";
}

/** What a branch's rules ask for first, by GitHub's word. */
const RULES: Readonly<Record<string, string>> = {
  blocked: "github.merge_blocked",
  behind: "github.merge_behind",
};

/** A 405 says little; the pull request itself says why. */
async function whyNotMerged(
  me: GitHubUser,
  ref: ThreadRef,
  error: unknown,
  method: MergeMethod,
): Promise<unknown> {
  if (!(error instanceof GitHubError)) return error;
  if (error.kind === "conflict") return explainAs("github.head_moved", error);
  if (error.kind !== "not_allowed") return error;
  if (/not allowed on this repository/i.test(error.reason)) {
    return explainAs("github.method_not_allowed", error, { method });
  }
  const pull = await me.getPull(ref).catch(() => undefined);
  const rule = RULES[pull?.mergeable_state ?? ""];
  return explainAs(rule ?? (pull && obstacleOf(pull)) ?? "github.not_mergeable", error);
}

/** What nobody can merge. A branch's rules are no such thing: some people may pass over them. */
function obstacleOf(pull: Pull): string | undefined {
  if (pull.merged) return "github.merged_already";
  if (pull.state === "closed") return "github.pull_closed";
  if (pull.draft) return "github.draft";
  if (pull.mergeable === false || pull.mergeable_state === "dirty") return "github.merge_conflicts";
  return undefined;
}
