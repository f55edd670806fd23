import type { EventEnvelope } from "../../domain/queue-job.ts";
import type { JsonObject } from "../../domain/json.ts";
import { textAt } from "../read-json.ts";
import type { Provider, WebhookEvent } from "../../domain/webhook-event.ts";

/** What a request's headers say before anything is believed. */
export interface Recognised {
  event: string;
  eventType?: string;
  deliveryId?: string;
}

/** `missing`: no signature was sent. `stale`: rightly signed, but outside the time it is good for. */
export type Verdict = "ok" | "missing" | "wrong" | "stale";

export interface SignedRequest {
  headers: Headers;
  /** The body exactly as it came. */
  bytes: Uint8Array;
}

export interface Unreadable {
  /** What is wrong with the body, for whoever sends it; without its content. */
  unreadable: string;
}

export type Parsed = WebhookEvent | Unreadable;

/** A forge, or whatever else sends webhooks. */
export interface WebhookProvider {
  name: Provider;
  /** Only a group's own endpoint takes its webhooks. */
  groupOnly: boolean;
  recognise(headers: Headers): Recognised | undefined;
  /** Several secrets are good at once during a rotation. `now` in ms. */
  verify(request: SignedRequest, secrets: readonly string[], now: number): Promise<Verdict>;
  /** A number used once that the signature covers, where the request carries one. */
  nonce?(headers: Headers): string | undefined;
  /** The id that the body itself gives to the delivery, where that is its sender's way. */
  deliveryIdOf?(event: WebhookEvent): string;
  /** Reads a verified body into an event in GitHub's words. */
  parse(envelope: EventEnvelope, body: string): Parsed;
}

/** A header that says something. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers.get(name)?.trim();
  return value === "" ? undefined : value;
}

/** The event that an envelope and its payload make. */
export function eventOf(
  { provider, endpoint, deliveryId, receivedAt }: EventEnvelope,
  event: string,
  payload: JsonObject,
): WebhookEvent {
  const action = textAt(payload, "action");
  const whole = { provider, endpoint, deliveryId, event, receivedAt, payload };
  return action === undefined ? whole : { ...whole, action };
}
