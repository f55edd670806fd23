import type { Provider } from "./webhook-event.ts";

/** What names one delivery in storage: `{provider}:{endpoint}:{deliveryId}`. */
export interface DeliveryKey {
  provider: Provider;
  /** `global` for the shared endpoint, else the group's id. */
  endpoint: string;
  deliveryId: string;
}

/** What ingress knows of a webhook besides its body. */
export interface EventEnvelope extends DeliveryKey {
  /** The event as the forge's header names it. */
  event: string;
  /** Gitea's and Forgejo's finer name (`X-Gitea-Event-Type`). */
  eventType?: string;
  /** The body is a form whose field `payload` holds the JSON. */
  form: boolean;
  receivedAt: number;
}

/** A message of the queue. */
export type QueueJob =
  | { type: "event"; envelope: EventEnvelope; body: string }
  /** A body too large for a queue message, parked under this reference. */
  | { type: "event"; envelope: EventEnvelope; parked: string }
  /** Outbox rows that are due. */
  | { type: "wake"; outboxIds: readonly string[] };

/** Whether a queue message is one of these: another version of the Worker may have sent it. */
export function isQueueJob(message: unknown): message is QueueJob {
  if (typeof message !== "object" || message === null || !("type" in message)) return false;
  if (message.type === "wake") return "outboxIds" in message && Array.isArray(message.outboxIds);
  if (message.type !== "event" || !("envelope" in message)) return false;
  return (
    isEnvelope(message.envelope) &&
    (("body" in message && typeof message.body === "string") ||
      ("parked" in message && typeof message.parked === "string"))
  );
}

const NAMES = ["provider", "endpoint", "deliveryId", "event"] as const;

function isEnvelope(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const named: Readonly<Record<string, unknown>> = { ...value };
  return NAMES.every((name) => typeof named[name] === "string");
}

export function deliveryKeyText(key: DeliveryKey): string {
  return `${key.provider}:${key.endpoint}:${key.deliveryId}`;
}
