import { describeError, logWarning } from "../observability/log.ts";
import type { EventJob } from "../storage/outbox-rows.ts";
import type { DeliveryDeps } from "./deps.ts";

/** KV takes one write a second for a key, and this one may have been parked just now. */
const AGAIN_MS = 1_100;

/** An event that waits takes its parked body with it, as far as that can be had. */
export async function keepBody(
  { payloads, sleep }: Pick<DeliveryDeps, "payloads" | "sleep">,
  job: EventJob,
): Promise<void> {
  if (!("parked" in job)) return;
  const { parked } = job;
  const keep = () => payloads.keep(parked);
  await keep()
    .catch(() => sleep(AGAIN_MS).then(keep))
    .catch((error: unknown) => logWarning("payload not kept", { error: describeError(error) }));
}
