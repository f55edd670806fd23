import { expect, it } from "vitest";
import { testEnv } from "../support/env.ts";
import { runChaos } from "./run-chaos.ts";

// With the real D1 and KV, where a step takes ten times as long: `in-node.test.ts` has the thousands.
it("shows everything exactly once and in its newest state, whatever goes wrong", async () => {
  const seed = 20_260_115;
  const outcome = await runChaos({
    db: testEnv.DB,
    kvAt: () => testEnv.KV,
    seed,
    events: 20,
    idle: () => scheduler.wait(0),
  });

  console.log(`chaos in workerd: seed ${seed}`, JSON.stringify(outcome));
  expect(outcome.problems).toEqual([]);
}, 120_000);
