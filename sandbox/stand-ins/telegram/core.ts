import type { ChatLogKeeper } from "../chat-log.ts";
import type { Faults } from "../faults.ts";
import type { Params } from "./parameters.ts";
import type { KnownPlaces } from "./places.ts";

/** What every part of the stand-in works on. */
export interface TelegramCore {
  token: string;
  bot: { id: number; username: string };
  /** In ms. */
  now: () => number;
  log: ChatLogKeeper;
  faults: Faults;
  places: KnownPlaces;
  /** As `setWebhook` left it. */
  webhook: Params;
  /** Command lists by scope and language. */
  commands: Map<string, Params[]>;
  /** Button presses by query id. */
  queries: Map<string, Query>;
  /** Where updates go. */
  webhookUrl: string;
  webhookSecret: string;
  lastUpdateId: number;
}

/** A pressed button, waiting for `answerCallbackQuery`. */
export interface Query {
  personId: string;
  at: number;
  answer?: { text: string; isAlert: boolean; url?: string };
}

/** What a method does; its value is the answer's `result`. */
export type Method = (core: TelegramCore, params: Params) => unknown;
