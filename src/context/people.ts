import type { Config } from "../config.ts";
import { createGitHub, type GitHub } from "../github/client.ts";
import type { Accounts } from "../services/account-types.ts";
import { accountsOff, createAccounts } from "../services/accounts.ts";
import { createGitHubActions, type GitHubActions } from "../services/github-actions.ts";
import { createGitHubSuggestions, type GitHubSuggestions } from "../services/github-suggestions.ts";
import { createIsSuperAdmin, type IsSuperAdmin } from "../services/super-admins.ts";
import { onceForActions } from "./commands.ts";
import type { Host } from "./host.ts";
import type { Stores } from "./stores.ts";

/** What an OAuth App asks for; a GitHub App's rights are its permissions. */
const OAUTH_APP_SCOPE = "repo read:org";

export interface People {
  github: GitHub;
  accounts: Accounts;
  actions: GitHubActions & GitHubSuggestions;
  isSuperAdmin: IsSuperAdmin;
}

/** Linked accounts and what they do on GitHub; off, and saying so, where a setting is missing. */
export function createPeople(config: Config, stores: Stores, { fetch, now }: Host): People {
  const { githubUrl, githubApiUrl, githubClientId, githubClientSecret } = config;
  const github = createGitHub({
    fetch,
    now,
    githubUrl,
    apiUrl: githubApiUrl,
    clientId: githubClientId ?? "",
    clientSecret: githubClientSecret ?? "",
    ...(config.githubAppId === undefined && { scope: OAUTH_APP_SCOPE }),
  });
  const isSuperAdmin = createIsSuperAdmin(config.adminUserIds, stores.people?.adminLogins);
  const accounts = accountsOf(config, stores, { github, isSuperAdmin });
  const deps = { github, githubUrl, accounts, once: onceForActions(stores, now) };
  return {
    github,
    accounts,
    isSuperAdmin,
    actions: { ...createGitHubActions(deps), ...createGitHubSuggestions(deps) },
  };
}

function accountsOf(
  config: Config,
  { people, states }: Stores,
  { github, isSuperAdmin }: Pick<People, "github" | "isSuperAdmin">,
): Accounts {
  const { githubClientId, githubClientSecret, baseUrl } = config;
  const secrets = people?.secrets;
  if (secrets === undefined || githubClientId === undefined) return accountsOff();
  if (people === undefined || githubClientSecret === undefined || baseUrl === undefined) {
    return accountsOff();
  }
  const { links, audit } = people;
  return createAccounts({
    github,
    baseUrl,
    links,
    states,
    pending: secrets.pendingLinks,
    tokens: secrets.tokens,
    audit: {
      record: ({ detail, ...act }) =>
        audit.record({ ...act, ...(detail !== undefined && { detail: { said: detail } }) }),
    },
    isSuperAdmin,
  });
}
