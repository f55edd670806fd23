import type { Actor } from "../domain/actor.ts";
import { UserError } from "../domain/user-error.ts";
import type { GitHubUser } from "../github/client.ts";
import { GitHubError } from "../github/github-error.ts";
import type { RepoRef } from "../github/refs.ts";
import type { SendLogRow } from "../storage/send-logs.ts";
import type { TenantSecrets } from "../storage/tenant-secrets.ts";
import type { Audited } from "./auditing.ts";
import type { Act } from "./github-actions.ts";
import { explainAs } from "./github-failures.ts";
import type { Permissions } from "./permissions.ts";

/** Where a group's events are sent, and what signs them. */
export interface Endpoint {
  url: string;
  /** Shown this once; absent where there is one already: nobody sees it again. */
  secret?: string;
}

/** The newest thing that came in at a group's endpoint. */
export interface Arrival {
  event: string;
  repo?: string;
  /** In ms. */
  at: number;
}

/** A group's own webhook endpoint. */
export interface WebhookSetup {
  /** The endpoint, with a first secret where there is none yet. */
  endpoint(actor: Actor, groupId: string): Promise<Endpoint>;
  /** A new secret; the one before stays good for 24 hours, so that its senders can be changed. */
  rotate(actor: Actor, groupId: string): Promise<Required<Endpoint>>;
  /** The endpoint believes nobody any more. */
  remove(actor: Actor, groupId: string): Promise<void>;
  arrived(actor: Actor, groupId: string): Promise<Arrival | undefined>;
  /** Makes the webhook on a repository through GitHub's API, as the person. */
  createHook(
    actor: Actor,
    groupId: string,
    repository: RepoRef,
  ): Promise<{ name: string; url: string }>;
}

export interface WebhookSetupDeps {
  permissions: Permissions;
  secrets: TenantSecrets;
  audited: Audited;
  act: Act;
  logsOf: (groupId: string, limit: number) => Promise<readonly SendLogRow[]>;
  /** Where this Worker is reached, without a slash at the end. */
  baseUrl: string;
}

export function createWebhookSetup(deps: WebhookSetupDeps): WebhookSetup {
  const { permissions, secrets, audited, logsOf, baseUrl } = deps;
  const urlOf = (groupId: string): string => `${baseUrl}/webhook/${groupId}`;
  return {
    async endpoint(actor, groupId) {
      await permissions.authorize(actor, groupId, "secret.create");
      const url = urlOf(groupId);
      const first = await secrets.first(groupId);
      if (first?.isNew !== true) return { url };
      await audited(actor, { action: "secret.created", groupId });
      return { url, secret: first.secret };
    },
    async rotate(actor, groupId) {
      await permissions.authorize(actor, groupId, "secret.rotate");
      const secret = await secrets.rotate(groupId);
      await audited(actor, { action: "secret.rotated", groupId });
      return { url: urlOf(groupId), secret };
    },
    async remove(actor, groupId) {
      await permissions.authorize(actor, groupId, "secret.remove");
      await secrets.remove(groupId);
      await audited(actor, { action: "secret.removed", groupId });
    },
    async arrived(actor, groupId) {
      await permissions.authorize(actor, groupId, "log.view");
      const row = (await logsOf(groupId, 20)).find(({ event }) => event !== null);
      if (row === undefined) return undefined;
      return { event: row.event ?? "", at: row.ts, ...(row.repo !== null && { repo: row.repo }) };
    },
    createHook: (actor, groupId, repository) =>
      createHook(deps, actor, groupId, { repository, url: urlOf(groupId) }),
  };
}

async function createHook(
  { permissions, secrets, audited, act }: WebhookSetupDeps,
  actor: Actor,
  groupId: string,
  { repository, url }: { repository: RepoRef; url: string },
): Promise<{ name: string; url: string }> {
  const { githubUserId } = await permissions.authorize(actor, groupId, "hook.create");
  const made = await act(githubUserId, async (me) => {
    const found = await me.getRepository(repository);
    if (found.permissions.admin === false) {
      throw new UserError("setup.hook_admins_only", { repo: found.fullName });
    }
    const first = await secrets.first(groupId);
    if (first === undefined) throw new UserError("setup.conflict");
    const { secret } = first;
    try {
      await addHook(me, found.fullName, { url, secret });
    } catch (error) {
      throw await hookFailure(error, me, { repo: found.fullName, url });
    }
    return { name: found.fullName, url: `${found.url}/settings/hooks` };
  });
  await audited(actor, { action: "hook.created", groupId, detail: { repo: made.name } });
  return made;
}

async function addHook(
  me: GitHubUser,
  fullName: string,
  hook: { url: string; secret: string },
): Promise<void> {
  const [owner = "", repo = ""] = fullName.split("/");
  if ((await me.hookUrls({ owner, repo })).includes(hook.url)) {
    throw new UserError("setup.hook_exists", { repo: fullName });
  }
  await me.createHook({ owner, repo }, { ...hook, events: ["*"] });
}

/** https://docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps: any of these makes webhooks. */
const HOOK_SCOPES: readonly string[] = [
  "repo",
  "public_repo",
  "admin:repo_hook",
  "write:repo_hook",
];

/** What stands in the way, with what to do: GitHub's own words name none of it. */
async function hookFailure(
  error: unknown,
  me: GitHubUser,
  { repo, url }: { repo: string; url: string },
): Promise<unknown> {
  if (!(error instanceof GitHubError)) return error;
  switch (error.kind) {
    case "invalid":
      return /already exists/i.test(error.reason)
        ? explainAs("setup.hook_exists", error, { repo })
        : explainAs("setup.hook_invalid", error, { repo, url });
    case "app_permission_missing":
      return explainAs("setup.hook_app_barred", error, { repo });
    case "not_found": {
      // An OAuth App without the scope for webhooks is told "not found"; a GitHub App has no scopes.
      const { scopes } = await me.whoAmI();
      const lacksScope = scopes.length > 0 && !scopes.some((one) => HOOK_SCOPES.includes(one));
      return explainAs(lacksScope ? "setup.hook_scope" : "setup.hook_refused", error, { repo });
    }
    default:
      return error;
  }
}
