import { z } from "zod";
import type { Platform } from "../domain/target.ts";
import type { Encryption } from "./encryption.ts";
import { sha256Hex } from "./hash.ts";
import { parseStored } from "./stored-value.ts";
import type { NewTokenPair } from "./tokens.ts";

export interface GithubIdentity {
  /** Numeric GitHub id. */
  githubUserId: string;
  login: string;
  name?: string;
}

export type Confirmation =
  /** Used up: this is the only caller that learns it. */
  | { status: "linked"; identity: GithubIdentity; tokens: NewTokenPair }
  | { status: "wrong"; triesLeft: number }
  /** Too many tries, or somebody else opened it: begin anew. */
  | { status: "void" }
  | { status: "expired" }
  /** This chat account waits for nothing. */
  | { status: "none" };

/** GitHub identities and their tokens that wait, for 600 s, for the chat account that began the linking. */
export interface PendingLinks {
  /** Takes the place of whatever that chat account waited for. `secret` is stored hashed. */
  create(pending: {
    platform: Platform;
    chatUserId: string;
    secret: string;
    identity: GithubIdentity;
    tokens: NewTokenPair;
  }): Promise<void>;
  /** Five tries; the right secret from the wrong account voids it. */
  confirm(platform: Platform, chatUserId: string, secret: string): Promise<Confirmation>;
}

interface Deps {
  db: D1Database;
  encryption: Encryption;
  now: () => number;
}

const PENDING_LINK_MS = 600_000;
const MOST_TRIES = 5;

const CREATE = `INSERT INTO pending_links (platform, chat_user_id, secret_hash, github_user_id, login, name, tokens, attempts, expires_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8)
  ON CONFLICT (platform, chat_user_id) DO UPDATE SET secret_hash = excluded.secret_hash,
    github_user_id = excluded.github_user_id, login = excluded.login, name = excluded.name,
    tokens = excluded.tokens, attempts = 0, expires_at = excluded.expires_at`;
/** Whoever knows the secret takes the row: rightly, or too late, or as the wrong opener, who voids it. */
const TAKE_BY_SECRET = `DELETE FROM pending_links WHERE secret_hash = ?1
  RETURNING platform, chat_user_id, github_user_id, login, name, tokens, expires_at`;
const COUNT_TRY = `UPDATE pending_links SET attempts = attempts + 1
  WHERE platform = ?1 AND chat_user_id = ?2 RETURNING attempts, expires_at`;
const VOID_TRIED_OUT = `DELETE FROM pending_links WHERE platform = ?1 AND chat_user_id = ?2 AND attempts >= ${MOST_TRIES}`;

interface Row {
  platform: string;
  chat_user_id: string;
  github_user_id: string;
  login: string;
  name: string | null;
  tokens: string;
  expires_at: number;
}

const StoredTokens = z.object({
  accessToken: z.string(),
  expiresAt: z.number().optional(),
  refreshToken: z.string().optional(),
  refreshExpiresAt: z.number().optional(),
});

export function createPendingLinks({ db, encryption, now }: Deps): PendingLinks {
  const taken = async (row: Row, platform: Platform, chatUserId: string): Promise<Confirmation> => {
    if (row.platform !== platform || row.chat_user_id !== chatUserId) return { status: "void" };
    if (row.expires_at <= now()) return { status: "expired" };
    const opened = await encryption.open(placeOf(platform, chatUserId), row.tokens);
    const key = `pending_links/${platform}/${chatUserId}`;
    const tokens = opened && parseStored(opened.text, StoredTokens, key);
    if (tokens === undefined) return { status: "void" };
    return { status: "linked", identity: identityOf(row), tokens };
  };

  return {
    async create({ platform, chatUserId, secret, identity, tokens }) {
      const { githubUserId, login, name } = identity;
      const sealed = await encryption.seal(placeOf(platform, chatUserId), JSON.stringify(tokens));
      const hash = await secretHash(platform, secret);
      const expiresAt = now() + PENDING_LINK_MS;
      await db
        .prepare(CREATE)
        .bind(platform, chatUserId, hash, githubUserId, login, name ?? null, sealed, expiresAt)
        .run();
    },

    async confirm(platform, chatUserId, secret) {
      const hash = await secretHash(platform, secret);
      const row = await db.prepare(TAKE_BY_SECRET).bind(hash).first<Row>();
      if (row !== null) return await taken(row, platform, chatUserId);
      const [tried] = await db.batch<{ attempts: number; expires_at: number }>([
        db.prepare(COUNT_TRY).bind(platform, chatUserId),
        db.prepare(VOID_TRIED_OUT).bind(platform, chatUserId),
      ]);
      return afterWrongTry(tried?.results[0], now());
    },
  };
}

function afterWrongTry(
  row: { attempts: number; expires_at: number } | undefined,
  now: number,
): Confirmation {
  if (row === undefined) return { status: "none" };
  if (row.expires_at <= now) return { status: "expired" };
  const triesLeft = MOST_TRIES - row.attempts;
  return triesLeft > 0 ? { status: "wrong", triesLeft } : { status: "void" };
}

function identityOf(row: Row): GithubIdentity {
  return {
    githubUserId: row.github_user_id,
    login: row.login,
    ...(row.name === null ? {} : { name: row.name }),
  };
}

function placeOf(platform: Platform, chatUserId: string) {
  return { purpose: "pending links", record: `pending-link:${platform}:${chatUserId}` };
}

async function secretHash(platform: Platform, secret: string): Promise<string> {
  return await sha256Hex(`pending link ${platform} ${secret}`);
}
