import { expect, it } from "vitest";
import { testEnv } from "../support/env.ts";
import { runChaos } from "./run-chaos.ts";

// `npm run chaos -- --seed N --events M` sets these.
const env = (import.meta as { env?: Record<string, string | undefined> }).env ?? {};
const SEED = Number(env["VITE_CHAOS_SEED"] ?? 20_260_115);
const EVENTS = Number(env["VITE_CHAOS_EVENTS"] ?? 200);

it("shows everything exactly once and in its newest state, whatever goes wrong", async () => {
  const outcome = await runChaos({ db: testEnv.DB, kv: testEnv.KV, seed: SEED, events: EVENTS });

  console.log(`chaos: --seed ${SEED} --events ${EVENTS}`, JSON.stringify(outcome));
  expect(outcome.problems, `repeat with --seed ${SEED} --events ${EVENTS}`).toEqual([]);
}, 3_600_000);
