import type { OneTimeClaims } from "./one-time.ts";
import { tryCopy } from "./stored-value.ts";
import type { D1Gate } from "./d1-gate.ts";

/** `nonce:{nonce}`: the replay guard of the custom webhook. */
export interface Nonces {
  /** True the first time a group's nonce is seen within 600 s. */
  use(groupId: string, nonce: string): Promise<boolean>;
  /** Gives a nonce back whose webhook could not be kept: its sender will send it again. */
  release(groupId: string, nonce: string): Promise<void>;
}

interface Deps {
  kv: KVNamespace;
  claims: OneTimeClaims;
  gate: D1Gate;
  now: () => number;
}

const TTL_SECONDS = 600;

export function createNonces({ kv, claims, gate, now }: Deps): Nonces {
  return {
    async use(groupId, nonce) {
      const key = `nonce:${nonce}`;
      const inD1 = await gate.usable();
      // D1 alone decides where it can; KV has no group in its key and is seen late elsewhere.
      if (!inD1 && (await kv.get(key)) !== null) return false;
      const expiresAt = now() + TTL_SECONDS * 1000;
      if (!(await claims.claim(`nonce:${groupId}:${nonce}`, expiresAt))) return false;
      await tryCopy(key, () => kv.put(key, "1", { expirationTtl: TTL_SECONDS }));
      return true;
    },
    async release(groupId, nonce) {
      const key = `nonce:${nonce}`;
      await claims.release(`nonce:${groupId}:${nonce}`);
      await tryCopy(key, () => kv.delete(key));
    },
  };
}
