import { createApp } from "./app.ts";
import type { Bindings } from "./config.ts";
import { type Context, createContext } from "./context.ts";
import type { Host } from "./context/host.ts";
import type { QueueJob } from "./domain/queue-job.ts";
import { withLogEvent } from "./observability/log.ts";

const DEAD_LETTERS = /-dlq$/;

/** The Worker's handlers over one context for each environment, which is one for each isolate. */
export function createWorker(host: Host) {
  const made = new WeakMap<object, { context: Context; app: ReturnType<typeof createApp> }>();
  const madeFor = (env: Bindings) => {
    const known = made.get(env);
    if (known !== undefined) return known;
    const context = createContext(env, host);
    const fresh = { context, app: createApp(context) };
    made.set(env, fresh);
    return fresh;
  };
  return {
    fetch: async (request: Request, env: Bindings, ctx: ExecutionContext): Promise<Response> =>
      madeFor(env).app.fetch(request, env, ctx),
    queue: (batch: MessageBatch<QueueJob>, env: Bindings): Promise<void> =>
      consume(madeFor(env).context, batch),
    scheduled: (controller: ScheduledController, env: Bindings): Promise<void> =>
      madeFor(env).context.scheduled.run(controller.scheduledTime),
  };
}

async function consume(
  { delivery, refreshLanguages }: Context,
  batch: MessageBatch<QueueJob>,
): Promise<void> {
  await withLogEvent("queue", async (log) => {
    const dead = DEAD_LETTERS.test(batch.queue);
    log.set({ queue: batch.queue, messages: batch.messages.length });
    await refreshLanguages();
    const incoming = batch.messages.map(({ body, attempts }) => ({ job: body, attempts }));
    const verdicts = dead ? await delivery.bury(incoming) : await delivery.consume(incoming);
    let retried = 0;
    for (const [index, message] of batch.messages.entries()) {
      const verdict = verdicts[index];
      if (verdict?.action === "ack") message.ack();
      else {
        retried += 1;
        message.retry(verdict && { delaySeconds: verdict.delaySeconds });
      }
    }
    log.set({ retried });
  });
}
