import type { ChatError, ChatErrorKind } from "../domain/chat-adapter.ts";
import { placeOf, type Target } from "../domain/target.ts";

/** What follows from a failed try. */
export type Settlement =
  /** Again later. `attempts` stands still where waiting was asked for. */
  | { action: "retry"; nextAt: number; attempts: number; pause?: PauseOrder }
  /** Never again by itself, but it can be replayed. */
  | { action: "end"; status: "failed" | "dead"; ill: boolean }
  /** At once, in the chat's new place. */
  | { action: "move"; to: string };

export interface PauseOrder {
  place: string;
  until: number;
  /** How far apart what waits for the place goes on afterwards. */
  spacingMs: number;
}

/** 5 s, 30 s, 2 min, 10 min, 30 min, 2 h, 6 h. */
export const RETRY_DELAYS_MS = [
  5_000, 30_000, 120_000, 600_000, 1_800_000, 7_200_000, 21_600_000,
] as const;

/** Discord recognises a nonce for some minutes: what may have arrived is repeated within two. */
export const NONCE_WINDOW_MS = 120_000;
/** However late in the row of tries the first answer was lost. */
const AMBIGUOUS_DELAY_MS = 50_000;

/** Refused credentials are tried again so often. */
const CREDENTIALS_PAUSE_MS = 600_000;
/** Where the platform names no time. */
const DEFAULT_PAUSE_MS = 5_000;
/** Telegram allows 20 messages a minute in a group; Discord's channels are far quicker. */
const SPACING_MS = { telegram: 3_000, discord: 1_000 } as const;

const HANDLING = {
  rate_limited: "pause",
  unauthorized: "pause",
  unavailable: "again",
  // Adapters' callers post anew once; a second "gone" is a stumbling platform.
  gone: "again",
  migrated: "move",
  ill_target: "ill",
  rejected: "refused",
} as const satisfies Record<ChatErrorKind, string>;

export interface Try {
  attempts: number;
  now: number;
  /** In [0, 1). */
  random: number;
  /** Since when a post may have arrived unnoticed; absent: not before this try. */
  unknownSince?: number | undefined;
}

/** Pure: what to do after a try that failed. */
export function settle(error: ChatError, target: Target, made: Try): Settlement {
  const { attempts, now } = made;
  switch (HANDLING[error.kind]) {
    case "pause": {
      const pause = pauseFor(error, target, now);
      return { action: "retry", nextAt: pause.until, attempts, pause };
    }
    case "move":
      return error.migratedTo === undefined
        ? { action: "end", status: "failed", ill: true }
        : { action: "move", to: error.migratedTo };
    case "ill":
      return { action: "end", status: "failed", ill: true };
    case "refused":
      return { action: "end", status: "failed", ill: false };
    case "again":
      return again(error, target, made);
  }
}

export function spacingOf(target: Target): number {
  return SPACING_MS[target.platform];
}

function again(
  error: ChatError,
  target: Target,
  { attempts, now, random, unknownSince = now }: Try,
): Settlement {
  const delay = RETRY_DELAYS_MS[attempts];
  if (delay === undefined) return { action: "end", status: "dead", ill: false };
  const jittered = delay * (0.9 + 0.2 * random);
  const isKnownSoon =
    error.ambiguous &&
    target.platform === "discord" &&
    now + AMBIGUOUS_DELAY_MS - unknownSince < NONCE_WINDOW_MS;
  const wait = isKnownSoon ? Math.min(jittered, AMBIGUOUS_DELAY_MS) : jittered;
  return { action: "retry", nextAt: Math.ceil(now + wait), attempts: attempts + 1 };
}

function pauseFor(error: ChatError, target: Target, now: number): PauseOrder {
  const everywhere = error.kind === "unauthorized" || error.global;
  const wait =
    error.retryAfterMs ?? (error.kind === "unauthorized" ? CREDENTIALS_PAUSE_MS : DEFAULT_PAUSE_MS);
  return {
    place: everywhere ? target.platform : placeOf(target),
    until: Math.ceil(now + wait),
    spacingMs: spacingOf(target),
  };
}
