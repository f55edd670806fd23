import type { Cost } from "./budget.ts";
import { testEnv } from "./env.ts";
import { countingD1, countingKv } from "./faulty-bindings.ts";
import { createWorld, type World, type WorldOptions } from "./world.ts";

/** A world whose storage is metered. */
export interface MeteredWorld {
  world: World;
  /** What the act cost. */
  costOf(act: () => Promise<unknown>): Promise<Cost>;
}

export async function meteredWorld({ env = {} }: WorldOptions = {}): Promise<MeteredWorld> {
  const d1 = countingD1(testEnv.DB);
  const kv = countingKv(testEnv.KV);
  const r2 = countingCalls(testEnv.PAYLOAD, (method) => (method === "delete" ? 0 : 1));
  const calls = { made: 0 };
  const world = await createWorld({
    env: { DB: d1.db, KV: kv.kv, PAYLOAD: r2.counted, ...env },
  });
  const queue = meteredQueue(world);
  for (const chat of [world.discord, world.telegram]) {
    const fetch = chat.fetch.bind(chat);
    chat.fetch = (request) => {
      calls.made += 1;
      return fetch(request);
    };
  }
  const askGitHub = world.github.fetch;
  world.github.fetch = (...asked) => {
    calls.made += 1;
    return askGitHub(...asked);
  };
  return {
    world,
    async costOf(act) {
      d1.reset();
      kv.reset();
      const before = { queue: queue.count(), r2: r2.count(), calls: calls.made };
      await act();
      return {
        kvReads: kv.counts.reads + kv.counts.lists,
        kvWrites: kv.counts.writes + kv.counts.deletes,
        d1RoundTrips: d1.counts.roundTrips,
        d1Statements: d1.counts.statements,
        rowsWritten: d1.counts.rowsWritten,
        rowsRead: d1.counts.rowsRead,
        queueMessages: queue.count() - before.queue,
        r2Operations: r2.count() - before.r2,
        calls: calls.made - before.calls,
      };
    },
  };
}

function meteredQueue({ env }: World): { count: () => number } {
  if (env.QUEUE === undefined) return { count: () => 0 };
  const { counted, count } = countingCalls(env.QUEUE, (method, [messages]) => {
    if (method === "send") return 1;
    return method === "sendBatch" ? [...(messages as Iterable<unknown>)].length : 0;
  });
  env.QUEUE = counted;
  return { count };
}

/** Counts the calls of a binding's methods, each by its weight. */
function countingCalls<T extends object>(
  binding: T,
  weightOf: (method: string, args: readonly unknown[]) => number,
): { counted: T; count: () => number } {
  let count = 0;
  const counted = new Proxy(binding, {
    get(target, property) {
      const member: unknown = Reflect.get(target, property);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => {
        count += weightOf(String(property), args);
        return Reflect.apply(member, target, args);
      };
    },
  });
  return { counted, count: () => count };
}
