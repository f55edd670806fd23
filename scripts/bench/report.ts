import {
  BUDGET,
  type CostCase,
  eventsOfAFreeDay,
  PRUNED_ROWS,
} from "../../tests/support/budget.ts";
import type { Figures, Growth, Huge, Latency } from "./measures.ts";
import type { Timing } from "./pure.ts";

export interface Report {
  machine: { processor: string; node: string; loadBefore: number; loadAfter: number };
  bundle: { bytes: number; gzipBytes: number; startMs: number };
  ingressCpuMs: Figures;
  consumerCpuMs: Figures;
  acceptedPerSecond: Figures;
  acceptToVisibleMs: Record<string, Latency>;
  counts: Record<string, { statements: number; roundTrips: number; messages: number }>;
  fullBatchCpuMs: { batchSize: number; pushes: number; pullRequests: number };
  growth: readonly Growth[];
  huge: Huge;
  steps: readonly Timing[];
  matching: readonly Timing[];
  hostilePatterns: readonly Timing[];
}

/** The bare Worker writes one row of a table without other indexes. */
const BARE_ROWS = 1;

export function print(report: Report): void {
  const { processor, node, loadBefore, loadAfter } = report.machine;
  say(`${processor}, Node ${node}, load ${loadBefore} before and ${loadAfter} after`);
  heading("Beside the bare Worker (one event, one target)");
  table(["", "WebHooker", "bare", "ratio", "aim"], comparison(report));
  printConsumer(report);
  heading("Matching, and hostile patterns against a title of 100 kB (aim: under 1 ms)");
  table(["", "CPU, ms"], [...report.matching, ...report.hostilePatterns].map(timingRow));
  printBundle(report);
  heading("What an event costs in storage, and how many a day the Free plan allows");
  table(BUDGET_HEAD, (Object.keys(BUDGET) as CostCase[]).map(budgetRow));
}

function printConsumer({ fullBatchCpuMs, growth, steps }: Report): void {
  heading("A full batch, three targets each (aim: under 10 ms)");
  const { batchSize, pushes, pullRequests } = fullBatchCpuMs;
  const batches = [
    [`push x ${batchSize}`, ms(pushes)],
    [`pull request x ${batchSize}`, ms(pullRequests)],
  ];
  table(["", "CPU, ms"], batches);
  heading("Growth: the consumer, one event");
  table(
    ["", "CPU, ms", "time, ms", "D1 round trips", "statements", "calls"],
    growth.map(growthRow),
  );
  heading("What the consumer computes");
  table(["", "CPU, ms"], steps.map(timingRow));
}

function printBundle({ bundle, huge }: Report): void {
  heading(`A body of ${(huge.bytes / 1e6).toFixed(0)} MB, parked in R2`);
  const rows = [
    ["accept", ms(huge.acceptMs), ms(huge.acceptCpuMs)],
    ["show", ms(huge.showMs), ms(huge.showCpuMs)],
  ];
  table(["", "time, ms", "CPU, ms"], rows);
  say(`\nThe process held ${huge.peakMemoryMb.toFixed(0)} MB at most.`);
  heading("Bundle");
  const size = `${kB(bundle.bytes)} kB, ${kB(bundle.gzipBytes)} kB gzipped`;
  table(
    ["", ""],
    [
      ["size", size],
      ["start-up", `${ms(bundle.startMs)} ms of CPU`],
    ],
  );
}

export function comparison(report: Report): string[][] {
  const { ingressCpuMs, consumerCpuMs, acceptedPerSecond, acceptToVisibleMs, counts } = report;
  const whole = Object.fromEntries(
    Object.keys(ingressCpuMs).map((name) => [
      name,
      (ingressCpuMs[name] ?? Number.NaN) + (consumerCpuMs[name] ?? Number.NaN),
    ]),
  );
  const latency = (which: keyof Latency): Figures =>
    Object.fromEntries(Object.entries(acceptToVisibleMs).map(([name, one]) => [name, one[which]]));
  const counted = (which: "statements" | "roundTrips"): Figures =>
    Object.fromEntries(Object.entries(counts).map(([name, one]) => [name, one[which]]));
  return [
    row("CPU in ingress, ms", ingressCpuMs, ms),
    row("CPU in the consumer, ms", consumerCpuMs, ms),
    row("CPU of an event, ms", whole, ms, "2 at most"),
    row("accepted a second", acceptedPerSecond, count, "0.6 at least"),
    row("accept to visible, median, ms", latency("median"), ms),
    row("accept to visible, p99, ms", latency("p99"), ms),
    row("D1 round trips", counted("roundTrips"), count),
    row("D1 statements", counted("statements"), count),
    row("D1 rows written", { webhooker: BUDGET.posted.rowsWritten, bare: BARE_ROWS }, count),
  ];
}

function row(
  what: string,
  { webhooker, bare }: Figures,
  show: (value: number) => string,
  aim = "",
): string[] {
  if (webhooker === undefined || bare === undefined) throw new Error(`${what} was not measured`);
  return [what, show(webhooker), show(bare), (webhooker / bare).toFixed(2), aim];
}

function growthRow({ of, cpuMs, wallMs, roundTrips, statements, messages }: Growth): string[] {
  return [of, ms(cpuMs), ms(wallMs), count(roundTrips), count(statements), count(messages)];
}

const BUDGET_HEAD = [
  "",
  "D1 round trips",
  "statements",
  "rows written",
  "pruned later",
  "rows read",
  "KV reads",
  "KV writes",
  "R2 operations",
  "queue messages",
  "events a day",
  "ends first",
];

function budgetRow(kind: CostCase): string[] {
  const { d1RoundTrips, d1Statements, rowsWritten, rowsRead, kvReads, kvWrites } = BUDGET[kind];
  const { r2Operations, queueMessages } = BUDGET[kind];
  const { events, endsFirst } = eventsOfAFreeDay(kind);
  const inD1 = [d1RoundTrips, d1Statements, rowsWritten, PRUNED_ROWS[kind], rowsRead];
  const elsewhere = [kvReads, kvWrites, r2Operations, queueMessages, events];
  return [kind, ...[...inD1, ...elsewhere].map(String), endsFirst];
}

const timingRow = ({ of, ms }: Timing): string[] => [of, ms.toFixed(3)];
export const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 0);
export const count = (value: number): string => value.toFixed(0);
export const kB = (bytes: number): string => (bytes / 1000).toFixed(0);

function heading(text: string): void {
  say(`\n${text}\n`);
}

/** Columns as wide as they need to be, so that it is read as well here as in a document. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    say(`| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`);
  line(head);
  line(widths.map((width) => "-".repeat(width)));
  for (const row of rows) line(row);
}

export function say(text: string): void {
  console.log(text);
}
