import type { Bindings, Config } from "../config.ts";
import type { CommandServices } from "../commands/services.ts";
import type { Platform } from "../domain/target.ts";
import { UserError } from "../domain/user-error.ts";
import type { ActionsDeps, GitHubActions } from "../services/github-actions.ts";
import type { GitHubSuggestions } from "../services/github-suggestions.ts";
import type { GroupServices } from "../services/group-services.ts";
import type { Accounts } from "../services/account-types.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { Languages } from "./languages.ts";
import type { PeopleStores, Stores } from "./stores.ts";

interface Parts {
  stores: Stores;
  accounts: Accounts;
  actions: GitHubActions & GitHubSuggestions;
  groups: GroupServices | undefined;
  translatorFor: Languages["translatorFor"];
  startUrl: NonNullable<CommandServices["startUrl"]>;
  now: () => number;
}

/** What commands have at hand. Without D1 nothing of people can be kept, and each use says so. */
export function createCommandServices(
  env: Bindings,
  config: Config,
  { stores, accounts, actions, groups, translatorFor, startUrl, now }: Parts,
): CommandServices {
  const { claims, people } = stores;
  const { LIMITER: limiter } = env;
  return {
    githubUrl: config.githubUrl,
    accounts,
    github: actions,
    ...(groups !== undefined && { groups }),
    chats: preferences(stores),
    translatorFor,
    startUrl,
    pending: {
      put: async (use, owner, id) => needed(people).pendingUses.put(use, owner, id),
      take: async (id, owner) => needed(people).pendingUses.take(id, owner),
    },
    once: (key, seconds) => claims.claim(key, now() + seconds * 1000),
    notDone: (key) =>
      claims.release(key).catch((error: unknown) => {
        logWarning("command.claim_kept", { error: describeError(error) });
      }),
    async seen({ platform, chatUserId, name, username }, { chatId }) {
      try {
        const called =
          platform === "telegram" ? { name, ...(username !== undefined && { username }) } : {};
        await people?.seen({ platform, chatUserId, place: `${platform}:${chatId}`, ...called });
      } catch (error) {
        logWarning("command.seen_failed", { error: describeError(error) });
      }
    },
    mayProceed: async (who) =>
      limiter === undefined || (await limiter.limit({ key: `command:${who}` })).success,
  };
}

/** Claims that keep a click or a message from acting twice, for a day. */
export function onceForActions({ claims }: Stores, now: () => number): ActionsDeps["once"] {
  const dayMs = 86_400_000;
  return (key) => claims.claim(key, now() + dayMs);
}

function preferences({
  people,
  configuration,
}: Pick<Stores, "people" | "configuration">): CommandServices["chats"] {
  return {
    defaultRepo: async (targetId) => (await people?.chats.find(targetId))?.defaultRepo,
    async setDefaultRepo(targetId, defaultRepo) {
      await needed(people).chats.set({ targetId, platform: platformOf(targetId) }, { defaultRepo });
    },
    async lang(targetId) {
      const chat = await people?.chats.find(targetId);
      if (chat?.lang !== undefined || chat?.groupId === undefined) return chat?.lang;
      return (await configuration.group(chat.groupId))?.value.lang;
    },
  };
}

function platformOf(targetId: string): Platform {
  return targetId.startsWith("telegram:") ? "telegram" : "discord";
}

function needed(people: PeopleStores | undefined): PeopleStores {
  if (people === undefined) throw new UserError("accounts.off");
  return people;
}
