import { deliveryKeyText, type QueueJob } from "../domain/queue-job.ts";
import type { IngestDeps } from "./ingest.ts";
import { webhookRoutes } from "./router.ts";

/** An ingress whose queue, claims and parking place can be looked into. */
export interface TestIngress {
  jobs: QueueJob[];
  claims: Set<string>;
  nonces: Set<string>;
  parked: Map<string, Uint8Array>;
  stored: Map<string, QueueJob>;
  worked: string[];
  post(path: string, init: { headers?: HeadersInit; body?: BodyInit }): Promise<Response>;
}

export const NOW = Date.parse("2026-01-02T03:04:05Z");

/** `secrets`: by `{provider}:{endpoint}`; a group is known when its id is among the endpoints or `groups`. */
export function testIngress(options: {
  secrets: Readonly<Record<string, readonly string[]>>;
  groups?: readonly string[];
  deps?: Partial<IngestDeps>;
}): TestIngress {
  const seen: Omit<TestIngress, "post"> = {
    jobs: [],
    claims: new Set(),
    nonces: new Set(),
    parked: new Map(),
    stored: new Map(),
    worked: [],
  };
  const deps: IngestDeps = { ...memoryDeps(seen, options), ...options.deps };
  const app = webhookRoutes(deps);
  return {
    ...seen,
    async post(path, init) {
      const after: Promise<unknown>[] = [];
      const context = {
        waitUntil: (work: Promise<unknown>) => void after.push(work),
        passThroughOnException: () => undefined,
        props: {},
      };
      const response = await app.request(path, { method: "POST", ...init }, {}, context);
      await Promise.all(after);
      return response;
    },
  };
}

function memoryDeps(
  seen: Omit<TestIngress, "post">,
  { secrets, groups = [] }: Parameters<typeof testIngress>[0],
): IngestDeps {
  const known = new Set([...groups, ...Object.keys(secrets).map((key) => key.split(":")[1])]);
  return {
    secretsFor: async (provider, endpoint) => ({
      known: known.has(endpoint),
      secrets: secrets[`${provider}:${endpoint}`] ?? [],
    }),
    claimNonce: async (groupId, nonce) => claimed(seen.nonces, `${groupId}:${nonce}`),
    releaseNonce: async (groupId, nonce) => void seen.nonces.delete(`${groupId}:${nonce}`),
    claim: async (key) => (claimed(seen.claims, deliveryKeyText(key)) ? "accepted" : "duplicate"),
    release: async (key) => void seen.claims.delete(deliveryKeyText(key)),
    park: async (key, bytes) => {
      seen.parked.set(deliveryKeyText(key), bytes);
      return deliveryKeyText(key);
    },
    enqueue: async (job) => void seen.jobs.push(job),
    storeEvent: async (job) => {
      const id = `row-${seen.stored.size + 1}`;
      seen.stored.set(id, job);
      return id;
    },
    work: async (id) => void seen.worked.push(id),
    requestId: () => "request-1",
    now: () => NOW,
  };
}

function claimed(set: Set<string>, key: string): boolean {
  if (set.has(key)) return false;
  set.add(key);
  return true;
}
