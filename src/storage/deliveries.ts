import { z } from "zod";
import type { DeliveryKey } from "../domain/queue-job.ts";
import { describeError, logWarning } from "../observability/log.ts";
import type { D1Gate } from "./d1-gate.ts";
import { throughGate } from "./d1-gate.ts";
import { claimStatement, DEDUP_MS, releaseStatement, UNSEEN_MS } from "./dedup.ts";
import { dedupKey, deliveryStateKey } from "./deliveries-keys.ts";
import { forgetPendingStatement, pendingStatement, type DeliveryStatus } from "./delivery-state.ts";
import { readJson } from "./stored-value.ts";

/** Ingress's view of deliveries: each is accepted once. */
export interface DeliveryStore {
  /**
   * Claims a delivery. A repeat is `duplicate`, unless the earlier one failed, is dead, or has
   * waited over a minute without a consumer having seen it. Throws when no store can say.
   */
  claim(key: DeliveryKey): Promise<"accepted" | "duplicate">;
  /** Takes a claim back: the delivery could be neither queued nor stored. */
  release(key: DeliveryKey): Promise<void>;
}

interface Deps {
  db: D1Database | undefined;
  kv: KVNamespace | undefined;
  gate: D1Gate;
  now: () => number;
}

export function createDeliveryStore({ db, kv, gate, now }: Deps): DeliveryStore {
  return {
    async claim(key) {
      if (db !== undefined && (await gate.usable())) {
        return await throughGate(gate, () => claimInD1(db, key, now()));
      }
      return await claimInKv(needed(kv), key, now());
    },
    async release(key) {
      if (db !== undefined && (await gate.usable())) {
        await throughGate(gate, () =>
          db.batch([releaseStatement(db, key), forgetPendingStatement(db, key)]),
        );
        return;
      }
      const store = needed(kv);
      await Promise.all([store.delete(dedupKey(key)), store.delete(deliveryStateKey(key))]);
    },
  };
}

async function claimInD1(
  db: D1Database,
  key: DeliveryKey,
  now: number,
): Promise<"accepted" | "duplicate"> {
  const claimId = crypto.randomUUID();
  const [claimed] = await db.batch([
    claimStatement(db, key, claimId, now),
    pendingStatement(db, key, claimId, now),
  ]);
  return (claimed?.results.length ?? 0) > 0 ? "accepted" : "duplicate";
}

/** KV has no atomic claim: two that come at the same moment may both be accepted. */
async function claimInKv(
  kv: KVNamespace,
  key: DeliveryKey,
  now: number,
): Promise<"accepted" | "duplicate"> {
  if ((await kv.get(dedupKey(key))) !== null) {
    const state = await readKvState(kv, key);
    const again =
      state !== undefined &&
      (state.status === "failed" ||
        state.status === "dead" ||
        (state.status === "pending" && state.at <= now - UNSEEN_MS));
    if (!again) return "duplicate";
  }
  // The state first: a claim without one would look shown, and a crash in between must not claim.
  await writeKvState(kv, key, "pending", now);
  await kv.put(dedupKey(key), "1", { expirationTtl: DEDUP_MS / 1000 });
  return "accepted";
}

const STATE_TTL_SECONDS = 3600;

const KvState = z.object({ status: z.string(), at: z.number() });

/** The state of a delivery while D1 cannot serve; best effort, since it only informs. */
export async function writeKvState(
  kv: KVNamespace,
  key: DeliveryKey,
  status: DeliveryStatus,
  at: number,
): Promise<void> {
  try {
    await kv.put(deliveryStateKey(key), JSON.stringify({ status, at }), {
      expirationTtl: STATE_TTL_SECONDS,
    });
  } catch (error) {
    logWarning("delivery.state_unwritten", { error: describeError(error) });
  }
}

async function readKvState(
  kv: KVNamespace,
  key: DeliveryKey,
): Promise<{ status: string; at: number } | undefined> {
  return await readJson(kv, deliveryStateKey(key), KvState);
}

function needed(kv: KVNamespace | undefined): KVNamespace {
  if (kv === undefined) throw new Error("neither D1 nor KV can serve");
  return kv;
}
