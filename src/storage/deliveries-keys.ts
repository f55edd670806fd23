import type { DeliveryKey } from "../domain/queue-job.ts";
import { deliveryKeyText } from "../domain/queue-job.ts";

/** The KV key, and verbatim the key in `dedup_keys`. */
export function dedupKey(key: DeliveryKey): string {
  return `delivery:${deliveryKeyText(key)}`;
}

/** The KV key, and verbatim the key in `delivery_state`. */
export function deliveryStateKey(key: DeliveryKey): string {
  return `${DELIVERY_STATE_PREFIX}:${deliveryKeyText(key)}`;
}

export const DELIVERY_STATE_PREFIX = "delivery-state";

/** The delivery's id in a key of `delivery_state`. */
export function deliveryIdIn(stateKey: string): string {
  return stateKey.split(":").slice(3).join(":");
}
