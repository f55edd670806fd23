import type { AuthDeps } from "./auth/router.ts";
import type { DiscordInteractionDeps } from "./bots/discord/interactions/router.ts";
import type { TelegramUpdateDeps } from "./bots/telegram/updates/router.ts";
import { type Bindings, type Config, readConfig } from "./config.ts";
import { createCommandServices } from "./context/commands.ts";
import { createDeliveries } from "./context/deliveries.ts";
import { createDiscordBot } from "./context/discord-bot.ts";
import type { Host } from "./context/host.ts";
import { createIngress } from "./context/ingress.ts";
import { createLanguages } from "./context/languages.ts";
import { moveChat } from "./context/move-chat.ts";
import { createPeople } from "./context/people.ts";
import { createScheduled, type Scheduled } from "./context/scheduled.ts";
import { createStores } from "./context/stores.ts";
import { createTelegramBot } from "./context/telegram-bot.ts";
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
  const deliveries = createDeliveries(env, config, { stores, languages, host });
  const { accounts, actions } = createPeople(config, stores, host);
  const services = createCommandServices(env, config, { stores, accounts, actions, now });
  const bot = createTelegramBot(config, fetch);
  const translatorFor = languages.translatorFor.bind(languages);
  return {
    config,
    ingress: createIngress(env, config, { stores, deliveries, host }),
    delivery: deliveries.delivery,
    discord: {
      publicKey: config.discordPublicKey,
      services,
      translate: translatorFor,
      ...createDiscordBot(config, fetch),
      now,
    },
    telegram: {
      webhookSecret: bot === undefined ? undefined : config.telegramWebhookSecret,
      services,
      call: async (method, parameters) => bot?.call(method, parameters),
      botName: async () => (await bot?.name()) ?? "",
      isAdministrator: async (chatId, userId) =>
        (await bot?.isAdministrator(chatId, userId)) ?? false,
      translate: translatorFor,
      moveChat: (from, to) => moveChat(stores, from, to),
      chatLost: async () => undefined,
    },
    auth: {
      accounts,
      sessions: stores.sessions,
      translatorFor,
      githubUrl: config.githubUrl,
      telegramStartUrl: async (secret) =>
        bot === undefined ? undefined : `https://t.me/${await bot.name()}?start=${secret}`,
    },
    api: { accounts, actions, translatorFor },
    health: {
      env,
      config,
      d1: async () => {
        await stores.gate.usable();
        return stores.gate.state();
      },
      vitals: async () => {
        if (stores.db === undefined) throw new Error("no D1 database is bound");
        return readVitals(stores.db, now());
      },
      now,
    },
    scheduled: createScheduled(config, { stores, delivery: deliveries.delivery, bot, host }),
    refreshLanguages: () => languages.refresh(),
  };
}
