import { type DeliveryKey, deliveryKeyText } from "../domain/queue-job.ts";
import { describeError, logWarning } from "../observability/log.ts";

/** Webhook bodies too large for a queue message, parked for the consumer: in R2, or in KV without it. */
export interface PayloadStore {
  /** A reference for the queue message. */
  park(key: DeliveryKey, bytes: Uint8Array | ArrayBuffer): Promise<string>;
  /** Its delivery waits in the outbox, or may be replayed: the body stays as long as that. */
  keep(reference: string): Promise<void>;
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
/** Dead letters can be replayed for seven days after their last try. */
const KEPT_TTL_SECONDS = 8 * 86_400;

export function createPayloadStore({ bucket, kv, now }: Deps): PayloadStore {
  return {
    async park(key, bytes) {
      const inR2 = bucket && (await parkInR2(bucket, bytes, now()));
      if (inR2 !== undefined) return inR2;
      const reference = `${KV_PREFIX}${deliveryKeyText(key)}`;
      await kv.put(reference, bytes, { expirationTtl: KV_TTL_SECONDS });
      return reference;
    },

    async keep(reference) {
      if (isInR2(reference)) return;
      const body = await kv.get(reference, "arrayBuffer");
      if (body !== null) await kv.put(reference, body, { expirationTtl: KEPT_TTL_SECONDS });
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

/** Undefined where R2 does not take it: KV may. */
async function parkInR2(
  bucket: R2Bucket,
  bytes: Uint8Array | ArrayBuffer,
  now: number,
): Promise<string | undefined> {
  const [year, month, day] = new Date(now).toISOString().split(/[-T]/);
  const reference = `${R2_PREFIX}${year}/${month}/${day}/${crypto.randomUUID()}.json`;
  try {
    await bucket.put(reference, bytes);
    return reference;
  } catch (error) {
    logWarning("payload not parked in R2", { error: describeError(error) });
    return undefined;
  }
}

function isInR2(reference: string): boolean {
  return reference.startsWith(R2_PREFIX);
}
