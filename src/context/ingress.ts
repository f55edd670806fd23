import type { Bindings, Config } from "../config.ts";
import type { Provider } from "../domain/webhook-event.ts";
import { SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import type { IngestDeps } from "../webhooks/ingest.ts";
import type { Deliveries } from "./deliveries.ts";
import type { Host } from "./host.ts";
import type { Stores } from "./stores.ts";

/** What takes webhooks in. */
export function createIngress(
  env: Bindings,
  config: Config,
  { stores, deliveries, host }: { stores: Stores; deliveries: Deliveries; host: Host },
): IngestDeps {
  const { nonces, payloads } = stores;
  const { delivery, outbox } = deliveries;
  const { QUEUE: queue } = env;
  return {
    secretsFor: (provider, endpoint) => secretsFor(config, stores, provider, endpoint),
    claimNonce: (groupId, nonce) => nonces.use(groupId, nonce),
    releaseNonce: (groupId, nonce) => nonces.release(groupId, nonce),
    claim: (key) => stores.deliveries.claim(key),
    release: (key) => stores.deliveries.release(key),
    park: (key, bytes) => payloads.park(key, bytes),
    ...(queue !== undefined && {
      enqueue: async (job) => {
        await queue.send(job);
      },
    }),
    async storeEvent(job) {
      if (outbox === undefined || job.type !== "event") throw new Error("there is no outbox");
      return outbox.storeEvent(job);
    },
    work: (id) => delivery.work([id]),
    requestId: () => crypto.randomUUID(),
    now: host.now,
  };
}

/** The operator's secrets at the shared endpoint, the group's at its own. */
async function secretsFor(
  config: Config,
  { configuration, tenantSecrets }: Stores,
  provider: Provider,
  endpoint: string,
): Promise<{ known: boolean; secrets: readonly string[] }> {
  if (endpoint === SHARED_ENDPOINT) {
    const secret = provider === "gitea" ? config.giteaWebhookSecret : config.githubWebhookSecret;
    return { known: true, secrets: secret === undefined ? [] : [secret] };
  }
  const secrets = await tenantSecrets.accepted(endpoint);
  // A secret is proof enough; a group so new that this isolate has not heard of it has one.
  if (secrets.length > 0) return { known: true, secrets };
  const known = (await configuration.current()).group(endpoint) !== undefined;
  return { known, secrets };
}
