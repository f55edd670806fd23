/** What the runtime gives: handed in, so that tests hand in their own. */
export interface Host {
  fetch: typeof fetch;
  /** In ms. */
  now: () => number;
  sleep: (ms: number) => Promise<void>;
  /** In [0, 1). */
  random: () => number;
}

export const workerHost: Host = {
  // Called through globalThis: the runtime's fetch refuses to be called as somebody's method.
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  sleep: (ms) => scheduler.wait(ms),
  random: () => Math.random(),
};
