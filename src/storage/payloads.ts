import { type DeliveryKey, deliveryKeyText } from "../domain/queue-job.ts";

/** Webhook bodies too large for a queue message, parked for the consumer: in R2, or in KV without it. */
export interface PayloadStore {
  /** A reference for the queue message. */
  park(key: DeliveryKey, bytes: Uint8Array | ArrayBuffer): Promise<string>;
  /** Throws `MissingPayload`. */
  load(reference: string): Promise<ArrayBuffer>;
  /** When the delivery is final. */
  remove(reference: string): Promise<void>;
  /** Deletes bodies that were parked over seven days ago, at most so many; how many it were. */
  sweepOrphans(limit: number): Promise<number>;
}

/** A parked body is not there (yet): to be retried, never an empty event. */
export class MissingPayload extends Error {
  override name = "MissingPayload";
}

interface Deps {
  bucket: R2Bucket | undefined;
  kv: KVNamespace;
  now: () => number;
}

const R2_PREFIX = "webhooks/";
const KV_PREFIX = "queue:payload:";
const KV_TTL_SECONDS = 3_600;
const ORPHAN_MS = 7 * 86_400_000;

export function createPayloadStore({ bucket, kv, now }: Deps): PayloadStore {
  return {
    async park(key, bytes) {
      if (bucket === undefined) {
        const reference = `${KV_PREFIX}${deliveryKeyText(key)}`;
        await kv.put(reference, bytes, { expirationTtl: KV_TTL_SECONDS });
        return reference;
      }
      const [year, month, day] = new Date(now()).toISOString().split(/[-T]/);
      const reference = `${R2_PREFIX}${year}/${month}/${day}/${crypto.randomUUID()}.json`;
      await bucket.put(reference, bytes);
      return reference;
    },

    async load(reference) {
      const bytes = isInR2(reference)
        ? await (await bucket?.get(reference))?.arrayBuffer()
        : await kv.get(reference, "arrayBuffer");
      if (bytes === null || bytes === undefined) throw new MissingPayload(reference);
      return bytes;
    },

    async remove(reference) {
      if (isInR2(reference)) await bucket?.delete(reference);
      else await kv.delete(reference);
    },

    async sweepOrphans(limit) {
      // Keys begin with their date, so the oldest are listed first.
      const page = await bucket?.list({ prefix: R2_PREFIX, limit });
      const orphans = (page?.objects ?? []).filter(
        ({ uploaded }) => uploaded.getTime() < now() - ORPHAN_MS,
      );
      if (orphans.length > 0) await bucket?.delete(orphans.map(({ key }) => key));
      return orphans.length;
    },
  };
}

function isInR2(reference: string): boolean {
  return reference.startsWith(R2_PREFIX);
}
