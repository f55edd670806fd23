import { z } from "zod";
import { randomHex } from "./hash.ts";
import { checkStored } from "./stored-value.ts";

/** `tenant:{groupId}`: the secrets that a group's webhooks are signed with. */
export interface TenantSecrets {
  /** The secrets that are good now, the current one first; during a rotation two, without a secret none. */
  accepted(groupId: string): Promise<readonly string[]>;
  /** A fresh secret. The one before stays good for a day, so that its senders can be changed. */
  rotate(groupId: string): Promise<string>;
  remove(groupId: string): Promise<void>;
}

interface Deps {
  kv: KVNamespace;
  now: () => number;
}

const OVERLAP_MS = 86_400_000;

const Secret = z.string().regex(/^[0-9a-f]{64}$/i);
const Rotation = z.object({ previous: Secret, previousUntil: z.number() });

const keyOf = (groupId: string): string => `tenant:${groupId}`;

export function createTenantSecrets({ kv, now }: Deps): TenantSecrets {
  const read = async (groupId: string): Promise<readonly string[]> => {
    const { value, metadata } = await kv.getWithMetadata(keyOf(groupId), "text");
    const current = value === null ? undefined : checkStored(value, Secret, keyOf(groupId));
    if (current === undefined) return [];
    const rotation = Rotation.safeParse(metadata).data;
    const overlaps = rotation !== undefined && rotation.previousUntil > now();
    return overlaps ? [current, rotation.previous] : [current];
  };

  return {
    accepted: read,
    async rotate(groupId) {
      const [previous] = await read(groupId);
      const secret = randomHex(32);
      const metadata =
        previous === undefined ? undefined : { previous, previousUntil: now() + OVERLAP_MS };
      await kv.put(keyOf(groupId), secret, metadata === undefined ? {} : { metadata });
      return secret;
    },
    remove: (groupId) => kv.delete(keyOf(groupId)),
  };
}
