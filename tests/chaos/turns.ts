import type { Random } from "./random.ts";

/**
 * Decides whose step comes next. Everything that reaches storage, the queue or a chat waits for its
 * turn, and only one has it at a time: how concurrent work interleaves is then the seed's choice
 * alone.
 */
export interface Turns {
  take<T>(work: () => Promise<T>): Promise<T>;
}

/** `idle` resolves when all that can go on without a turn has gone on. */
export function createTurns(random: Random, idle: () => Promise<void>): Turns {
  const waiting: (() => Promise<void>)[] = [];
  let running = false;

  const run = async (): Promise<void> => {
    if (running) return;
    running = true;
    await idle();
    while (waiting.length > 0) {
      const [next] = waiting.splice(random.below(waiting.length), 1);
      await next?.();
      await idle();
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
