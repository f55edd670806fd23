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
  /** Somebody else opened it, or it was tried too often: its access is to be revoked. */
  | { status: "void"; why: "opener" | "tries"; tokens: NewTokenPair | undefined }
  | { status: "expired"; tokens: NewTokenPair | undefined }
  /** This chat account waits for nothing. */
  | { status: "none" };

/** GitHub identities and their tokens that wait, for 600 s, for the chat account that began the linking. */
export interface PendingLinks {
  /** Takes the place of whatever that chat account waited for, and gives its tokens. `secret` is stored hashed. */
  create(pending: {
    platform: Platform;
    chatUserId: string;
    secret: string;
    identity: GithubIdentity;
    tokens: NewTokenPair;
  }): Promise<NewTokenPair | undefined>;
  /** Five tries; the right secret from the wrong account voids it. */
  confirm(platform: Platform, chatUserId: string, secret: string): Promise<Confirmation>;
  /** Ends what that chat account waits for, and gives its tokens. */
  cancel(platform: Platform, chatUserId: string): Promise<NewTokenPair | undefined>;
  /** Takes the oldest of those that nobody finished in time, and gives their tokens. */
  takeExpired(limit: number): Promise<readonly NewTokenPair[]>;
}

interface Deps {
  db: D1Database;
  encryption: Encryption;
  now: () => number;
}

const PENDING_LINK_MS = 600_000;
const MOST_TRIES = 5;

const CREATE = `INSERT INTO pending_links (platform, chat_user_id, secret_hash, github_user_id, login, name, tokens, attempts, expires_at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0, ?8)`;
/** Whoever knows the secret takes the row: rightly, or too late, or as the wrong opener, who voids it. */
const TAKE_BY_SECRET = `DELETE FROM pending_links WHERE secret_hash = ?1
  RETURNING platform, chat_user_id, github_user_id, login, name, tokens, expires_at`;
const COUNT_TRY = `UPDATE pending_links SET attempts = attempts + 1
  WHERE platform = ?1 AND chat_user_id = ?2 RETURNING attempts, expires_at`;
const VOID_TRIED_OUT = `DELETE FROM pending_links WHERE platform = ?1 AND chat_user_id = ?2 AND attempts >= ${MOST_TRIES}
  RETURNING platform, chat_user_id, tokens`;
const CANCEL = `DELETE FROM pending_links WHERE platform = ?1 AND chat_user_id = ?2
  RETURNING platform, chat_user_id, tokens`;
const TAKE_EXPIRED = `DELETE FROM pending_links WHERE (platform, chat_user_id) IN (
  SELECT platform, chat_user_id FROM pending_links WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2)
  RETURNING platform, chat_user_id, tokens`;

interface SealedRow {
  platform: string;
  chat_user_id: string;
  tokens: string;
}

interface Row extends SealedRow {
  github_user_id: string;
  login: string;
  name: string | null;
  expires_at: number;
}

interface TriedRow {
  attempts: number;
  expires_at: number;
}

const StoredTokens = z.object({
  accessToken: z.string(),
  expiresAt: z.number().optional(),
  refreshToken: z.string().optional(),
  refreshExpiresAt: z.number().optional(),
});

export function createPendingLinks(deps: Deps): PendingLinks {
  const { db, encryption, now } = deps;
  return {
    async create({ platform, chatUserId, secret, identity, tokens }) {
      const { githubUserId, login, name } = identity;
      const sealed = await encryption.seal(placeOf(platform, chatUserId), JSON.stringify(tokens));
      const hash = await secretHash(platform, secret);
      const expiresAt = now() + PENDING_LINK_MS;
      const values = [githubUserId, login, name ?? null, sealed, expiresAt];
      const [before] = await db.batch<SealedRow>([
        db.prepare(CANCEL).bind(platform, chatUserId),
        db.prepare(CREATE).bind(platform, chatUserId, hash, ...values),
      ]);
      return await tokensOf(encryption, before?.results[0]);
    },

    async confirm(platform, chatUserId, secret) {
      const hash = await secretHash(platform, secret);
      const row = await db.prepare(TAKE_BY_SECRET).bind(hash).first<Row>();
      return row === null
        ? await wronglyTried(deps, platform, chatUserId)
        : await taken(deps, row, { platform, chatUserId });
    },

    async cancel(platform, chatUserId) {
      const row = await db.prepare(CANCEL).bind(platform, chatUserId).first<SealedRow>();
      return await tokensOf(encryption, row ?? undefined);
    },

    async takeExpired(limit) {
      const rows = await db.prepare(TAKE_EXPIRED).bind(now(), limit).all<SealedRow>();
      const opened = await Promise.all(rows.results.map((row) => tokensOf(encryption, row)));
      return opened.filter((tokens) => tokens !== undefined);
    },
  };
}

/** A row that somebody with the secret took. */
async function taken(
  { encryption, now }: Deps,
  row: Row,
  by: { platform: Platform; chatUserId: string },
): Promise<Confirmation> {
  const tokens = await tokensOf(encryption, row);
  if (row.platform !== by.platform || row.chat_user_id !== by.chatUserId) {
    return { status: "void", why: "opener", tokens };
  }
  if (row.expires_at <= now()) return { status: "expired", tokens };
  if (tokens === undefined) return { status: "none" };
  return { status: "linked", identity: identityOf(row), tokens };
}

async function wronglyTried(
  { db, encryption, now }: Deps,
  platform: Platform,
  chatUserId: string,
): Promise<Confirmation> {
  const [tried, voided] = await db.batch([
    db.prepare(COUNT_TRY).bind(platform, chatUserId),
    db.prepare(VOID_TRIED_OUT).bind(platform, chatUserId),
  ]);
  const [row] = (tried?.results ?? []) as TriedRow[];
  const [gone] = (voided?.results ?? []) as SealedRow[];
  const tokens = await tokensOf(encryption, gone);
  if (row === undefined) return { status: "none" };
  if (row.expires_at <= now()) return { status: "expired", tokens };
  const triesLeft = MOST_TRIES - row.attempts;
  return triesLeft > 0 ? { status: "wrong", triesLeft } : { status: "void", why: "tries", tokens };
}

/** Undefined where they do not open here: another key, another record, damaged. */
async function tokensOf(
  encryption: Encryption,
  row: SealedRow | undefined,
): Promise<NewTokenPair | undefined> {
  if (row === undefined) return undefined;
  const { platform, chat_user_id: chatUserId, tokens } = row;
  const opened = await encryption.open(placeOf(platform, chatUserId), tokens);
  const key = `pending_links/${platform}/${chatUserId}`;
  return opened && parseStored(opened.text, StoredTokens, key);
}

function identityOf(row: Row): GithubIdentity {
  return {
    githubUserId: row.github_user_id,
    login: row.login,
    ...(row.name === null ? {} : { name: row.name }),
  };
}

function placeOf(platform: string, chatUserId: string) {
  return { purpose: "pending links", record: `pending-link:${platform}:${chatUserId}` };
}

async function secretHash(platform: Platform, secret: string): Promise<string> {
  return await sha256Hex(`pending link ${platform} ${secret}`);
}
