import { z } from "zod";
import { randomHex } from "./hash.ts";
import type { OneTimeClaims } from "./one-time.ts";
import { checkStored } from "./stored-value.ts";

/** `tenant:{groupId}`: the secrets that a group's webhooks are signed with. */
export interface TenantSecrets {
  /** The secrets that are good now, the current one first; during a rotation two, without a secret none. */
  accepted(groupId: string): Promise<readonly string[]>;
  /**
   * The current secret, made where there is none: once, however many ask at the same moment. Undefined: somebody
   * else makes it just now, and KV does not show it yet.
   */
  first(groupId: string): Promise<{ secret: string; isNew: boolean } | undefined>;
  /** A fresh secret. The one before stays good for a day, so that its senders can be changed. */
  rotate(groupId: string): Promise<string>;
  remove(groupId: string): Promise<void>;
}

interface Deps {
  kv: KVNamespace;
  claims: Pick<OneTimeClaims, "claim" | "release">;
  now: () => number;
  sleep?: (ms: number) => Promise<void>;
}

const OVERLAP_MS = 86_400_000;
/** Longer than KV goes on saying that there is no value: https://developers.cloudflare.com/kv/concepts/how-kv-works/ */
const FIRST_MS = 120_000;
/** What is written in one place is read there at once: whoever lost the race waits for the other's write. */
const LOOKS = 5;
const LOOK_AGAIN_MS = 100;

const Secret = z.string().regex(/^[0-9a-f]{64}$/i);
const Rotation = z.object({ previous: Secret, previousUntil: z.number() });

const keyOf = (groupId: string): string => `tenant:${groupId}`;
const firstOf = (groupId: string): string => `first-secret:${groupId}`;

export function createTenantSecrets(deps: Deps): TenantSecrets {
  const { kv, claims, now, sleep = (ms) => scheduler.wait(ms) } = deps;
  const read = async (groupId: string): Promise<readonly string[]> => {
    const { value, metadata } = await kv.getWithMetadata(keyOf(groupId), "text");
    const current = value === null ? undefined : checkStored(value, Secret, keyOf(groupId));
    if (current === undefined) return [];
    const rotation = Rotation.safeParse(metadata).data;
    const overlaps = rotation !== undefined && rotation.previousUntil > now();
    return overlaps ? [current, rotation.previous] : [current];
  };

  const makeFirst = async (groupId: string): Promise<string> => {
    const secret = randomHex(32);
    try {
      await kv.put(keyOf(groupId), secret);
      return secret;
    } catch (error) {
      await claims.release(firstOf(groupId));
      throw error;
    }
  };

  return {
    accepted: read,
    async first(groupId) {
      const [known] = await read(groupId);
      if (known !== undefined) return { secret: known, isNew: false };
      if (await claims.claim(firstOf(groupId), now() + FIRST_MS)) {
        return { secret: await makeFirst(groupId), isNew: true };
      }
      for (let look = 1; look <= LOOKS; look += 1) {
        const [made] = await read(groupId);
        if (made !== undefined) return { secret: made, isNew: false };
        await sleep(LOOK_AGAIN_MS);
      }
      return undefined;
    },
    async rotate(groupId) {
      const [previous] = await read(groupId);
      const secret = randomHex(32);
      const metadata =
        previous === undefined ? undefined : { previous, previousUntil: now() + OVERLAP_MS };
      await kv.put(keyOf(groupId), secret, metadata === undefined ? {} : { metadata });
      return secret;
    },
    async remove(groupId) {
      await kv.delete(keyOf(groupId));
      await claims.release(firstOf(groupId));
    },
  };
}
