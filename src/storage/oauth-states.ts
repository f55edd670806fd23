import { z } from "zod";
import type { InteractionWebhook } from "../domain/private-line.ts";
import type { Encryption } from "./encryption.ts";
import { randomHex } from "./hash.ts";
import type { OneTimeClaims } from "./one-time.ts";
import { parseStored, readJson, tryCopy } from "./stored-value.ts";

/** What one OAuth handshake remembers between its start and its callback. */
export interface OAuthState {
  redirectTo: string;
  /** In ms. */
  expiresAt: number;
  discordUserId?: string | undefined;
  telegramUserId?: string | undefined;
  telegramChatId?: string | undefined;
  /** Reaches the person on Discord, where the handshake began. */
  discordWebhook?: InteractionWebhook | undefined;
  /** What the start page calls the chat account that is about to be linked. */
  chatName?: string | undefined;
  /** The language of the chat. */
  lang?: string | undefined;
}

/** `state:{hex}`: OAuth handshakes, each used once, within 600 s. */
export interface OAuthStates {
  /** 32 hex characters that stand for the handshake. */
  create(state: Omit<OAuthState, "expiresAt">): Promise<string>;
  /** Looks without using it up. Undefined: unknown, used or expired. */
  read(hex: string): Promise<OAuthState | undefined>;
  /** Whether it was used, as long as that is known: until it would have expired. */
  isUsed(hex: string): Promise<boolean>;
  /** The state, for the one caller that uses it first. */
  consume(hex: string): Promise<OAuthState | undefined>;
}

interface Deps {
  kv: KVNamespace;
  claims: OneTimeClaims;
  /** Absent: no webhook is kept. */
  encryption?: Encryption | undefined;
  now: () => number;
}

const TTL_SECONDS = 600;

const State = z.object({
  redirectTo: z.string(),
  expiresAt: z.number(),
  discordUserId: z.string().optional(),
  telegramUserId: z.string().optional(),
  telegramChatId: z.string().optional(),
  discordWebhook: z.string().optional(),
  chatName: z.string().optional(),
  lang: z.string().optional(),
});

const Webhook = z.object({ applicationId: z.string(), token: z.string() });

const keyOf = (hex: string): string => `state:${hex}`;
const placeOf = (hex: string) => ({ purpose: "interaction webhooks", record: keyOf(hex) });

export function createOAuthStates({ kv, claims, encryption, now }: Deps): OAuthStates {
  const find = async (hex: string): Promise<OAuthState | undefined> => {
    if (!/^[0-9a-f]{32}$/.test(hex)) return undefined;
    const stored = await readJson(kv, keyOf(hex), State);
    if (stored === undefined || stored.expiresAt <= now()) return undefined;
    const { discordWebhook: sealed, ...state } = stored;
    const discordWebhook = sealed && (await openWebhook(encryption, hex, sealed));
    return discordWebhook ? { ...state, discordWebhook } : state;
  };

  return {
    async create(state) {
      const hex = randomHex(16);
      const { discordWebhook, ...plain } = state;
      const sealed =
        discordWebhook && (await encryption?.seal(placeOf(hex), JSON.stringify(discordWebhook)));
      const value = {
        ...plain,
        expiresAt: now() + TTL_SECONDS * 1000,
        ...(sealed !== undefined && { discordWebhook: sealed }),
      };
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

/** What does not open, or is not what was sealed, is as good as none: the handshake goes on without it. */
async function openWebhook(
  encryption: Encryption | undefined,
  hex: string,
  sealed: string,
): Promise<InteractionWebhook | undefined> {
  const opened = await encryption?.open(placeOf(hex), sealed);
  return opened && parseStored(opened.text, Webhook, "state:…/discordWebhook");
}
