import { createHmac, randomUUID } from "node:crypto";

/** A webhook as it was sent, and what the Worker answered. */
export interface Delivery {
  id: string;
  event: string;
  /** What it is, in a person's words. */
  label: string;
  /** Times it was sent. */
  sent: number;
  /** When it was last sent, in ms. */
  at: number;
  status: number;
  answer: string;
}

export interface Webhook {
  event: string;
  payload: object;
  label: string;
  /** Where it goes; absent: the operator's endpoint. */
  to?: Endpoint;
}

interface Endpoint {
  url: string;
  secret: string;
}

export interface Deliveries {
  /** Newest last. */
  list(): readonly Delivery[];
  /** Signed, with an id of its own, as GitHub sends it. */
  send(webhook: Webhook): Promise<Delivery>;
  /** The same bytes with the same id again. Undefined for an unknown one. */
  repeat(id: string): Promise<Delivery | undefined>;
  subscribe(listener: (delivery: Delivery) => void): () => void;
}

const KEPT = 500;

export function createDeliveries(operators: Endpoint): Deliveries {
  const known = new Map<string, { delivery: Delivery; body: string; to: Endpoint }>();
  const listeners = new Set<(delivery: Delivery) => void>();

  async function post(delivery: Delivery, body: string, to: Endpoint): Promise<Delivery> {
    const { status, answer } = await postSigned(to, delivery, body);
    const sent = { ...delivery, status, answer, sent: delivery.sent + 1, at: Date.now() };
    known.set(sent.id, { delivery: sent, body, to });
    const [oldest] = known.keys();
    if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
    for (const listener of listeners) listener(sent);
    return sent;
  }

  return {
    list: () => [...known.values()].map(({ delivery }) => delivery),
    send({ event, payload, label, to = operators }) {
      const fresh = { id: randomUUID(), event, label, sent: 0, at: 0, status: 0, answer: "" };
      return post(fresh, JSON.stringify(payload), to);
    },
    async repeat(id) {
      const found = known.get(id);
      return found && (await post(found.delivery, found.body, found.to));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

async function postSigned(
  { url, secret }: Endpoint,
  { id, event }: Pick<Delivery, "id" | "event">,
  body: string,
): Promise<{ status: number; answer: string }> {
  const headers = {
    "Content-Type": "application/json",
    "User-Agent": "GitHub-Hookshot/sandbox",
    "X-GitHub-Event": event,
    "X-GitHub-Delivery": id,
    "X-GitHub-Hook-ID": "1",
    "X-Hub-Signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
  };
  try {
    const response = await fetch(url, { method: "POST", headers, body });
    return { status: response.status, answer: await response.text() };
  } catch (error) {
    return { status: 0, answer: error instanceof Error ? error.message : String(error) };
  }
}
