import { type ChatLog, createChatLog } from "./chat-log.ts";
import { createFaults, type Faults } from "./faults.ts";
import type { TelegramCore } from "./telegram/core.ts";
import { createPeople, type TelegramPeople } from "./telegram/people.ts";
import { createPlaces, type TelegramPlaces } from "./telegram/places.ts";
import { answer } from "./telegram/router.ts";

export interface TelegramOptions {
  /** The bot's token, as the Worker is to send it. */
  token: string;
  /** In ms. */
  now: () => number;
  username?: string;
  /** Where updates are sent, until `setWebhook` says otherwise. */
  webhookUrl?: string;
  webhookSecret?: string;
}

/** Telegram's Bot API, its chats and its people, as strict as the real one or stricter. */
export interface TelegramStandIn {
  /** Answers everything below `…/bot<token>/`. Throws TypeError for a connection told to drop. */
  fetch(request: Request): Promise<Response>;
  log: ChatLog;
  faults: Faults;
  places: TelegramPlaces;
  people: TelegramPeople;
  token: string;
  username: string;
  /** What a person who pressed a button was shown; undefined while the button still spins. */
  answerTo(queryId: string): { text: string; isAlert: boolean; url?: string } | undefined;
  /** The command list of a scope, `default` unless said otherwise, in a language. */
  registered(scope?: string, language?: string): readonly Readonly<Record<string, unknown>>[];
}

export function createTelegram(options: TelegramOptions): TelegramStandIn {
  const { token, now, username = "WebHookerBot" } = options;
  const core: TelegramCore = {
    token,
    bot: { id: Number(/^(\d+):/.exec(token)?.[1] ?? 7_000_000_001), username },
    now,
    log: createChatLog(),
    faults: createFaults(),
    places: createPlaces(),
    webhook: {},
    commands: new Map(),
    queries: new Map(),
    webhookUrl: options.webhookUrl ?? "https://webhooker.test/telegram/webhook",
    webhookSecret: options.webhookSecret ?? "telegram-webhook-secret",
    lastUpdateId: 100_000,
  };
  return {
    fetch: (request) => answer(core, request),
    log: core.log,
    faults: core.faults,
    places: core.places,
    people: createPeople(core),
    token,
    username,
    answerTo: (queryId) => core.queries.get(queryId)?.answer,
    registered: (scope = "default", language = "") =>
      core.commands.get(`${scope}///${language}`) ?? [],
  };
}
