import { createApp } from "./app.ts";
import type { Bindings } from "./config.ts";
import { type Context, createContext } from "./context.ts";
import type { Host } from "./context/host.ts";
import type { Incoming, Verdict } from "./delivery/delivery.ts";
import { isQueueJob, type QueueJob } from "./domain/queue-job.ts";
import { describeError, logWarning, withLogEvent } from "./observability/log.ts";

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
    queue: (batch: MessageBatch, env: Bindings): Promise<void> =>
      consume(madeFor(env).context, batch),
    scheduled: (controller: ScheduledController, env: Bindings): Promise<void> =>
      madeFor(env).context.scheduled.run(controller.scheduledTime),
  };
}

async function consume(context: Context, batch: MessageBatch): Promise<void> {
  await withLogEvent("queue", async (log) => {
    const { messages, queue } = batch;
    await context.refreshLanguages();
    const jobs = messages.filter((message) => isJob(message));
    const others = messages.filter((message) => !isJob(message));
    const work = DEAD_LETTERS.test(queue)
      ? context.delivery.bury(jobs.map(incoming))
      : followAndDeliver(context, jobs.map(incoming));
    const [verdicts, burials] = await Promise.all([
      work,
      Promise.all(others.map(({ body }) => context.delivery.buryUnreadable(body))),
    ]);
    const retried = settle(jobs, verdicts) + settle(others, burials);
    log.set({ queue, messages: messages.length, retried, unreadable: others.length });
  });
}

/** How many come again. */
function settle(messages: readonly Message[], verdicts: readonly Verdict[]): number {
  for (const [index, message] of messages.entries()) {
    const verdict = verdicts[index];
    if (verdict?.action === "ack") message.ack();
    else message.retry(verdict && { delaySeconds: verdict.delaySeconds });
  }
  return verdicts.filter(({ action }) => action === "retry").length;
}

/** What an event changes is changed before it is told; where that fails the event waits. */
async function followAndDeliver(
  { delivery, follow }: Context,
  messages: readonly Incoming[],
): Promise<readonly Verdict[]> {
  const followed = await Promise.all(
    messages.map(({ job }) =>
      follow(job).then(
        () => true,
        (error: unknown) => {
          logWarning("event not followed", { error: describeError(error) });
          return false;
        },
      ),
    ),
  );
  const told = await delivery.consume(messages.filter((_, index) => followed[index]));
  let next = 0;
  return followed.map((done) => (done ? (told[next++] ?? AGAIN) : AGAIN));
}

const AGAIN: Verdict = { action: "retry", delaySeconds: 30 };

function isJob(message: Message): message is Message<QueueJob> {
  return isQueueJob(message.body);
}

function incoming({ body, attempts }: Message<QueueJob>): Incoming {
  return { job: body, attempts };
}
