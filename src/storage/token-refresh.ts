import { describeError, logWarning } from "../observability/log.ts";
import { tryCopy } from "./stored-value.ts";
import { readCopy, type TokenCopies } from "./token-copies.ts";
import type { AccountRow, AccountTokenRows, TokenPair } from "./token-rows.ts";

/** As GitHub gives it: without an expiry where it states none. */
export type NewTokenPair = Omit<TokenPair, "expiresAt"> & { expiresAt?: number | undefined };

/** Gives the refresh token to GitHub, within 30 s. Throws when nothing was learnt, to be tried again. */
export type Exchange = (refreshToken: string) => Promise<NewTokenPair | "refused">;

export type Refresh = (
  userId: string,
  exchange: Exchange,
  refused?: string,
) => Promise<TokenPair | "lost">;

interface Deps {
  rows: AccountTokenRows;
  copies: TokenCopies;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

/** A token about to expire would expire on its way. */
const MARGIN_MS = 60_000;
/** Longer than any exchange takes. */
const LEASE_MS = 60_000;
/** A write to KV is seen everywhere after this, as a rule. https://developers.cloudflare.com/kv/concepts/how-kv-works/ */
const KV_LAG_MS = 60_000;
/**
 * Waits for whoever refreshes elsewhere, 20 s in all. Each look is a statement, of which an invocation has 50 on the
 * free plan, so they grow. https://developers.cloudflare.com/d1/platform/limits/
 */
const WAITS_MS = [200, 300, 500, 1_000, 2_000, 3_000, 4_000, 4_500, 4_500];
const UNSTATED_VALIDITY_MS = 365 * 86_400_000;
/** Between attempts to write a new pair; after the last of them KV alone has it. */
const WRITE_AGAIN_MS = [200, 400];

/** Refreshes under a lease in D1: GitHub kills the old pair at once, so two must not ask at the same time. */
export function createTokenRefresh(deps: Deps): Refresh {
  const { now, sleep } = deps;
  return async (userId, exchange, refused) => {
    for (const wait of [...WAITS_MS, 0]) {
      const row = await rowOf(deps, userId);
      if (row.status !== "held") return "lost";
      if (isFresh(row.pair, now()) && row.pair.accessToken !== refused) return row.pair;
      const end = isRefreshable(row.pair, now())
        ? await tryRefresh(deps, userId, row, exchange)
        : await afterRefusal(deps, userId, row);
      if (end === "held elsewhere") await sleep(wait);
      else if (end !== "again") return end;
    }
    throw new Error("an account's tokens are being refreshed elsewhere for too long");
  };
}

/** The row; an older deployment's pair, which lies in KV alone, is taken over first. */
async function rowOf({ rows, copies }: Deps, userId: string): Promise<AccountRow> {
  const row = await rows.read(userId);
  if (row.status !== "unknown") return row;
  const copy = await readCopy(copies, userId);
  if (copy === undefined) return row;
  await rows.adopt(userId, copy);
  return await rows.read(userId);
}

async function tryRefresh(
  deps: Deps,
  userId: string,
  held: Held,
  exchange: Exchange,
): Promise<TokenPair | "again" | "held elsewhere" | "lost"> {
  const { rows, now } = deps;
  if (held.leaseUntil > now()) return "held elsewhere";
  const holder = crypto.randomUUID();
  const until = now() + LEASE_MS;
  if (!(await rows.lease(userId, held.version, holder, until))) return "held elsewhere";
  let pair: TokenPair;
  try {
    const answer = await exchange(held.pair.refreshToken ?? "");
    if (answer === "refused") return await afterRefusal(deps, userId, held);
    pair = completePair(answer, now());
  } catch (error) {
    // Nothing was learnt: of whoever refreshed before is known what was known.
    await tryCopy("lease", () => rows.release(userId, holder, held.leaseUntil));
    throw error;
  }
  return (await keepRenewed(deps, userId, held, pair)) ? pair : "again";
}

/** GitHub has given the pair and killed the one before: it must not get lost. */
async function keepRenewed(
  { rows, copies, sleep }: Deps,
  userId: string,
  held: Held,
  pair: TokenPair,
): Promise<boolean> {
  for (const wait of [...WRITE_AGAIN_MS, undefined]) {
    try {
      const kept = await rows.renew(userId, held.version, pair);
      if (kept) await copies.write(userId, pair, held.pair);
      return kept;
    } catch (error) {
      if (wait === undefined) {
        logWarning("storage.renewed_pair_in_kv_only", { userId, error: describeError(error) });
        await copies.write(userId, pair, held.pair);
        return true;
      }
      await sleep(wait);
    }
  }
  return true;
}

/** GitHub does not know the pair in D1: KV may have one that a crash or an outage kept from D1. */
async function afterRefusal(
  { rows, copies, now }: Deps,
  userId: string,
  held: Held,
): Promise<"again" | "lost"> {
  const copy = await readCopy(copies, userId);
  const isOther = copy?.refreshToken !== held.pair.refreshToken;
  if (copy !== undefined && isOther && copy.expiresAt > held.pair.expiresAt) {
    await rows.renew(userId, held.version, copy);
    return "again";
  }
  if (mayStillCome(held, now()))
    throw new Error("an account's new tokens may still be on their way");
  await rows.lose(userId, held.version);
  if ((await rows.read(userId)).status === "held") return "again";
  await copies.remove(userId, held.pair);
  return "lost";
}

/** Whoever refreshed before has not said how it ended: its pair may be on its way to D1, or not yet seen in KV here. */
function mayStillCome({ leaseUntil }: Held, now: number): boolean {
  return leaseUntil > 0 && now < leaseUntil + KV_LAG_MS;
}

export function isFresh(pair: TokenPair, now: number): boolean {
  return pair.expiresAt > now + MARGIN_MS;
}

export function completePair(pair: NewTokenPair, now: number): TokenPair {
  return { ...pair, expiresAt: pair.expiresAt ?? now + UNSTATED_VALIDITY_MS };
}

type Held = Extract<AccountRow, { status: "held" }>;

function isRefreshable(pair: TokenPair, now: number): boolean {
  return pair.refreshToken !== undefined && (pair.refreshExpiresAt ?? Infinity) > now;
}
