import { isD1Unreachable } from "./d1-gate.ts";

const PATIENCE_MS = [100, 500, 1500];

/**
 * Repeats work while D1 stumbles, so it must be work that may be repeated. All batches of the ledger are:
 * leases by their holder, folds by their revision, the rest by key.
 */
export async function withPatience<T>(
  { sleep }: { sleep: (ms: number) => Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  for (const wait of PATIENCE_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isD1Unreachable(error)) throw error;
      await sleep(wait);
    }
  }
  return await work();
}
