import type { Actor } from "../domain/actor.ts";
import { UserError } from "../domain/user-error.ts";
import type { GitHub } from "../github/client.ts";
import { GitHubError } from "../github/github-error.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { AuditLogs } from "../storage/audit-logs.ts";
import type { Link, Links } from "../storage/links.ts";
import type { PendingLinks } from "../storage/pending-links.ts";
import type { AccountTokens } from "../storage/tokens.ts";
import type { WithToken } from "./access.ts";
import type { Accounts, ChatAccount, LinkedAccount } from "./account-types.ts";
import { normalizedSecret } from "./link-secrets.ts";
import type { IsSuperAdmin } from "./super-admins.ts";
import { endUnusedAccess } from "./unused-access.ts";

export interface LinkingDeps {
  github: GitHub;
  links: Pick<Links, "find" | "save" | "remove" | "ofGithubUsers">;
  pending: Pick<PendingLinks, "confirm" | "cancel" | "takeExpired">;
  tokens: Pick<AccountTokens, "save" | "remove" | "byAccessToken">;
  audit: Pick<AuditLogs, "record">;
  withToken: WithToken;
  /** The operator's own people. */
  isSuperAdmin: IsSuperAdmin;
}

type Linking = Pick<
  Accounts,
  "linked" | "confirmLogin" | "logout" | "whoAmI" | "bearer" | "revoke" | "endUnfinished"
>;

/** Each is a request to GitHub, of which an invocation has few. */
const UNFINISHED_AT_ONCE = 5;

export function createLinking(deps: LinkingDeps): Linking {
  const { links, tokens } = deps;
  return {
    async linked({ platform, chatUserId }) {
      const link = await links.find(platform, chatUserId);
      return link && linkedAs(link);
    },
    confirmLogin: (account, secret) => confirmLogin(deps, account, secret),
    logout: (account) => logout(deps, account),
    whoAmI: (account) => whoAmI(deps, account),
    bearer: (accessToken) => tokens.byAccessToken(accessToken),
    revoke: (by, githubUserId) => revoke(deps, by, githubUserId),
    endUnfinished: () => endUnfinished(deps),
  };
}

async function confirmLogin(
  deps: LinkingDeps,
  account: ChatAccount,
  given: string,
): Promise<LinkedAccount & { name?: string }> {
  const { links, pending, tokens } = deps;
  const { platform, chatUserId } = account;
  const end = await pending.confirm(platform, chatUserId, normalizedSecret(platform, given));
  if (end.status !== "linked") {
    if ("tokens" in end) await endUnusedAccess(deps.github.oauth, end.tokens);
    throw refusalOf(end);
  }

  const { githubUserId, login, name } = end.identity;
  const before = await links.find(platform, chatUserId);
  await tokens.save(githubUserId, end.tokens);
  await links.save({ platform, chatUserId, githubUserId, login });
  await audited(deps, "account.linked", { account, githubUserId, login });
  if (before !== undefined && before.githubUserId !== githubUserId) {
    await endAccessWithoutLinks(deps, before.githubUserId);
  }
  return { githubUserId, login, ...(name !== undefined && { name }) };
}

type Refused = Exclude<Awaited<ReturnType<PendingLinks["confirm"]>>, { status: "linked" }>;

const VOID = { opener: "accounts.void_opener", tries: "accounts.void_tries" } as const;

function refusalOf(end: Refused): UserError {
  switch (end.status) {
    case "wrong":
      return new UserError("accounts.code_wrong", { left: end.triesLeft });
    case "void":
      return new UserError(VOID[end.why]);
    case "expired":
      return new UserError("accounts.code_expired");
    case "none":
      return new UserError("accounts.nothing_pending");
    default:
      return end satisfies never;
  }
}

async function endUnfinished({ pending, github }: LinkingDeps): Promise<void> {
  const unused = await pending.takeExpired(UNFINISHED_AT_ONCE);
  await Promise.all(unused.map((tokens) => endUnusedAccess(github.oauth, tokens)));
}

async function logout(deps: LinkingDeps, account: ChatAccount): Promise<LinkedAccount | undefined> {
  const waiting = await deps.pending.cancel(account.platform, account.chatUserId);
  await endUnusedAccess(deps.github.oauth, waiting);
  const link = await deps.links.remove(account.platform, account.chatUserId);
  if (link === undefined) return undefined;
  const linked = linkedAs(link);
  await audited(deps, "account.unlinked", { account, ...linked });
  if (!(await endAccessWithoutLinks(deps, link.githubUserId))) {
    throw new UserError("accounts.not_revoked", { login: linked.login });
  }
  return linked;
}

/** Another chat account of the same person goes on using the access. False: GitHub was not told. */
async function endAccessWithoutLinks(deps: LinkingDeps, githubUserId: string): Promise<boolean> {
  if ((await deps.links.ofGithubUsers([githubUserId])).length > 0) return true;
  return (await endAccess(deps, githubUserId)) !== "unrevoked";
}

/** Forgets the tokens in any case; GitHub may be out of reach, or not know them any more. */
async function endAccess(
  { github, tokens, withToken }: LinkingDeps,
  githubUserId: string,
): Promise<"revoked" | "unrevoked" | "none"> {
  let revoked = true;
  try {
    await withToken(githubUserId, (accessToken) => github.oauth.revokeGrant(accessToken));
  } catch (error) {
    // Access that cannot be renewed is gone at GitHub already.
    revoked = error instanceof UserError;
    if (!revoked) logWarning("account.not_revoked", { githubUserId, error: describeError(error) });
  }
  const had = await tokens.remove(githubUserId);
  if (!revoked) return "unrevoked";
  return had === undefined ? "none" : "revoked";
}

async function whoAmI(deps: LinkingDeps, account: ChatAccount): Promise<LinkedAccount | undefined> {
  const link = await deps.links.find(account.platform, account.chatUserId);
  if (link === undefined) return undefined;
  const linked = linkedAs(link);
  try {
    const { login, scopes } = await deps.withToken(link.githubUserId, (accessToken) =>
      deps.github.as(accessToken).whoAmI(),
    );
    return { ...linked, login, scopes };
  } catch (error) {
    if (error instanceof UserError) return { ...linked, needsLogin: true };
    // The link is known without GitHub.
    if (error instanceof GitHubError) return linked;
    throw error;
  }
}

/** Through a session, which knows the login. */
async function isAdmin({ isSuperAdmin }: LinkingDeps, by: Actor): Promise<boolean> {
  return by.type === "github" && isSuperAdmin(by.githubUserId, async () => by.login);
}

async function revoke(deps: LinkingDeps, by: Actor, githubUserId: string): Promise<void> {
  const actorId = by.type === "system" ? undefined : by.githubUserId;
  if (actorId === undefined || (actorId !== githubUserId && !(await isAdmin(deps, by)))) {
    throw new UserError("accounts.not_yours");
  }
  const end = await endAccess(deps, githubUserId);
  if (end === "none") throw new UserError("accounts.nothing_to_revoke");
  await deps.audit.record({
    actorId,
    ...(by.type === "github" && { actorLogin: by.login }),
    action: "account.revoked",
    targetType: "github_user",
    targetId: githubUserId,
  });
  if (end === "unrevoked") throw new UserError("accounts.not_revoked", { login: githubUserId });
}

/** An older deployment's link knows no login: the id stands in for it until GitHub is asked. */
function linkedAs({ githubUserId, login, linkedAt }: Link): LinkedAccount {
  return {
    githubUserId,
    login: login ?? githubUserId,
    ...(linkedAt !== undefined && { linkedAt }),
  };
}

async function audited(
  { audit }: LinkingDeps,
  action: "account.linked" | "account.unlinked",
  about: { account: ChatAccount; githubUserId: string; login: string },
): Promise<void> {
  await audit.record({
    actorId: about.githubUserId,
    actorLogin: about.login,
    action,
    targetType: "github_user",
    targetId: about.githubUserId,
    detail: { platform: about.account.platform, chatUserId: about.account.chatUserId },
  });
}
