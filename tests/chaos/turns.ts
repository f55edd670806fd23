import type { Random } from "./random.ts";

/**
 * Decides whose step comes next. Everything that reaches D1, KV or a chat waits for its turn, and
 * only one has it at a time: how concurrent work interleaves is then the seed's choice alone.
 */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
}

export function createTurns(random: Random): Turns {
  const waiting: (() => Promise<void>)[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    // Whoever is about to ask for a turn gets the time to do so.
    await settled();
    while (waiting.length > 0) {
      const [next] = waiting.splice(random.below(waiting.length), 1);
      await next?.();
      await settled();
    }
    running = false;
  };

  return {
    take: (work) =>
      new Promise((resolve, reject) => {
        waiting.push(() => work().then(resolve, reject));
        void run();
      }),
  };
}

async function settled(): Promise<void> {
  await scheduler.wait(0);
}
