import { logWarning } from "../observability/log.ts";
import type { Encryption } from "./encryption.ts";
import { sha256Hex } from "./hash.ts";

/** What GitHub gave for an account. */
export interface TokenPair {
  accessToken: string;
  /** In ms. */
  expiresAt: number;
  refreshToken?: string | undefined;
  /** In ms. */
  refreshExpiresAt?: number | undefined;
}

/** The current pair as D1 has it. */
export type AccountRow =
  | { status: "held"; pair: TokenPair; version: number; leaseUntil: number }
  /** Unlinked, or refused by GitHub for good: copies in KV are void. */
  | { status: "lost"; version: number }
  | { status: "unknown" };

/** `account_tokens`: one row per GitHub account, the truth about its tokens. */
export interface AccountTokenRows {
  read(userId: string): Promise<AccountRow>;
  /** Puts a pair in the place of whatever is there. */
  put(userId: string, pair: TokenPair): Promise<void>;
  /** Takes over an older deployment's pair, unless the row exists. */
  adopt(userId: string, pair: TokenPair): Promise<void>;
  /** True for the one caller that may refresh this version now. */
  lease(userId: string, version: number, holder: string, until: number): Promise<boolean>;
  /** Gives a lease back; the one before it ended, or ends, at `until`. */
  release(userId: string, holder: string, until: number): Promise<void>;
  /** The pair that a refresh of `version` gave. False: another pair is there. */
  renew(userId: string, version: number, pair: TokenPair): Promise<boolean>;
  /** Marks the account as lost; with `version` only while that one is current. */
  lose(userId: string, version?: number): Promise<void>;
  byAccessToken(accessToken: string): Promise<string | undefined>;
}

interface Deps {
  db: D1Database;
  encryption: Encryption;
  now: () => number;
}

interface Row {
  access_token: string | null;
  access_expires_at: number | null;
  refresh_token: string | null;
  refresh_expires_at: number | null;
  version: number;
  lease_until: number;
}

const COLUMNS = `access_token, access_hash, access_expires_at, refresh_token, refresh_expires_at`;
const SELECT_TOKENS = `SELECT access_token, access_expires_at, refresh_token, refresh_expires_at, version, lease_until
  FROM account_tokens WHERE user_id = ?1`;
const PUT = `INSERT INTO account_tokens (user_id, ${COLUMNS}, version, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
  ON CONFLICT (user_id) DO UPDATE SET access_token = excluded.access_token, access_hash = excluded.access_hash,
    access_expires_at = excluded.access_expires_at, refresh_token = excluded.refresh_token,
    refresh_expires_at = excluded.refresh_expires_at, version = account_tokens.version + 1,
    lease_holder = NULL, lease_until = 0, updated_at = excluded.updated_at`;
const ADOPT = `INSERT INTO account_tokens (user_id, ${COLUMNS}, version, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, 1, ?7)
  ON CONFLICT (user_id) DO NOTHING`;
const LEASE = `UPDATE account_tokens SET lease_holder = ?3, lease_until = ?4
  WHERE user_id = ?1 AND version = ?2 AND access_token IS NOT NULL AND lease_until <= ?5 RETURNING version`;
const RELEASE = `UPDATE account_tokens SET lease_holder = NULL, lease_until = ?3 WHERE user_id = ?1 AND lease_holder = ?2`;
const RENEW = `UPDATE account_tokens SET access_token = ?2, access_hash = ?3, access_expires_at = ?4, refresh_token = ?5,
    refresh_expires_at = ?6, version = ?8 + 1, lease_holder = NULL, lease_until = 0, updated_at = ?7
  WHERE user_id = ?1 AND (version = ?8 OR (version = ?8 + 1 AND access_hash = ?3)) AND access_token IS NOT NULL
  RETURNING version`;
// Sealed anew under the current key: the same tokens, so the version stays.
const RESEAL = `UPDATE account_tokens SET access_token = ?3, refresh_token = ?4 WHERE user_id = ?1 AND version = ?2 AND access_token IS NOT NULL`;
const LOSE = `INSERT INTO account_tokens (user_id, version, updated_at) VALUES (?1, 1, ?2)
  ON CONFLICT (user_id) DO UPDATE SET access_token = NULL, access_hash = NULL, access_expires_at = NULL,
    refresh_token = NULL, refresh_expires_at = NULL, version = account_tokens.version + 1,
    lease_holder = NULL, lease_until = 0, updated_at = excluded.updated_at
  WHERE ?3 IS NULL OR account_tokens.version = ?3`;
const SELECT_BY_HASH = `SELECT user_id FROM account_tokens WHERE access_hash = ?1 AND access_expires_at > ?2`;

export function createAccountTokenRows({ db, encryption, now }: Deps): AccountTokenRows {
  const values = async (userId: string, pair: TokenPair) => [
    userId,
    await encryption.seal(placeOf(userId, "access"), pair.accessToken),
    await sha256Hex(pair.accessToken),
    pair.expiresAt,
    pair.refreshToken === undefined
      ? null
      : await encryption.seal(placeOf(userId, "refresh"), pair.refreshToken),
    pair.refreshExpiresAt ?? null,
    now(),
  ];

  const statement = (sql: string, ...bound: unknown[]) => db.prepare(sql).bind(...bound);

  const heldBy = async (userId: string, row: Row): Promise<AccountRow> => {
    const opened = await openPair(encryption, userId, row);
    // What cannot be opened may open again once the right key is set: it is not lost.
    if (opened === undefined) return unreadable(userId);
    const { pair, outdated } = opened;
    if (outdated) {
      const [, access, , , refresh] = await values(userId, pair);
      await statement(RESEAL, userId, row.version, access, refresh).run();
    }
    return { status: "held", pair, version: row.version, leaseUntil: row.lease_until };
  };

  return {
    async read(userId) {
      const row = await statement(SELECT_TOKENS, userId).first<Row>();
      if (row === null) return { status: "unknown" };
      if (row.access_token === null) return { status: "lost", version: row.version };
      return await heldBy(userId, row);
    },
    async put(userId, pair) {
      await statement(PUT, ...(await values(userId, pair))).run();
    },
    async adopt(userId, pair) {
      await statement(ADOPT, ...(await values(userId, pair))).run();
    },
    async lease(userId, version, holder, until) {
      return (await statement(LEASE, userId, version, holder, until, now()).first()) !== null;
    },
    async release(userId, holder, until) {
      await statement(RELEASE, userId, holder, until).run();
    },
    async renew(userId, version, pair) {
      const bound = [...(await values(userId, pair)), version];
      return (await statement(RENEW, ...bound).first()) !== null;
    },
    async lose(userId, version) {
      await statement(LOSE, userId, now(), version ?? null).run();
    },
    async byAccessToken(accessToken) {
      const look = statement(SELECT_BY_HASH, await sha256Hex(accessToken), now());
      return (await look.first<string>("user_id")) ?? undefined;
    },
  };
}

/** What a token's encryption is bound to, in D1 and in KV alike. */
export function placeOf(userId: string, token: "access" | "refresh") {
  return { purpose: "account tokens", record: `token:${userId}:${token}` };
}

async function openPair(
  encryption: Encryption,
  userId: string,
  row: Row,
): Promise<{ pair: TokenPair; outdated: boolean } | undefined> {
  const access = await encryption.open(placeOf(userId, "access"), row.access_token ?? "");
  const refresh =
    row.refresh_token === null
      ? null
      : await encryption.open(placeOf(userId, "refresh"), row.refresh_token);
  if (access === undefined || refresh === undefined) return undefined;
  return {
    pair: {
      accessToken: access.text,
      expiresAt: row.access_expires_at ?? 0,
      refreshToken: refresh?.text,
      refreshExpiresAt: row.refresh_expires_at ?? undefined,
    },
    outdated: access.outdated || refresh?.outdated === true,
  };
}

function unreadable(userId: string): never {
  logWarning("storage.corrupt_record", {
    key: `account_tokens/${userId}`,
    problem: "does not decrypt",
  });
  throw new Error("an account's tokens do not decrypt: is ENCRYPTION_KEY the right one?");
}
