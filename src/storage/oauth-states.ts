import { z } from "zod";
import { randomHex } from "./hash.ts";
import type { OneTimeClaims } from "./one-time.ts";
import { readJson, tryCopy } from "./stored-value.ts";

/** What one OAuth handshake remembers between its start and its callback. */
export interface OAuthState {
  redirectTo: string;
  /** In ms. */
  expiresAt: number;
  discordUserId?: string | undefined;
  telegramUserId?: string | undefined;
  telegramChatId?: string | undefined;
  /** What the start page calls the chat account that is about to be linked. */
  chatName?: string | undefined;
  /** The language of the chat. */
  lang?: string | undefined;
  /** PKCE verifier. */
  codeVerifier?: string | undefined;
  /** Binds the handshake to the browser that began it. */
  browserHash?: string | undefined;
}

/** `state:{hex}`: OAuth handshakes, each used once, within 600 s. */
export interface OAuthStates {
  /** 32 hex characters that stand for the handshake. */
  create(state: Omit<OAuthState, "expiresAt">): Promise<string>;
  /** Looks without using it up. Undefined: unknown, used or expired. */
  read(hex: string): Promise<OAuthState | undefined>;
  /** Whether it was used, as long as that is known: until it would have expired. */
  isUsed(hex: string): Promise<boolean>;
  /** Adds to a handshake that is under way. */
  update(hex: string, state: OAuthState): Promise<void>;
  /** The state, for the one caller that uses it first. */
  consume(hex: string): Promise<OAuthState | undefined>;
}

interface Deps {
  kv: KVNamespace;
  claims: OneTimeClaims;
  now: () => number;
}

const TTL_SECONDS = 600;
/** KV's floor. https://developers.cloudflare.com/kv/api/write-key-value-pairs/ */
const SHORTEST_TTL_SECONDS = 60;

const State = z.object({
  redirectTo: z.string(),
  expiresAt: z.number(),
  discordUserId: z.string().optional(),
  telegramUserId: z.string().optional(),
  telegramChatId: z.string().optional(),
  chatName: z.string().optional(),
  lang: z.string().optional(),
  codeVerifier: z.string().optional(),
  browserHash: z.string().optional(),
});

const keyOf = (hex: string): string => `state:${hex}`;

export function createOAuthStates({ kv, claims, now }: Deps): OAuthStates {
  const find = async (hex: string): Promise<OAuthState | undefined> => {
    if (!/^[0-9a-f]{32}$/.test(hex)) return undefined;
    const state = await readJson(kv, keyOf(hex), State);
    return state !== undefined && state.expiresAt > now() ? state : undefined;
  };

  return {
    async create(state) {
      const hex = randomHex(16);
      const value: OAuthState = { ...state, expiresAt: now() + TTL_SECONDS * 1000 };
      await kv.put(keyOf(hex), JSON.stringify(value), { expirationTtl: TTL_SECONDS });
      return hex;
    },

    async read(hex) {
      const state = await find(hex);
      if (state === undefined) return undefined;
      // KV may go on showing what was used: the claim knows.
      return (await claims.claimed([keyOf(hex)])).size > 0 ? undefined : state;
    },

    isUsed: async (hex) => (await claims.claimed([keyOf(hex)])).size > 0,

    async update(hex, state) {
      const left = Math.ceil((state.expiresAt - now()) / 1000);
      await kv.put(keyOf(hex), JSON.stringify(state), {
        expirationTtl: Math.max(left, SHORTEST_TTL_SECONDS),
      });
    },

    async consume(hex) {
      const state = await find(hex);
      if (state === undefined || !(await claims.claim(keyOf(hex), state.expiresAt))) {
        return undefined;
      }
      await tryCopy(keyOf(hex), () => kv.delete(keyOf(hex)));
      return state;
    },
  };
}
