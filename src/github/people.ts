import { z } from "zod";
import { GitHubError } from "./github-error.ts";
import { type Listed, listed } from "./pages.ts";
import { type Asker, parsed, path } from "./request.ts";

/** `id` is who somebody is; logins change hands. */
export const GitHubPerson = z
  .object({ id: z.number(), login: z.string(), name: z.string().nullish() })
  .transform(({ id, login, name }) => ({ id: String(id), login, name: name ?? undefined }));
export type GitHubPerson = z.output<typeof GitHubPerson>;

const Membership = z.object({ state: z.string(), role: z.string() });
export type Membership = z.output<typeof Membership>;
const OrgMembership = Membership.extend({ organization: z.object({ login: z.string() }) });

const Installations = z.object({
  installations: z.array(
    z.object({
      id: z.number(),
      account: z.object({ login: z.string().catch("") }).nullish(),
    }),
  ),
});

export interface Installation {
  id: string;
  owner: string;
}

export function peopleVerbs({ ask, read }: Asker) {
  return {
    /** `scopes` are an OAuth App's; a GitHub App's token has none. */
    whoAmI: async (): Promise<GitHubPerson & { scopes: readonly string[] }> => {
      const answer = await ask({ method: "GET", path: "/user" });
      const scopes = (answer.headers.get("x-oauth-scopes") ?? "").split(/,\s*/).filter(Boolean);
      return { ...parsed(answer, GitHubPerson), scopes };
    },
    /** Who has this login now: a person or an organisation. */
    account: (login: string): Promise<GitHubPerson> =>
      read({ method: "GET", path: path`/users/${login}` }, GitHubPerson),
    /** Undefined for who is no member. */
    orgMembership: (org: string): Promise<Membership | undefined> =>
      read({ method: "GET", path: path`/user/memberships/orgs/${org}` }, Membership).catch(
        undefinedWhenNotFound,
      ),
    /** The organisations that this person is an active member of. */
    myMemberships: (): Promise<Listed<z.output<typeof OrgMembership>>> =>
      listed((page) => {
        const query = { state: "active", ...page };
        const request = { method: "GET", path: "/user/memberships/orgs", query } as const;
        return read(request, z.array(OrgMembership));
      }),
    /** The app's installations that this person can see, up to the wanted one where an id is given. */
    myInstallations: (wanted?: string): Promise<Listed<Installation>> =>
      listed(
        async (query) => {
          const { installations } = await read(
            { method: "GET", path: "/user/installations", query },
            Installations,
          );
          return installations.map(({ id, account }) => ({
            id: String(id),
            owner: account?.login ?? "",
          }));
        },
        ({ id }) => id === wanted,
      ),
  };
}

function undefinedWhenNotFound(error: unknown): undefined {
  if (error instanceof GitHubError && error.kind === "not_found") return undefined;
  throw error;
}
