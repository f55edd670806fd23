import type { Bindings, Config } from "../config.ts";
import { createDelivery, type Delivery } from "../delivery/delivery.ts";
import type { DeliveryDeps } from "../delivery/deps.ts";
import type { Group } from "../domain/group.ts";
import type { Configuration } from "../domain/matching.ts";
import type { Voice } from "../domain/voice.ts";
import { createDiscordAdapter } from "../bots/discord/adapter.ts";
import { createTelegramAdapter } from "../bots/telegram/adapter.ts";
import { createLedger } from "../storage/deliveries-ledger.ts";
import { createOutboxStore, type OutboxStore } from "../storage/outbox-letters.ts";
import { decodeBody } from "../webhooks/accept.ts";
import { factsOf } from "../webhooks/facts.ts";
import { createPresenter } from "../webhooks/formatters/presenter.ts";
import { markdownToBlocks } from "../webhooks/markdown/markdown-to-blocks.ts";
import { remembered } from "../webhooks/markdown/remembered.ts";
import { createMatcher } from "../webhooks/matching/match.ts";
import { parseEvent } from "../webhooks/providers/index.ts";
import type { Host } from "./host.ts";
import type { Languages } from "./languages.ts";
import { moveChat } from "./move-chat.ts";
import { noting, type OwnWords } from "./own-words.ts";
import type { Adapters } from "./tellings.ts";
import type { Stores } from "./stores.ts";

export interface Deliveries {
  adapters: Adapters;
  delivery: Delivery;
  outbox: OutboxStore | undefined;
  /** Rewrites a Telegram chat's id wherever it is stored. */
  moveChat: (from: string, to: string) => Promise<void>;
}

interface DeliveryParts {
  stores: Stores;
  languages: Languages;
  host: Host;
  ownWords: OwnWords;
}

/** The delivery, with matching, formatting, rendering and adapters handed in. */
export function createDeliveries(
  env: Bindings,
  config: Config,
  { stores, languages, host, ownWords }: DeliveryParts,
): Deliveries {
  const { db, kv, gate, configuration, payloads } = stores;
  const { now, sleep } = host;
  const translate = languages.translate.bind(languages);
  const adapters = chatAdapters(config, languages, host, ownWords);
  const outbox = db === undefined ? undefined : createOutboxStore({ db, now });
  const ledger = db === undefined ? undefined : createLedger({ db, gate, now, sleep });
  const delivery = createDelivery({
    adapters,
    presenter: createPresenter({ factsOf, translate, markdown: remembered(markdownToBlocks) }),
    match: createMatcher(),
    parse(envelope, body) {
      const text = typeof body === "string" ? body : decodeBody(new Uint8Array(body));
      const parsed = parseEvent(envelope, text);
      if ("unreadable" in parsed) throw new Error(`unreadable body: ${parsed.unreadable}`);
      return parsed;
    },
    voiceOf,
    say: translate,
    configurations: inTheirLanguages(configuration, languages),
    payloads,
    ledger,
    outbox,
    gate,
    kv,
    queue: env.QUEUE,
    moveChat: (from, to) => moveChat(stores, from, to),
    now,
    sleep,
    random: host.random,
  });
  return {
    adapters,
    delivery,
    outbox,
    async moveChat(from, to) {
      // As the delivery does: first what was shown, so that nothing is shown again under the new id.
      await ledger?.moveChat(from, to);
      await moveChat(stores, from, to);
    },
  };
}

/** What operators wrote over the messages is there before the first event is told. */
function inTheirLanguages(
  configuration: Stores["configuration"],
  languages: Languages,
): DeliveryDeps["configurations"] {
  let last: Configuration | undefined;
  const known = async <T extends Configuration>(read: Promise<T>): Promise<T> => {
    const found = await read;
    if (found !== last) await languages.refresh(found.groups());
    last = found;
    return found;
  };
  return {
    at: (revision) => known(configuration.at(revision)),
    current: () => known(configuration.current()),
    copy() {
      const copy = configuration.copy();
      return copy === last ? copy : undefined;
    },
  };
}

function chatAdapters(
  config: Config,
  languages: Languages,
  { fetch, now }: Host,
  ownWords: OwnWords,
): Adapters {
  const { discordToken, discordApiUrl, telegramToken, telegramApiUrl } = config;
  const translate = languages.translate.bind(languages);
  return {
    ...(discordToken !== undefined && {
      discord: createDiscordAdapter({
        fetch,
        now,
        translate,
        apiUrl: discordApiUrl,
        token: discordToken,
      }),
    }),
    ...(telegramToken !== undefined && {
      telegram: noting(
        ownWords,
        createTelegramAdapter({
          fetch,
          translate,
          apiUrl: telegramApiUrl,
          token: telegramToken,
        }),
      ),
    }),
  };
}

function voiceOf({ lang, emoji, forgeSources = [] }: Group): Voice {
  const named = forgeSources.flatMap(({ host, name }) =>
    name === undefined ? [] : [[host, name] as const],
  );
  return {
    lang: lang ?? "en",
    emoji: emoji ?? true,
    ...(named.length > 0 && { forgeNames: Object.fromEntries(named) }),
  };
}
