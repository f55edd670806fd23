import type { EventEnvelope } from "../../domain/queue-job.ts";
import type { Provider } from "../../domain/webhook-event.ts";
import { custom } from "./custom/custom.ts";
import { gitea } from "./gitea/gitea.ts";
import { github } from "./github/github.ts";
import type { Parsed, WebhookProvider } from "./provider.ts";

/** Every sender of webhooks, in the order in which they are recognised: Gitea also sends GitHub's headers. */
export const providers = { gitea, github, custom } satisfies Record<Provider, WebhookProvider>;

/** Reads a verified body in its provider's way. */
export function parseEvent(envelope: EventEnvelope, body: string): Parsed {
  return providers[envelope.provider].parse(envelope, body);
}
