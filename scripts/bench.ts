/**
 * Measures the built Worker beside a bare one, in the same run: `npm run bench`, or with `--json`,
 * or with `--markdown` the tables of docs/performance.md, which says what the figures mean.
 */
import { readFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { buildBundle } from "./bench/bundle.ts";
import { closeConnections, nextPullRequest, nextPush } from "./bench/load.ts";
import {
  acceptedPerSecond,
  acceptToVisible,
  consumerCpu,
  countsOf,
  fullBatchCpu,
  growth,
  hugeBody,
  ingressCpu,
  warmUp,
} from "./bench/measures.ts";
import { printMarkdown } from "./bench/markdown.ts";
import { hostilePatterns, matching, steps } from "./bench/pure.ts";
import { print, type Report } from "./bench/report.ts";
import type { RunningWorker } from "./bench/runtime.ts";
import { startBare, startWebHooker } from "./bench/workers.ts";

const isForMachines = process.argv.includes("--json");
const loadBefore = load();
const { code, ...bundle } = await step("building", buildBundle);
const webhooker = await step("starting the Workers", () => startWebHooker(code));
const bare = await startBare();
try {
  const report: Report = {
    bundle,
    ...(await measured(webhooker, bare)),
    steps: await step("computing", steps),
    matching: matching(),
    hostilePatterns: hostilePatterns(),
    machine: {
      processor: `${cpus().length} x ${cpus()[0]?.model.trim() ?? "?"}`,
      node: process.versions.node,
      loadBefore,
      loadAfter: load(),
    },
  };
  if (isForMachines) console.log(JSON.stringify(report, undefined, 2));
  else if (process.argv.includes("--markdown")) printMarkdown(report);
  else print(report);
} finally {
  await Promise.all([webhooker.stop(), bare.stop()]);
  closeConnections();
}

async function measured(webhooker: RunningWorker, bare: RunningWorker) {
  const both = [webhooker, bare];
  await step("warming up", () => warmUp(both));
  const size = batchSize();
  return {
    counts: { webhooker: await countsOf(webhooker), bare: await countsOf(bare) },
    ingressCpuMs: await step("CPU in ingress", () => ingressCpu(both)),
    consumerCpuMs: await step("CPU in the consumer", () => consumerCpu(both)),
    acceptedPerSecond: await step("accepted a second", () => acceptedPerSecond(both)),
    acceptToVisibleMs: await step("accept to visible", () => acceptToVisible(both)),
    fullBatchCpuMs: await step("full batches", async () => ({
      batchSize: size,
      pushes: await fullBatchCpu(webhooker, { size, next: nextPush }),
      pullRequests: await fullBatchCpu(webhooker, { size, next: nextPullRequest }),
    })),
    growth: await step("growth", () => growth(webhooker)),
    huge: await step("a body of 25 MB", () => hugeBody(webhooker)),
  };
}

/** As deployed. */
function batchSize(): number {
  const text = readFileSync(join(import.meta.dirname, "..", "wrangler.toml"), "utf8");
  const found = /queue = "webhooker-delivery"\n[^[]*?max_batch_size = (\d+)/.exec(text);
  return Number(found?.[1]);
}

/** The average of the last minute: other work on the machine makes all figures worse. */
function load(): number {
  return Number(loadavg()[0]?.toFixed(1));
}

async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  if (!isForMachines) process.stderr.write(`${name} …\n`);
  return await work();
}
