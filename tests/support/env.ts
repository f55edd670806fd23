import type { D1Migration } from "@cloudflare/vitest-plugin";
import { env } from "cloudflare:workers";

/** The bindings of `tests/support/wrangler.toml`. */
export interface TestEnv {
  DB: D1Database;
  KV: KVNamespace;
  PAYLOAD: R2Bucket;
  QUEUE: Queue;
  TEST_MIGRATIONS: D1Migration[];
  /** Paths of the test files that touch storage. */
  TESTS_OF_STORAGE: readonly string[];
}

// The generated Env describes the shipped wrangler.toml; the tests' own file adds what TestEnv says.
export const testEnv = env as unknown as TestEnv;
