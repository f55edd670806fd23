import type { Config } from "../config.ts";
import type { GitHub } from "../github/client.ts";
import type { Accounts } from "../services/account-types.ts";
import { createGroupServices, type GroupServices } from "../services/group-services.ts";
import type { IsSuperAdmin } from "../services/super-admins.ts";
import { createInvites } from "../storage/invites.ts";
import { factsOf } from "../webhooks/facts.ts";
import { compileRule } from "../webhooks/matching/filters.ts";
import { createPatternCompiler } from "../webhooks/matching/patterns.ts";
import { ruleProblems } from "../webhooks/matching/rule-problems.ts";
import { ruleWarnings } from "../webhooks/matching/rule-warnings.ts";
import { valuesOf } from "../webhooks/matching/values.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Stores } from "./stores.ts";
import { postOurs } from "./tellings.ts";

interface Parts {
  stores: Stores;
  accounts: Accounts;
  github: GitHub;
  deliveries: Deliveries;
  isSuperAdmin: IsSuperAdmin;
  now: () => number;
}

/** Groups, routes and chats as people manage them; absent without a database or an address of our own. */
export function createGroupsOf(
  config: Config,
  { stores, accounts, github, deliveries, isSuperAdmin, now }: Parts,
): GroupServices | undefined {
  const { db, kv, claims, configuration, people, tenantSecrets } = stores;
  const { baseUrl, adminUserIds, allowSelfSignup, githubAppId } = config;
  const { adapters, delivery, outbox } = deliveries;
  if (db === undefined || outbox === undefined || people === undefined || baseUrl === undefined)
    return undefined;
  const patterns = createPatternCompiler();
  return createGroupServices({
    db,
    configuration,
    chats: people.chats,
    links: people.links,
    audit: people.audit,
    secrets: tenantSecrets,
    invites: createInvites({ kv, claims, now }),
    github,
    accounts,
    superAdmins: adminUserIds,
    isSuperAdmin,
    selfSignup: allowSelfSignup,
    baseUrl,
    rules: {
      problemsOf: ruleProblems,
      warningsOf: ruleWarnings,
      refusalOf: (rule, facts) => compileRule(rule, patterns)(valuesOf(facts)),
      wants: (rule, event) => compileRule(rule, patterns)(valuesOf(factsOf(event))) === undefined,
    },
    post: (target, notification, voice) => postOurs(adapters, target, notification, voice),
    deadLetters: (of) => outbox.deadLetters(of),
    replay: (of) => delivery.replay(of),
    hasGitHubApp: githubAppId !== undefined,
  });
}
