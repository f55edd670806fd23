import { setImmediate } from "node:timers/promises";
import { createMemoryKv } from "./memory-kv.ts";
import { type Outcome, runChaos } from "./run-chaos.ts";
import { createSqliteD1 } from "./sqlite-d1.ts";

/** A run with storage in this process's memory, ten times as fast as with the real bindings. */
export async function runInNode(of: {
  seed: number;
  events: number;
  outageMs?: number;
}): Promise<Outcome> {
  return await runChaos({
    ...of,
    db: createSqliteD1(),
    kvAt: createMemoryKv,
    idle: cryptoAtRest(),
  });
}

const METHODS = ["digest", "importKey", "sign", "verify"] as const;

/** Node's WebCrypto works in threads of its own: here one after the other, and nobody is idle meanwhile. */
function cryptoAtRest(): () => Promise<void> {
  let working = 0;
  let last: Promise<unknown> = Promise.resolve();
  const subtle = crypto.subtle as unknown as Record<string, Method>;
  for (const name of METHODS) {
    const real = SubtleCrypto.prototype[name] as Method;
    subtle[name] = (...args) => {
      working += 1;
      const result = last.then(() => real.apply(crypto.subtle, args));
      last = result.catch(() => undefined).finally(() => void (working -= 1));
      return result;
    };
  }
  const atRest = async (): Promise<void> => {
    await setImmediate();
    if (working > 0) await atRest();
  };
  return atRest;
}

type Method = (...args: unknown[]) => Promise<unknown>;
