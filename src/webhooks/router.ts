import { type Context, Hono } from "hono";
import { SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import { describeError, withLogEvent } from "../observability/log.ts";
import type { Ingested } from "./accept.ts";
import { ANSWERS } from "./answers.ts";
import { ingest, type IngestDeps, isEndpoint } from "./ingest.ts";

/** `POST /webhook` and `POST /webhook/{groupId}`. */
export function webhookRoutes(deps: IngestDeps): Hono {
  const routes = new Hono();
  const take = (c: Context, endpoint: string) => takeRequest(deps, c, endpoint);
  routes.post("/webhook", (c) => take(c, SHARED_ENDPOINT));
  routes.post("/webhook/", (c) => take(c, SHARED_ENDPOINT));
  for (const path of ["/webhook/:groupId", "/webhook/:groupId/"] as const)
    routes.post(path, (c) => take(c, groupEndpoint(c.req.param("groupId"))));
  return routes;
}

/** No group may speak for the shared endpoint by being called like it. */
function groupEndpoint(groupId: string): string {
  return groupId === SHARED_ENDPOINT ? "" : groupId;
}

async function takeRequest(deps: IngestDeps, c: Context, endpoint: string): Promise<Response> {
  const requestId = deps.requestId();
  return withLogEvent("webhook", async (log) => {
    log.set({ requestId, endpoint: isEndpoint(endpoint) ? endpoint : "(none)" });
    let ingested: Ingested;
    try {
      ingested = await ingest(deps, c.req.raw, endpoint, log);
    } catch (error) {
      log.set({ error: describeError(error) });
      ingested = { answer: ANSWERS.unavailable };
    }
    const { answer, after } = ingested;
    log.set({ status: answer.status, outcome: answer.outcome });
    if (after !== undefined) c.executionCtx.waitUntil(after());
    return c.json({ ...answer.body, requestId }, answer.status);
  });
}
