import type { Reading } from "../domain/reading.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import { describeError } from "../observability/log.ts";
import { deliveryStateKey } from "../storage/deliveries-keys.ts";
import type { EventJob, EventRow } from "../storage/outbox-rows.ts";
import type { DeliveryDeps } from "./deps.ts";

/** An event to take up: from the queue, or from its row in the outbox. */
export interface Accepted {
  job: EventJob;
  row?: EventRow;
}

export interface ReadEvent extends Accepted {
  event: WebhookEvent;
  reading: Reading;
  stateKey: string;
}

export type ReadResult =
  | { type: "read"; read: ReadEvent }
  /** Nobody will ever read it. */
  | { type: "unreadable"; reason: string }
  /** Its body is not there now. */
  | { type: "unavailable"; error: unknown };

/** Loads, parses and reads an event: pure but for loading a parked body. */
export async function readEvent(
  deps: Pick<DeliveryDeps, "payloads" | "parse" | "presenter">,
  accepted: Accepted,
): Promise<ReadResult> {
  const { job } = accepted;
  let body: string | ArrayBuffer;
  try {
    body = "body" in job ? job.body : await deps.payloads.load(job.parked);
  } catch (error) {
    return { type: "unavailable", error };
  }
  try {
    const event = deps.parse(job.envelope, body);
    const reading = deps.presenter.read(event);
    const stateKey = deliveryStateKey(job.envelope);
    return { type: "read", read: { ...accepted, event, reading, stateKey } };
  } catch (error) {
    return { type: "unreadable", reason: describeError(error) };
  }
}
