import { z } from "zod";
import { type Asker, path } from "./request.ts";
import { MERGE_METHODS, type MergeMethod, type RepoRef } from "./refs.ts";

/** Where GitHub does not say what somebody may do, it says so when they try. */
const Permissions = z.object({ admin: z.boolean().optional(), push: z.boolean().optional() });

const RepositoryAnswer = z.object({
  id: z.number(),
  full_name: z.string(),
  html_url: z.string(),
  private: z.boolean().catch(true),
  archived: z.boolean().catch(false),
  has_issues: z.boolean().catch(true),
  permissions: Permissions.catch({}),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
});

export const Repository = RepositoryAnswer.transform((repo) => ({
  id: repo.id,
  fullName: repo.full_name,
  url: repo.html_url,
  private: repo.private,
  archived: repo.archived,
  hasIssues: repo.has_issues,
  permissions: repo.permissions,
  mergeMethods: mergeMethodsOf(repo),
}));
export type Repository = z.output<typeof Repository>;

const Hook = z.object({ id: z.number() });
const Hooks = z.array(z.object({ config: z.object({ url: z.string().catch("") }) }));

export interface NewHook {
  url: string;
  secret: string;
  /** `*` for everything. */
  events: readonly string[];
}

export function repositoryVerbs({ ask, read }: Asker) {
  return {
    getRepository: ({ owner, repo }: RepoRef) =>
      read({ method: "GET", path: path`/repos/${owner}/${repo}` }, Repository),
    /** Those pushed to last come first. */
    myRepositories: (limit: number) =>
      read(
        { method: "GET", path: "/user/repos", query: { sort: "pushed", per_page: limit } },
        z.array(Repository),
      ),
    /** Where the repository's webhooks go; only for who administers it. */
    hookUrls: async ({ owner, repo }: RepoRef): Promise<readonly string[]> => {
      const query = { per_page: 100 };
      const at = path`/repos/${owner}/${repo}/hooks`;
      const hooks = await read({ method: "GET", path: at, query }, Hooks);
      return hooks.map(({ config }) => config.url);
    },
    createHook: ({ owner, repo }: RepoRef, { url, secret, events }: NewHook) => {
      const config = { url, secret, content_type: "json", insecure_ssl: "0" };
      const body = { name: "web", active: true, events: [...events], config };
      return read({ method: "POST", path: path`/repos/${owner}/${repo}/hooks`, body }, Hook);
    },
    deleteHook: async ({ owner, repo }: RepoRef, hookId: number): Promise<void> => {
      await ask({ method: "DELETE", path: path`/repos/${owner}/${repo}/hooks/${hookId}` });
    },
  };
}

/** GitHub tells the methods only to who may push; without them it decides when asked to merge. */
function mergeMethodsOf(repo: z.output<typeof RepositoryAnswer>): readonly MergeMethod[] {
  const allowed: Record<MergeMethod, boolean | undefined> = {
    merge: repo.allow_merge_commit,
    squash: repo.allow_squash_merge,
    rebase: repo.allow_rebase_merge,
  };
  return MERGE_METHODS.filter((method) => allowed[method] ?? true);
}
