import type { Bindings } from "../../src/config.ts";
import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import { createContext } from "../../src/context.ts";
import type { QueueJob } from "../../src/domain/queue-job.ts";
import { createWorker } from "../../src/worker.ts";
import { interceptD1, interceptKv } from "../support/faulty-bindings.ts";
import type { Random } from "./random.ts";
import type { Turns } from "./turns.ts";

/** One isolate of the Worker: at random points it is killed, and nothing it awaited ever comes back. */
export interface Isolate {
  readonly dead: boolean;
  /** The answer's status, or `crashed` when none was given; then the work after the answer. */
  fetch(request: Request): Promise<number | "crashed">;
  consume(queue: string, messages: readonly Handed[]): Promise<void>;
  /** The scheduled task. */
  tick(): Promise<void>;
  /** Shows again what gave up. */
  replay(ids: readonly string[]): Promise<number>;
}

/** A queue message in the hands of a consumer; without a verdict it comes again. */
export interface Handed {
  job: QueueJob;
  attempts: number;
  verdict?: "ack" | { retryAfterSeconds: number | undefined };
}

export interface IsolateDeps {
  env: Bindings & { DB: D1Database; KV: KVNamespace; QUEUE: Queue };
  /** `sees`: the isolate was answered that this was posted. */
  reach: (request: Request, sees: (post: ShownMessage) => void) => Promise<Response>;
  now: () => number;
  random: Random;
  turns: Turns;
  /** Of each step: a call to storage, the queue or a platform. */
  crashes: () => number;
  /** A D1 call is to fail, before or after it did its work. */
  stumbles: () => "before" | "after" | false;
  /** It was killed: what it had posted may not be written down. */
  died: (posts: readonly ShownMessage[]) => void;
}

const KILLED = Symbol("killed");
const never = <T>(): Promise<T> => new Promise<T>(() => {});

export function startIsolate(deps: IsolateDeps): Isolate {
  const life = lifeOf(deps);
  const env = envOf(deps, life.guarded);
  const host = {
    fetch: (input: RequestInfo | URL, init?: RequestInit) => {
      // Real time does not pass here, and a signal of another kind is no signal to a Request.
      const { signal: _, ...rest } = init ?? {};
      const request = new Request(input, rest);
      return life.guarded(() => deps.reach(request, life.sees));
    },
    now: deps.now,
    sleep: () => life.guarded(() => Promise.resolve()),
    random: () => deps.random.next(),
  };
  const worker = createWorker(host);
  return {
    get dead() {
      return life.dead();
    },
    async fetch(request) {
      const after: Promise<unknown>[] = [];
      const answered = await life.race(
        worker.fetch(request, env, contextOf(after)).then(({ status }) => status),
      );
      // Work after an answer that fails is nobody's to catch: what is stored goes on later.
      await life.race(Promise.allSettled(after));
      return answered;
    },
    consume: async (queue, messages) =>
      void (await life.race(worker.queue(batchOf(queue, messages, deps.now()), env))),
    tick: async () => {
      // Just after the full hour commands would be registered, which is not the matter here.
      const scheduledTime = Math.floor(deps.now() / 3_600_000) * 3_600_000 + 1_800_000;
      await life.race(worker.scheduled({ scheduledTime, cron: "", noRetry: () => {} }, env));
    },
    replay: (ids) => createContext(env, host).delivery.replay({ ids }),
  };
}

interface Life {
  guarded: <T>(work: () => Promise<T>) => Promise<T>;
  sees: (post: ShownMessage) => void;
  dead: () => boolean;
  race: <T>(work: Promise<T>) => Promise<T | "crashed">;
}

function lifeOf({ random, crashes, turns, died }: IsolateDeps): Life {
  let dead = false;
  let die: (value: "crashed") => void = () => {};
  const crashed = new Promise<"crashed">((resolve) => void (die = resolve));
  const posts: ShownMessage[] = [];
  let running = 0;
  const dies = (): boolean => {
    if (dead) return true;
    if (!random.chance(crashes())) return false;
    dead = true;
    died(posts);
    die("crashed");
    return true;
  };
  const step = async <T>(work: () => Promise<T>): Promise<T | typeof KILLED> => {
    if (dies()) return KILLED;
    const result = await work();
    return dies() ? KILLED : result;
  };
  return {
    dead: () => dead,
    sees: (post) => void posts.push(post),
    async race(work) {
      running += 1;
      try {
        return await Promise.race([work, crashed]);
      } finally {
        running -= 1;
        // What was posted by work that came to its end is written down.
        if (running === 0) posts.length = 0;
      }
    },
    async guarded(work) {
      const done = await turns.take(() => step(work));
      return done === KILLED ? await never() : done;
    },
  };
}

function envOf({ env, stumbles }: IsolateDeps, guarded: Life["guarded"]): Bindings {
  const lost = () => new Error("D1_ERROR: Network connection lost.");
  return {
    ...env,
    DB: interceptD1(env.DB, (_sql, call) =>
      guarded(async () => {
        const stumble = stumbles();
        if (stumble === "before") throw lost();
        const results = await call();
        if (stumble === "after") throw lost();
        return results;
      }),
    ),
    KV: interceptKv(env.KV, (_method, _key, call) => guarded(call)),
    QUEUE: {
      send: (job: unknown, options?: QueueSendOptions) =>
        guarded(() => env.QUEUE.send(job, options)),
      sendBatch: (messages: Iterable<MessageSendRequest>) =>
        guarded(() => env.QUEUE.sendBatch(messages)),
      metrics: () => guarded(() => env.QUEUE.metrics()),
    },
  };
}

function contextOf(after: Promise<unknown>[]): ExecutionContext {
  const context = {
    waitUntil: (work: Promise<unknown>) => void after.push(work),
    passThroughOnException: () => {},
    props: {},
  };
  // The Worker uses no more of it.
  return context as unknown as ExecutionContext;
}

function batchOf(queue: string, handed: readonly Handed[], now: number): MessageBatch<QueueJob> {
  const messages = handed.map((one, index) => ({
    id: String(index),
    timestamp: new Date(now),
    body: one.job,
    attempts: one.attempts,
    ack: () => void (one.verdict = "ack"),
    retry: (options?: QueueRetryOptions) =>
      void (one.verdict = { retryAfterSeconds: options?.delaySeconds }),
  }));
  const batch = { queue, messages, ackAll: () => {}, retryAll: () => {} };
  return batch as unknown as MessageBatch<QueueJob>;
}
