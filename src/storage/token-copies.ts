import { z } from "zod";
import { describeError, logWarning } from "../observability/log.ts";
import type { Encryption } from "./encryption.ts";
import { sha256Hex } from "./hash.ts";
import { readJson, tryCopy } from "./stored-value.ts";
import { placeOf, type TokenPair } from "./token-rows.ts";

/** `token:{userId}` and `token-reverse:{sha256}`: the fast copies of an account's pair. */
export interface TokenCopies {
  read(userId: string): Promise<TokenPair | undefined>;
  /** Both keys; the reverse key of `before` goes. A failure is logged: D1 has the pair. */
  write(userId: string, pair: TokenPair, before?: TokenPair): Promise<void>;
  remove(userId: string, before?: TokenPair): Promise<void>;
  byAccessToken(accessToken: string): Promise<string | undefined>;
}

interface Deps {
  kv: KVNamespace;
  encryption: Encryption;
  now: () => number;
}

const StoredToken = z.object({
  userId: z.coerce.string(),
  accessToken: z.string(),
  expiresAt: z.number(),
  refreshToken: z.string().optional(),
});
type StoredToken = z.infer<typeof StoredToken>;

/** Said where GitHub did not. */
const UNSTATED_VALIDITY_MS = 365 * 86_400_000;
/** A copy goes before what it copies. */
const SHARE_OF_VALIDITY = 0.9;
const SHORTEST_TTL_SECONDS = 60;

const keyOf = (userId: string): string => `token:${userId}`;
const reverseKeyOf = async (accessToken: string): Promise<string> =>
  `token-reverse:${await sha256Hex(accessToken)}`;

export function createTokenCopies({ kv, encryption, now }: Deps): TokenCopies {
  const ttlUntil = (end: number): number =>
    Math.max(SHORTEST_TTL_SECONDS, Math.floor(((end - now()) / 1000) * SHARE_OF_VALIDITY));

  const seal = async (userId: string, pair: TokenPair): Promise<string> => {
    const value: StoredToken = {
      userId,
      accessToken: await encryption.seal(placeOf(userId, "access"), pair.accessToken),
      expiresAt: pair.expiresAt,
      ...(pair.refreshToken === undefined
        ? {}
        : { refreshToken: await encryption.seal(placeOf(userId, "refresh"), pair.refreshToken) }),
    };
    return JSON.stringify(value);
  };

  /** The same pair under the current key, for as long as the key would have lived. */
  const upgrade = async (userId: string, pair: TokenPair): Promise<void> => {
    const key = keyOf(userId);
    const { keys } = await kv.list({ prefix: key });
    const expiration = keys.find(({ name }) => name === key)?.expiration;
    await kv.put(key, await seal(userId, pair), expiration === undefined ? {} : { expiration });
  };

  return {
    async read(userId) {
      const stored = await readJson(kv, keyOf(userId), StoredToken);
      if (stored === undefined || stored.userId !== userId) return undefined;
      const opened = await open(encryption, stored);
      if (opened === undefined) return undefined;
      if (opened.outdated) await tryCopy(keyOf(userId), () => upgrade(userId, opened.pair));
      return opened.pair;
    },

    async write(userId, pair, before) {
      const refreshEnd = pair.refreshExpiresAt ?? now() + UNSTATED_VALIDITY_MS;
      const end = pair.refreshToken === undefined ? pair.expiresAt : refreshEnd;
      await tryCopy(keyOf(userId), async () =>
        kv.put(keyOf(userId), await seal(userId, pair), { expirationTtl: ttlUntil(end) }),
      );
      const reverse = await reverseKeyOf(pair.accessToken);
      await tryCopy("token-reverse", () =>
        kv.put(reverse, userId, { expirationTtl: ttlUntil(pair.expiresAt) }),
      );
      if (before === undefined || before.accessToken === pair.accessToken) return;
      const old = await reverseKeyOf(before.accessToken);
      await tryCopy("token-reverse", () => kv.delete(old));
    },

    async remove(userId, before) {
      await tryCopy(keyOf(userId), () => kv.delete(keyOf(userId)));
      if (before === undefined) return;
      const reverse = await reverseKeyOf(before.accessToken);
      await tryCopy("token-reverse", () => kv.delete(reverse));
    },

    async byAccessToken(accessToken) {
      return (await kv.get(await reverseKeyOf(accessToken))) ?? undefined;
    },
  };
}

/** A copy that KV cannot give now is as good as none. */
export async function readCopy(
  copies: TokenCopies,
  userId: string,
): Promise<TokenPair | undefined> {
  try {
    return await copies.read(userId);
  } catch (error) {
    logWarning("storage.copy_unreadable", { key: "token", error: describeError(error) });
    return undefined;
  }
}

async function open(
  encryption: Encryption,
  stored: StoredToken,
): Promise<{ pair: TokenPair; outdated: boolean } | undefined> {
  const { userId, expiresAt } = stored;
  const access = await encryption.open(placeOf(userId, "access"), stored.accessToken);
  if (access === undefined) return undefined;
  if (stored.refreshToken === undefined) {
    return { pair: { accessToken: access.text, expiresAt }, outdated: access.outdated };
  }
  const refresh = await encryption.open(placeOf(userId, "refresh"), stored.refreshToken);
  if (refresh === undefined) return undefined;
  return {
    pair: { accessToken: access.text, expiresAt, refreshToken: refresh.text },
    outdated: access.outdated || refresh.outdated,
  };
}
