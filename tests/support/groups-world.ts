import type { Notification } from "../../src/domain/notification.ts";
import type { Role } from "../../src/domain/group.ts";
import type { Actor } from "../../src/domain/actor.ts";
import { type Target, targetId } from "../../src/domain/target.ts";
import { createGitHub } from "../../src/github/client.ts";
import type { ChatPlace } from "../../src/services/chat-place.ts";
import type { Accounts } from "../../src/services/account-types.ts";
import { createGroupServices, type GroupServices } from "../../src/services/group-services.ts";
import { createIsSuperAdmin } from "../../src/services/super-admins.ts";
import { createAuditLogs } from "../../src/storage/audit-logs.ts";
import { createChats } from "../../src/storage/chats.ts";
import { createConfigurationStore } from "../../src/storage/configuration.ts";
import { createD1Gate } from "../../src/storage/d1-gate.ts";
import { createInvites } from "../../src/storage/invites.ts";
import { createOneTimeClaims } from "../../src/storage/one-time.ts";
import { addSendLogs, type SendLog } from "../../src/storage/send-logs.ts";
import { createOutboxStore } from "../../src/storage/outbox-letters.ts";
import { createTenantSecrets } from "../../src/storage/tenant-secrets.ts";
import { factsOf } from "../../src/webhooks/facts.ts";
import { compileRule } from "../../src/webhooks/matching/filters.ts";
import { createPatternCompiler } from "../../src/webhooks/matching/patterns.ts";
import { ruleProblems } from "../../src/webhooks/matching/rule-problems.ts";
import { ruleWarnings } from "../../src/webhooks/matching/rule-warnings.ts";
import { valuesOf } from "../../src/webhooks/matching/values.ts";
import { type AccountsWorld, accountsWorld } from "./accounts-world.ts";
import { testEnv } from "./env.ts";

/** People by name; the operator is the super admin. `boss`, `chief` and `reader` belong to the group, `other` to another. */
export const PEOPLE = {
  octocat: 1,
  mona: 2,
  guest: 3,
  boss: 11,
  chief: 12,
  reader: 13,
  other: 14,
  operator: 99,
};
export type PersonName = keyof typeof PEOPLE;

/** The services of groups, with the real stores, the real matching and a stand-in GitHub. */
export interface GroupsWorld extends GroupServices {
  gitHub: AccountsWorld["gitHub"];
  accounts: AccountsWorld["accounts"];
  stores: ReturnType<typeof createStores>;
  posted: { target: Target; notification: Notification }[];
  pass: (ms: number) => void;
  /** A group with an owner, an admin and a viewer. */
  group: (id: string) => Promise<void>;
  log: (...logs: readonly SendLog[]) => Promise<void>;
}

export async function groupsWorld(
  options: { selfSignup?: boolean; scope?: string } = {},
): Promise<GroupsWorld> {
  const base = accountsWorld({ kind: options.scope === undefined ? "app" : "oauth" });
  const { gitHub, links } = base;
  for (const [login, id] of Object.entries(PEOPLE)) if (id > 3) gitHub.addUser({ login, id });
  const accounts = signedIn(base, options.scope ?? "");
  gitHub.addUser({ login: "acme", id: 50 });
  let ahead = 0;
  const stores = createStores(() => Date.now() + ahead);
  const outbox = createOutboxStore({ db: testEnv.DB, now: () => Date.now() + ahead });
  const posted: GroupsWorld["posted"] = [];
  const patterns = createPatternCompiler();
  const services = createGroupServices({
    ...stores,
    accounts,
    links,
    github: createGitHub({
      githubUrl: "https://github.test",
      apiUrl: "https://api.github.test",
      clientId: "Iv1",
      clientSecret: "s3cret",
      fetch: gitHub.fetch,
      now: Date.now,
      timeoutMs: 100,
    }),
    superAdmins: [String(PEOPLE.operator)],
    isSuperAdmin: createIsSuperAdmin([String(PEOPLE.operator)], undefined),
    selfSignup: options.selfSignup ?? false,
    baseUrl: "https://bot.test",
    hasGitHubApp: true,
    rules: {
      problemsOf: ruleProblems,
      warningsOf: ruleWarnings,
      refusalOf: (rule, facts) => compileRule(rule, patterns)(valuesOf(facts)),
      wants: (rule, event) => compileRule(rule, patterns)(valuesOf(factsOf(event))) === undefined,
    },
    deadLetters: (of) => outbox.deadLetters(of),
    replay: async (of) => (await outbox.revive(of)).length,
    post: async (target, notification) => void posted.push({ target, notification }),
  });
  return {
    ...services,
    gitHub,
    accounts,
    stores,
    posted,
    pass(ms) {
      ahead += ms;
      base.pass(ms);
    },
    async group(id) {
      const members = (["boss", "chief", "reader"] as const).map((login, index) => ({
        userId: String(PEOPLE[login]),
        login,
        role: (["owner", "admin", "viewer"] as const satisfies Role[])[index] ?? "viewer",
      }));
      await stores.configuration.saveGroup({ id, name: id, members, owners: [] });
    },
    async log(...logs) {
      await addSendLogs(testEnv.DB, logs, Date.now()).run();
    },
  };
}

/** Whoever acts on GitHub has signed in before. To sign everybody in takes longer than most tests. */
function signedIn({ accounts, gitHub, tokens }: AccountsWorld, scope: string): Accounts {
  const known = new Map<string, Promise<void>>();
  const signIn = async (id: string): Promise<void> => {
    const { accessToken } = gitHub.tokens.issue(Number(id), scope);
    await tokens.save(id, { accessToken });
  };
  return {
    ...accounts,
    async withToken(id, work) {
      const signingIn = known.get(id) ?? signIn(id);
      known.set(id, signingIn);
      await signingIn;
      return await accounts.withToken(id, work);
    },
  };
}

function createStores(now: () => number) {
  const { DB: db, KV: kv } = testEnv;
  const gate = createD1Gate({ db, now });
  const claims = createOneTimeClaims({ db, gate, now });
  return {
    db,
    configuration: createConfigurationStore({ db, kv, gate, now }),
    chats: createChats({ db, now }),
    secrets: createTenantSecrets({ kv, claims, now }),
    invites: createInvites({ kv, claims, now }),
    audit: createAuditLogs({ db, now }),
  };
}

/** Somebody in a chat, linked to GitHub. */
export function person(name: PersonName): Actor {
  const id = String(PEOPLE[name]);
  return { type: "chat", platform: "discord", chatUserId: `9${id}`, name, githubUserId: id };
}

export const nobody: Actor = { type: "chat", platform: "discord", chatUserId: "5", name: "nobody" };

/** A Discord channel in which the speaker has rights, or not. */
export function channel(channelId: string, mayAdminister = true): ChatPlace {
  return {
    platform: "discord",
    target: { platform: "discord", channelId },
    title: `channel ${channelId}`,
    mayAdminister: async () => mayAdminister,
  };
}

/** Connects a channel without asking anybody, as tests need it. */
export async function connected(
  { stores }: Pick<GroupsWorld, "stores">,
  groupId: string,
  place: ChatPlace,
): Promise<void> {
  const chat = { targetId: targetId(place.target), platform: place.platform, groupId };
  await stores.chats.connect({ ...chat, title: place.title ?? "", connectedBy: "discord:1" });
}
