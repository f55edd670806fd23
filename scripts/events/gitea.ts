import { type GiteaExample, giteaExamples } from "../../sandbox/stories/gitea-examples.ts";
import type { WebhookEvent } from "../../src/domain/webhook-event.ts";
import { parseEvent } from "../../src/webhooks/providers/index.ts";

/** A webhook of Gitea or Forgejo as the product takes it in. */
export function giteaEvent({ event, payload }: GiteaExample, receivedAt: number): WebhookEvent {
  const endpoint = "global";
  const envelope = { provider: "gitea", endpoint, deliveryId: "d", event, form: false } as const;
  const parsed = parseEvent({ ...envelope, receivedAt }, JSON.stringify(payload));
  if ("unreadable" in parsed) throw new Error(parsed.unreadable);
  return parsed;
}

/** The examples by the names under which Gitea lists its events. */
export const giteaEvents: ReadonlyMap<string, readonly GiteaExample[]> = Map.groupBy(
  giteaExamples,
  ({ event }) => event,
);
