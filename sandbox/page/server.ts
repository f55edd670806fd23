import type { PageMessage } from "./shown-message.ts";

export interface Delivery {
  id: string;
  event: string;
  label: string;
  sent: number;
  at: number;
  status: number;
  answer: string;
}

export interface Catalogue {
  chats: {
    discord: { guild: Named; channel: Named };
    telegram: { id: string; title: string };
    visitor: { name: string; telegramId: string };
  };
  stories: { id: string; title: string }[];
  examples: { id: string; event: string; action?: string }[];
}

interface Named {
  id: string;
  name: string;
}

/** What somebody who wrote or pressed is shown besides the messages. */
export interface Seen {
  modal?: { title: string; components: unknown };
  notice?: string;
  opens?: string;
}

/** Asks the sandbox's own server; `what` shapes the answer. Throws Error with the server's reason. */
export async function ask<T>(
  method: "GET" | "POST" | "DELETE",
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`/api/${path}`, {
    method,
    ...(body
      ? { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }
      : {}),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? response.statusText);
  return answer;
}

export interface Live {
  onSnapshot(snapshot: { messages: PageMessage[]; deliveries: Delivery[] }): void;
  onMessage(message: PageMessage): void;
  onDelivery(delivery: Delivery): void;
  onConnection(isUp: boolean): void;
}

/** Follows what happens; the browser reconnects by itself, and then all is told again. */
export function follow(live: Live): void {
  const source = new EventSource("/api/live");
  source.addEventListener("open", () => live.onConnection(true));
  source.addEventListener("error", () => live.onConnection(false));
  source.addEventListener("snapshot", ({ data }) => live.onSnapshot(JSON.parse(data)));
  source.addEventListener("message", ({ data }) => live.onMessage(JSON.parse(data)));
  source.addEventListener("delivery", ({ data }) => live.onDelivery(JSON.parse(data)));
}
