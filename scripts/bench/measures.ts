import { consume, deliver, hugePush, markOf, nextPush, type SignedEvent } from "./load.ts";
import type { RunningWorker } from "./runtime.ts";
import { otherRoute, routeTo, setRoutes } from "./workers.ts";

const CONNECTIONS = 8;
/** Each measure goes back and forth between the Workers, so that a busy moment hits both. */
const ROUNDS = 15;
/** On a busy machine a measure makes do with fewer rounds than this much time allows. */
const PATIENCE_MS = 12_000;
/** Until then the runtime has compiled what runs often. */
const WARM_UP = 600;
/** Short rounds, so that some fall into a quiet moment of a busy machine. */
const EVENTS_OF_A_ROUND = 20;
const BATCHES_OF_A_ROUND = 6;
const THROUGHPUT_MS = 1_000;
const MOST_EVENTS = 3_000;
const GROWTH_EVENTS = 60;
const GROWTH_PARTS = 6;
const HUGE_BYTES = 25_000_000;

/** A figure of each Worker, by its name. */
export type Figures = Record<string, number>;

export async function warmUp(workers: readonly RunningWorker[]): Promise<void> {
  for (const worker of workers) {
    for (let event = 0; event < WARM_UP; event += 1) await throughBoth(worker);
  }
}

/** Processor time of an event, in ms: the process's, divided by the events, one at a time. */
export async function ingressCpu(workers: readonly RunningWorker[]): Promise<Figures> {
  const figures = await interleaved(workers, async (worker) => {
    const events = Array.from({ length: EVENTS_OF_A_ROUND }, nextPush);
    return await cpuOf(worker, events, (event) => deliver(worker, event));
  });
  for (const { store } of workers) store.takeQueued();
  return figures;
}

/** The consumer's, one message at a time. */
export async function consumerCpu(workers: readonly RunningWorker[]): Promise<Figures> {
  return await interleaved(workers, async (worker) => {
    const messages = await accepted(worker, EVENTS_OF_A_ROUND);
    return await cpuOf(worker, messages, (message) => consume(worker, [message]));
  });
}

/** The consumer's for one full batch of events with three targets each. */
export async function fullBatchCpu(
  worker: RunningWorker,
  { size, next }: { size: number; next: () => SignedEvent },
): Promise<number> {
  setRoutes(worker.store, [routeTo(3)]);
  const measure = async () => {
    const batches: unknown[][] = [];
    for (let batch = 0; batch < BATCHES_OF_A_ROUND; batch += 1) {
      batches.push(await accepted(worker, size, next));
    }
    return await cpuOf(worker, batches, (batch) => consume(worker, batch));
  };
  // As warm as the others' events are by now.
  for (const message of await accepted(worker, WARM_UP, next)) await consume(worker, [message]);
  const { [worker.name]: ms = Number.NaN } = await interleaved([worker], measure);
  setRoutes(worker.store, [routeTo(1)]);
  await consume(worker, await accepted(worker, 1));
  return ms;
}

/** Webhooks accepted a second, over several connections, while nobody consumes. */
export async function acceptedPerSecond(workers: readonly RunningWorker[]): Promise<Figures> {
  const rates = await interleaved(workers, async (worker) => {
    const events = Array.from({ length: MOST_EVENTS }, nextPush);
    const started = performance.now();
    let done = 0;
    const sender = async () => {
      for (let event = events.pop(); event !== undefined; event = events.pop()) {
        if (performance.now() - started > THROUGHPUT_MS) return;
        await deliver(worker, event);
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, sender));
    const seconds = (performance.now() - started) / 1000;
    worker.store.takeQueued();
    // The least is the best of the others' figures, so here too.
    return seconds / done;
  });
  return Object.fromEntries(Object.entries(rates).map(([name, each]) => [name, 1 / each]));
}

export interface Latency {
  median: number;
  p99: number;
}

/** From the answer to the webhook to the message in the chat, in ms, without the queue's own waiting. */
export async function acceptToVisible(
  workers: readonly RunningWorker[],
): Promise<Record<string, Latency>> {
  const times = new Map(workers.map(({ name }) => [name, [] as number[]]));
  const started = performance.now();
  for (let round = 0; mayGoOn(round, started); round += 1) {
    for (const worker of workers) {
      for (let event = 0; event < EVENTS_OF_A_ROUND; event += 1) {
        times.get(worker.name)?.push(await throughBoth(worker));
      }
    }
  }
  return Object.fromEntries(
    [...times].map(([name, list]) => [
      name,
      { median: quantile(list, 0.5), p99: quantile(list, 0.99) },
    ]),
  );
}

export interface Growth {
  of: string;
  cpuMs: number;
  wallMs: number;
  statements: number;
  roundTrips: number;
  messages: number;
}

/** How the consumer's work on one event grows with routes and with targets. */
export async function growth(worker: RunningWorker): Promise<Growth[]> {
  const others = (count: number) =>
    Array.from({ length: count - 1 }, (_, index) => otherRoute(index));
  const rows: Growth[] = [];
  for (const routes of [1, 50, 200]) {
    setRoutes(worker.store, [...others(routes), routeTo(1)]);
    rows.push(await grown(worker, `${routes} ${routes === 1 ? "route" : "routes"}, 1 target`));
  }
  for (const targets of [5, 20]) {
    setRoutes(worker.store, [routeTo(targets)]);
    rows.push(await grown(worker, `1 route, ${targets} targets`));
  }
  setRoutes(worker.store, [routeTo(1)]);
  return rows;
}

async function grown(worker: RunningWorker, of: string): Promise<Growth> {
  const { store } = worker;
  const messages = await accepted(worker, GROWTH_EVENTS);
  // The first reads the new routes.
  await consume(worker, [messages.pop()]);
  store.takeCounts();
  const started = performance.now();
  const cpuMs = await leastCpuOf(worker, messages);
  const wallMs = (performance.now() - started) / messages.length;
  const counts = store.takeCounts();
  const each = (count: number) => count / messages.length;
  return {
    of,
    cpuMs,
    wallMs,
    statements: each(counts.statements),
    roundTrips: each(counts.roundTrips),
    messages: each(counts.messages),
  };
}

/** The least of a few parts, as elsewhere. */
async function leastCpuOf(worker: RunningWorker, messages: readonly unknown[]): Promise<number> {
  const size = Math.ceil(messages.length / GROWTH_PARTS);
  const parts: number[] = [];
  for (let from = 0; from < messages.length; from += size) {
    const part = messages.slice(from, from + size);
    parts.push(await cpuOf(worker, part, (message) => consume(worker, [message])));
  }
  return Math.min(...parts);
}

export interface Huge {
  bytes: number;
  acceptMs: number;
  acceptCpuMs: number;
  showMs: number;
  showCpuMs: number;
  peakMemoryMb: number;
}

/** A body as large as GitHub sends, parked in R2. */
export async function hugeBody(worker: RunningWorker): Promise<Huge> {
  const event = hugePush(HUGE_BYTES);
  const accepting = await timed(worker, () => deliver(worker, event));
  const queued = worker.store.takeQueued();
  const showing = await timed(worker, () => consume(worker, queued));
  return {
    bytes: event.body.length,
    acceptMs: accepting.wallMs,
    acceptCpuMs: accepting.cpuMs,
    showMs: showing.wallMs,
    showCpuMs: showing.cpuMs,
    peakMemoryMb: worker.peakMemoryMb(),
  };
}

/** Statements, round trips and messages of one event through both halves. */
export async function countsOf(
  worker: RunningWorker,
): Promise<{ statements: number; roundTrips: number; messages: number }> {
  await throughBoth(worker);
  worker.store.takeCounts();
  await throughBoth(worker);
  return worker.store.takeCounts();
}

/** One event from the webhook to the chat; the time from its acceptance to its message. */
async function throughBoth(worker: RunningWorker): Promise<number> {
  const { store } = worker;
  const event = nextPush();
  await deliver(worker, event);
  const acceptedAt = performance.now();
  let shownAt = Number.NaN;
  store.onMessage = (text) => {
    if (text.includes(markOf(event.number))) shownAt = performance.now();
  };
  await consume(worker, store.takeQueued());
  if (Number.isNaN(shownAt)) throw new Error(`event ${event.number} was not shown`);
  return shownAt - acceptedAt;
}

async function accepted(
  worker: RunningWorker,
  count: number,
  next: () => SignedEvent = nextPush,
): Promise<unknown[]> {
  for (let event = 0; event < count; event += 1) await deliver(worker, next());
  return worker.store.takeQueued();
}

/** The least of several rounds: whatever else the machine does only adds to it. */
async function interleaved(
  workers: readonly RunningWorker[],
  measure: (worker: RunningWorker) => Promise<number>,
): Promise<Figures> {
  const figures = new Map(workers.map(({ name }) => [name, [] as number[]]));
  const started = performance.now();
  for (let round = 0; mayGoOn(round, started); round += 1) {
    for (const worker of workers) figures.get(worker.name)?.push(await measure(worker));
  }
  return Object.fromEntries([...figures].map(([name, list]) => [name, Math.min(...list)]));
}

function mayGoOn(round: number, startedAt: number): boolean {
  return round === 0 || (round < ROUNDS && performance.now() - startedAt < PATIENCE_MS);
}

async function cpuOf<T>(
  worker: RunningWorker,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<number> {
  const before = worker.cpuMs();
  for (const item of items) await work(item);
  return (worker.cpuMs() - before) / items.length;
}

async function timed(
  worker: RunningWorker,
  work: () => Promise<void>,
): Promise<{ wallMs: number; cpuMs: number }> {
  const [cpu, started] = [worker.cpuMs(), performance.now()];
  await work();
  return { wallMs: performance.now() - started, cpuMs: worker.cpuMs() - cpu };
}

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * at))] ?? Number.NaN;
}
