import { describeError, logWarning } from "../observability/log.ts";
import { type D1Gate, throughGate } from "./d1-gate.ts";
import type { Encryption } from "./encryption.ts";
import { createTokenCopies, readCopy, type TokenCopies } from "./token-copies.ts";
import {
  completePair,
  createTokenRefresh,
  type Exchange,
  isFresh,
  type NewTokenPair,
} from "./token-refresh.ts";
import { type AccountTokenRows, createAccountTokenRows, type TokenPair } from "./token-rows.ts";

export type { Exchange, NewTokenPair } from "./token-refresh.ts";
export type { TokenPair } from "./token-rows.ts";

/** The tokens of linked GitHub accounts. D1 has the current pair, KV its fast copy; only D1 decides that one is lost. */
export interface AccountTokens {
  /** A pair that has not expired. Undefined: ask `refresh`, which knows whether the account is lost. */
  current(userId: string): Promise<TokenPair | undefined>;
  /**
   * A pair newer than the expired one, or than `refused`, the access token that GitHub would not take. Of callers
   * at the same time one asks GitHub, all get its answer. `lost`: the person has to link anew.
   */
  refresh(userId: string, exchange: Exchange, refused?: string): Promise<TokenPair | "lost">;
  save(userId: string, pair: NewTokenPair): Promise<void>;
  /** Forgets the account and gives back what there was, to be revoked at GitHub. */
  remove(userId: string): Promise<TokenPair | undefined>;
  /** The numeric id of the account that an access token belongs to now. */
  byAccessToken(accessToken: string): Promise<string | undefined>;
}

interface Deps {
  db: D1Database;
  kv: KVNamespace;
  gate: D1Gate;
  encryption: Encryption;
  now: () => number;
  sleep?: (ms: number) => Promise<void>;
}

export function createAccountTokens(deps: Deps): AccountTokens {
  const { gate, now, sleep = (ms) => scheduler.wait(ms) } = deps;
  const rows = createAccountTokenRows(deps);
  const copies = createTokenCopies(deps);
  const refresh = createTokenRefresh({ rows, copies, now, sleep });

  return {
    async current(userId) {
      const copy = await readCopy(copies, userId);
      if (copy !== undefined && isFresh(copy, now())) return copy;
      const row = await throughGate(gate, () => rows.read(userId));
      if (row.status !== "held" || !isFresh(row.pair, now())) return undefined;
      if (copy === undefined) await copies.write(userId, row.pair);
      return row.pair;
    },

    refresh,

    async save(userId, given) {
      const pair = completePair(given, now());
      const before = await pairBefore(userId, rows, copies);
      await throughGate(gate, () => rows.put(userId, pair));
      await copies.write(userId, pair, before);
    },

    async remove(userId) {
      const before = await pairBefore(userId, rows, copies);
      await throughGate(gate, () => rows.lose(userId));
      await copies.remove(userId, before);
      return before;
    },

    async byAccessToken(accessToken) {
      const inD1 = await gate.usable();
      const known = inD1
        ? await throughGate(gate, () => rows.byAccessToken(accessToken))
        : undefined;
      if (known !== undefined) return known;
      const userId = await copies.byAccessToken(accessToken);
      if (userId === undefined) return undefined;
      // Only an account that D1 has never seen may be known by its copy alone.
      if (inD1 && (await rows.read(userId)).status !== "unknown") return undefined;
      const copy = await copies.read(userId);
      const isIts = copy?.accessToken === accessToken && copy.expiresAt > now();
      return isIts ? userId : undefined;
    },
  };
}

/** What is about to be replaced or removed. */
async function pairBefore(
  userId: string,
  rows: AccountTokenRows,
  copies: TokenCopies,
): Promise<TokenPair | undefined> {
  try {
    const row = await rows.read(userId);
    if (row.status === "held") return row.pair;
  } catch (error) {
    // Its tokens may no longer decrypt: they can be replaced and removed all the same.
    logWarning("storage.pair_unreadable", { userId, error: describeError(error) });
  }
  return await readCopy(copies, userId);
}
