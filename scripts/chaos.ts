/** `npm run chaos -- --seed N --events M [--outage MINUTES]`: the chaos test, longer or with another seed. */
import { parseArgs } from "node:util";
import { z } from "zod";

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    events: { type: "string" },
    outage: { type: "string" },
    log: { type: "boolean" },
  },
});
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000));
const events = Number(values.events ?? 1_000);
const outage = Number(values.outage ?? 0);
const again = `npm run chaos -- --seed ${seed} --events ${events} --outage ${outage}`;

const print = console.log;
// The Worker's own log tells every step; only whoever looks for a cause wants it.
if (values.log !== true) Object.assign(console, { log() {}, warn() {}, error() {} });

const Outcome = z.looseObject({ problems: z.array(z.string()) });
const Module = z.object({ runInNode: z.custom<(of: object) => Promise<unknown>>() });
// Typed as the Worker is, which these scripts are not.
const address = new URL("../tests/chaos/run-in-node.ts", import.meta.url).href;
const { runInNode } = Module.parse(await import(address));

try {
  const outcome = Outcome.parse(await runInNode({ seed, events, outageMs: outage * 60_000 }));
  const { problems, ...counts } = outcome;
  print(JSON.stringify(counts, undefined, 2));
  for (const problem of problems) print(`- ${problem}`);
  print(problems.length === 0 ? "Nothing was lost, doubled or left in the past." : "It failed.");
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  print(error);
  process.exitCode = 1;
}
print(`Repeat with: ${again}`);
