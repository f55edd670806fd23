import type { AuthDeps } from "./auth/router.ts";
import type { DiscordInteractionDeps } from "./bots/discord/interactions/router.ts";
import type { TelegramUpdateDeps } from "./bots/telegram/updates/router.ts";
import { type Bindings, type Config, readConfig } from "./config.ts";
import { createCommandServices } from "./context/commands.ts";
import { createDeliveries } from "./context/deliveries.ts";
import { createDiscordBot } from "./context/discord-bot.ts";
import { createFollow } from "./context/follow.ts";
import { createGroupsOf } from "./context/groups.ts";
import type { Host } from "./context/host.ts";
import { createIngress } from "./context/ingress.ts";
import { createLanguages } from "./context/languages.ts";
import { createOwnWords } from "./context/own-words.ts";
import { createPeople } from "./context/people.ts";
import { createScheduled, type Scheduled } from "./context/scheduled.ts";
import { createStores, type Stores } from "./context/stores.ts";
import { createStartUrl, createTelegramBot, type TelegramBot } from "./context/telegram-bot.ts";
import { createTellPerson } from "./context/tell-person.ts";
import { say } from "./context/tellings.ts";
import type { QueueJob } from "./domain/queue-job.ts";
import type { ApiDeps } from "./auth/api.ts";
import type { Delivery } from "./delivery/delivery.ts";
import type { HealthDeps } from "./health.ts";
import { readVitals } from "./storage/vitals.ts";
import type { IngestDeps } from "./webhooks/ingest.ts";

/** Everything the Worker is made of, constructed once an isolate. */
export interface Context {
  config: Config;
  ingress: IngestDeps;
  delivery: Delivery;
  /** Keeps bindings, rules and accounts true before an event is matched. */
  follow: (job: QueueJob) => Promise<void>;
  discord: DiscordInteractionDeps;
  telegram: TelegramUpdateDeps;
  auth: AuthDeps;
  api: ApiDeps;
  health: HealthDeps;
  scheduled: Scheduled;
  /** Reads the operator's overlays again where they are old. */
  refreshLanguages: () => Promise<void>;
}

/** The only place that constructs stores, adapters and services. */
export function createContext(env: Bindings, host: Host): Context {
  const config = readConfig(env);
  const { fetch, now } = host;
  const stores = createStores(env, config, now);
  const languages = createLanguages(stores.overlays);
  const ownWords = createOwnWords(stores.people?.pendingUses);
  const deliveries = createDeliveries(env, config, { stores, languages, host, ownWords });
  const { adapters, delivery } = deliveries;
  const { actions, ...known } = createPeople(config, stores, host);
  const { accounts } = known;
  const groups = createGroupsOf(config, { stores, ...known, deliveries, now });
  const translatorFor = languages.translatorFor.bind(languages);
  const people = { accounts, actions, groups, translatorFor };
  const bot = createTelegramBot(config, fetch, host.sleep);
  const discordBot = createDiscordBot(config, fetch);
  const startUrl = createStartUrl(bot);
  const services = createCommandServices(env, config, { stores, ...people, startUrl, now });
  const telling = { adapters, languages, configuration: stores.configuration };
  return {
    config,
    ingress: createIngress(env, config, { stores, deliveries, host }),
    delivery,
    follow: createFollow(groups, { stores, telling, now }),
    discord: {
      publicKey: config.discordPublicKey,
      services,
      translate: translatorFor,
      ...discordBot,
      now,
    },
    telegram: {
      webhookSecret: config.telegramWebhookSecret,
      services,
      ...telegramCalls(bot),
      translate: translatorFor,
      moveChat: deliveries.moveChat,
      async chatLost(chatId) {
        const tellings = await groups?.chats.lost(`telegram:${chatId}`, "removed");
        await say(telling, tellings ?? []);
      },
    },
    auth: {
      accounts,
      sessions: stores.sessions,
      translatorFor,
      githubUrl: config.githubUrl,
      telegramStartUrl: startUrl,
      tellPerson: createTellPerson({ discord: discordBot, telegram: bot, ownWords }),
      maySignIn: signInLimit(env),
      ...(groups !== undefined && { installationSetup: groups.installationSetup }),
    },
    api: { accounts, actions, translatorFor },
    health: healthDeps(env, config, stores, now),
    scheduled: createScheduled(config, { stores, delivery, accounts, groups, telling, bot, host }),
    refreshLanguages: () => languages.refresh(),
  };
}

function telegramCalls(
  bot: TelegramBot | undefined,
): Pick<TelegramUpdateDeps, "call" | "botName" | "isAdministrator"> {
  return {
    call: async (method, parameters) => bot?.call(method, parameters),
    botName: async () => (await bot?.name()) ?? "",
    isAdministrator: async (chatId, userId) =>
      (await bot?.isAdministrator(chatId, userId)) ?? false,
  };
}

/** Every sign-in writes a KV key, and of those there are few a day. */
function signInLimit({ LIMITER: limiter }: Bindings): NonNullable<AuthDeps["maySignIn"]> {
  return async (ip) =>
    limiter === undefined || (await limiter.limit({ key: `sign-in:${ip}` })).success;
}

function healthDeps(
  env: Bindings,
  config: Config,
  { db, gate }: Stores,
  now: () => number,
): HealthDeps {
  return {
    env,
    config,
    async d1() {
      await gate.usable();
      return gate.state();
    },
    async vitals() {
      if (db === undefined) throw new Error("no D1 database is bound");
      return readVitals(db, now());
    },
    now,
  };
}
