/** `npm run chaos -- --seed N --events M`: the chaos test, longer or with another seed. */
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: { seed: { type: "string" }, events: { type: "string" } },
});
const seed = values.seed ?? String(Math.floor(Math.random() * 1_000_000));
const events = values.events ?? "1000";

const { status } = spawnSync("npx", ["vitest", "run", "tests/chaos/chaos.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, VITE_CHAOS_SEED: seed, VITE_CHAOS_EVENTS: events },
});
console.log(`Repeat with: npm run chaos -- --seed ${seed} --events ${events}`);
process.exitCode = status ?? 1;
