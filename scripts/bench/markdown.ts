import { comparison, kB, ms, type Report, say, table } from "./report.ts";
import type { Timing } from "./pure.ts";

const MOST_BATCH_MS = 10;
const MOST_MATCHING_MS = 1;

/** The tables of docs/performance.md, to be put there as they are. */
export function printMarkdown(report: Report): void {
  const { processor, loadBefore, loadAfter } = report.machine;
  say(`${processor}; load ${loadBefore} before and ${loadAfter} after.\n`);
  table(["", "WebHooker", "bare", "ratio", "aim"], comparison(report));
  say("");
  table(["", "measured", "aim"], figures(report));
}

function figures({ fullBatchCpuMs, matching, hostilePatterns, ...report }: Report): string[][] {
  const { growth, huge, bundle } = report;
  const batch = (name: string, cpuMs: number) => [
    `CPU of a full batch (${fullBatchCpuMs.batchSize} ${name}, three targets)`,
    `${ms(cpuMs)} ms`,
    aim(cpuMs, MOST_BATCH_MS),
  ];
  const hostile = Math.max(...hostilePatterns.map((timing) => timing.ms));
  return [
    batch("push", fullBatchCpuMs.pushes),
    batch("pull request", fullBatchCpuMs.pullRequests),
    ...matching.map(matchingRow),
    ["hostile patterns, a title of 100 kB", `${ms(hostile)} ms`, aim(hostile, MOST_MATCHING_MS)],
    ...growth.map(({ of, cpuMs, roundTrips, statements }) => [
      `consumer, ${of}`,
      `${ms(cpuMs)} ms`,
      `${roundTrips.toFixed(0)} round trips, ${statements.toFixed(0)} statements`,
    ]),
    ["a body of 25 MB: accept", `${ms(huge.acceptMs)} ms`, `${ms(huge.acceptCpuMs)} ms of CPU`],
    ["a body of 25 MB: show", `${ms(huge.showMs)} ms`, `${ms(huge.showCpuMs)} ms of CPU`],
    ["the process held at most", `${huge.peakMemoryMb.toFixed(0)} MB`, ""],
    ["bundle", `${kB(bundle.bytes)} kB, ${kB(bundle.gzipBytes)} kB gzipped`, ""],
    ["start-up (compile and run the top level)", `${ms(bundle.startMs)} ms of CPU`, ""],
  ];
}

/** Rules are compiled once an isolate, so that is no event's cost. */
function matchingRow({ of, ms: cpuMs }: Timing): string[] {
  const isOnce = of.includes("not yet compiled");
  return [of, `${ms(cpuMs)} ms`, isOnce ? "once an isolate" : aim(cpuMs, MOST_MATCHING_MS)];
}

function aim(measured: number, most: number): string {
  return `under ${most} ms: ${measured < most ? "met" : "**missed**"}`;
}
