import type { Actor } from "../domain/actor.ts";
import type { EventFacts } from "../domain/event-facts.ts";
import type { GitHub } from "../github/client.ts";
import type { AuditLogs } from "../storage/audit-logs.ts";
import type { Chats } from "../storage/chats.ts";
import type { ConfigurationStore } from "../storage/configuration.ts";
import type { Invites } from "../storage/invites.ts";
import type { Links } from "../storage/links.ts";
import { sendLogsOfGroup, sharedRefusalsOf } from "../storage/send-logs.ts";
import { readIllnesses, type TargetIllness, wellStatement } from "../storage/target-health.ts";
import type { TenantSecrets } from "../storage/tenant-secrets.ts";
import type { Accounts } from "./account-types.ts";
import { createAudited } from "./auditing.ts";
import { type ConnectedChats, createConnectedChats } from "./chats.ts";
import { createAct } from "./github-actions.ts";
import { createGroups, type Groups } from "./groups.ts";
import { createInstallationSetup, type InstallationSetup } from "./installation-setup.ts";
import { createInstallations, type Installations } from "./installations.ts";
import { createMissed, type Missed, type MissedDeps } from "./missed.ts";
import { createMembers, type Members } from "./members.ts";
import { createOwnerChanges, type OwnerChanges } from "./owner-changes.ts";
import { createPermissions, type Permissions } from "./permissions.ts";
import { createHeldBack } from "./private-repositories.ts";
import {
  createRepositoryChanges,
  type RepositoryChanges,
  type RepositoryChangesDeps,
} from "./repository-changes.ts";
import { createRoutes, type Routes, type RuleRemark } from "./routes.ts";
import { createSamples, type Samples, type SamplesDeps } from "./samples.ts";
import type { Rule } from "./subscription-routes.ts";
import { createSubscriptions, type Subscriptions } from "./subscriptions.ts";
import type { IsSuperAdmin } from "./super-admins.ts";
import { createTellGroup } from "./telling.ts";
import { createWebhookSetup, type WebhookSetup } from "./webhook-setup.ts";
import { createWhy, type Why } from "./why.ts";

/** Everything that people do with groups, routes and chats. */
export interface GroupServices {
  permissions: Permissions;
  groups: Groups;
  members: Members;
  routes: Routes;
  chats: ConnectedChats;
  subscriptions: Subscriptions;
  webhooks: WebhookSetup;
  installations: Installations;
  installationSetup: InstallationSetup;
  repositoryChanges: RepositoryChanges;
  ownerChanges: OwnerChanges;
  samples: Samples;
  why: Why;
  missed: Missed;
  /** This deployment has a GitHub App, whose installations can be bound. */
  hasGitHubApp: boolean;
}

export interface GroupServicesDeps {
  db: D1Database;
  configuration: ConfigurationStore;
  chats: Chats;
  links: Pick<Links, "ofGithubUsers">;
  secrets: TenantSecrets;
  invites: Invites;
  audit: Pick<AuditLogs, "record">;
  github: GitHub;
  accounts: Pick<Accounts, "withToken">;
  /** `ADMIN_USER_IDS` */
  superAdmins: readonly string[];
  isSuperAdmin: IsSuperAdmin;
  /** `ALLOW_SELF_SIGNUP` */
  selfSignup: boolean;
  /** `BASE_URL`, without a slash at the end. */
  baseUrl: string;
  /** What the matching says of rules. */
  rules: {
    problemsOf: (rule: Rule) => readonly RuleRemark[];
    warningsOf: (rule: Rule) => readonly RuleRemark[];
    /** Why a rule does not want an event, undefined when it does. */
    refusalOf: (rule: Rule, facts: EventFacts) => string | undefined;
    wants: RepositoryChangesDeps["wants"];
  };
  post: SamplesDeps["post"];
  deadLetters: MissedDeps["deadLetters"];
  replay: MissedDeps["replay"];
  /** `GITHUB_APP_ID` is set. */
  hasGitHubApp: boolean;
}

export function createGroupServices(deps: GroupServicesDeps): GroupServices {
  const { db, configuration, secrets, invites, rules, github, accounts } = deps;
  const act = createAct({ github, accounts, once: async () => true });
  const whoIs = (githubUserId: string) => act(githubUserId, (me) => me.whoAmI());
  const accountOf = (as: string, login: string) => act(as, (me) => me.account(login));
  const audited = createAudited(deps.audit);
  const permissions = createPermissions({ configuration, isSuperAdmin: deps.isSuperAdmin, whoIs });
  const logsOf = (groupId: string, limit: number) => sendLogsOfGroup(db, groupId, { limit });
  const tellGroup = createTellGroup(deps.chats);
  const base = { configuration, permissions, audited, tellGroup };
  const forgetIllness = async (target: string, groupId: string): Promise<void> => {
    await wellStatement(db, target, groupId).run();
  };
  const chats = createConnectedChats({
    ...base,
    chats: deps.chats,
    forgetIllness,
    illnesses: async () => (await readIllnesses(db).all<TargetIllness>()).results,
  });
  const routes = createRoutes({ ...base, ...rules, chats: deps.chats });
  const { selfSignup, superAdmins, baseUrl, post, deadLetters, replay } = deps;
  const own = { ...base, chats: deps.chats, secrets, invites, whoIs };
  const groups = createGroups({ ...own, superAdmins, links: deps.links, selfSignup });
  const installations = createInstallations({ ...base, act });
  return {
    permissions,
    hasGitHubApp: deps.hasGitHubApp,
    chats,
    routes,
    groups,
    members: createMembers({ ...own, accountOf }),
    subscriptions: createSubscriptions({
      configuration,
      chats,
      routes,
      act,
      heldBack: createHeldBack({ permissions, act }),
      logsOf,
    }),
    webhooks: createWebhookSetup({ ...base, secrets, act, logsOf, baseUrl }),
    installations,
    installationSetup: createInstallationSetup(groups, installations),
    repositoryChanges: createRepositoryChanges({ configuration, wants: rules.wants }),
    ownerChanges: createOwnerChanges(base),
    samples: createSamples({ chats, permissions, post, forgetIllness, deadLetters }),
    missed: createMissed({ ...base, chats: deps.chats, deadLetters, replay }),
    why: createWhy({
      configuration,
      chats,
      logsOf,
      sharedLogsOf: (groupId, limit) => sharedRefusalsOf(db, groupId, limit),
      refusalOf: rules.refusalOf,
    }),
  };
}

/** Who acts, for somebody linked in a chat. */
export function chatActor(
  account: { platform: "discord" | "telegram"; chatUserId: string; name: string },
  githubUserId: string | undefined,
): Actor {
  const { platform, chatUserId, name } = account;
  const linked = githubUserId === undefined ? {} : { githubUserId };
  return { type: "chat", platform, chatUserId, name, ...linked };
}
