import type { ChatLogKeeper } from "../chat-log.ts";
import type { Faults } from "../faults.ts";
import type { KnownPlaces } from "./places.ts";

/** One interaction, from being sent until its token dies. */
export interface Session {
  id: string;
  token: string;
  type: number;
  channelId: string;
  personId: string;
  createdAt: number;
  /** `deferred`: an answer is promised, its message not there yet. */
  state: "open" | "deferred" | "answered";
  /** Only the person sees the answer. */
  ephemeral: boolean;
  /** The message whose button was pressed, or whose button opened the modal. */
  sourceId?: string;
  /** What `@original` means. */
  originalId?: string;
  /** Every message that answers it, oldest first. */
  messageIds: string[];
}

/** What every part of the stand-in works on. */
export interface DiscordCore {
  token: string;
  applicationId: string;
  publicKey: string;
  /** In ms. */
  now: () => number;
  /** A snowflake of now, greater than all before. */
  newId: () => string;
  log: ChatLogKeeper;
  faults: Faults;
  places: KnownPlaces;
  /** Interactions by their token. */
  sessions: Map<string, Session>;
  /** Registered commands by scope: `global` or a guild's id. */
  commands: Map<string, CommandScope>;
  /** Posts by their nonce, for as long as Discord remembers them. */
  nonces: Map<string, { chatId: string; messageId: string; at: number }>;
}

export interface CommandScope {
  list: Readonly<Record<string, unknown>>[];
  /** When commands with a new name were made, in ms. */
  creations: number[];
}

const DISCORD_EPOCH_MS = 1_420_070_400_000;

/** Snowflakes carry their time; ids made in the same millisecond count up. */
export function snowflakes(now: () => number): () => string {
  let last = 0n;
  return () => {
    const fromTime = BigInt(Math.max(0, now() - DISCORD_EPOCH_MS)) << 22n;
    last = fromTime > last ? fromTime : last + 1n;
    return String(last);
  };
}
