import type { Ledger, Recorded } from "../storage/deliveries-ledger.ts";
import type { LedgerEntry } from "../storage/deliveries-ledger-record.ts";
import type { Scheduled } from "../storage/outbox.ts";
import type { Report } from "./report.ts";

/** Outcomes that come close together are written together; an early one waits no longer than this. */
const GATHER_MS = 250;

/** One line of work: what is done for one target, one step after the other. */
export interface Line {
  /**
   * Resolves once it is written, to what was still held. With `last` the line has told how its
   * part of the delivery ended, though it may go on to show what is newer.
   */
  record(report: Report, last: boolean): Promise<readonly Recorded[]>;
}

/** Writes the outcomes of many lines of work to the ledger in few round trips. */
export interface Recorder {
  /** Runs all lines; throws the first fault after all of them ended. */
  run(lines: readonly ((line: Line) => Promise<void>)[]): Promise<void>;
  /** Outbox rows that were put, and when they are due. */
  scheduled(): readonly Scheduled[];
  /** How the deliveries stand that it was about: keys of `delivery_state` and their states. */
  states(): Readonly<Record<string, string>>;
}

interface Deps {
  ledger: Pick<Ledger, "record">;
  holder: string;
  /** Deliveries (keys of `delivery_state`) and outbox rows that end with this work. */
  ending: { finished: readonly string[]; drop: readonly string[] };
  sleep: (ms: number) => Promise<void>;
}

interface Waiting {
  report: Report;
  resolve: (held: readonly Recorded[]) => void;
  reject: (error: unknown) => void;
}

interface State extends Deps {
  waiting: Waiting[];
  /** Lines that are at work, rather than waiting to be written. */
  atWork: number;
  /** Lines that have not told their part's end. */
  untold: number;
  ended: boolean;
  failed: boolean;
  scheduled: Scheduled[];
  states: Record<string, string>;
}

export function createRecorder(deps: Deps): Recorder {
  const state: State = {
    ...deps,
    waiting: [],
    atWork: 0,
    untold: 0,
    ended: false,
    failed: false,
    scheduled: [],
    states: {},
  };
  return {
    async run(lines) {
      state.atWork += lines.length;
      state.untold += lines.length;
      const results = await Promise.allSettled(lines.map((line) => runLine(state, line)));
      const fault = results.find((result) => result.status === "rejected");
      if (fault !== undefined) throw fault.reason;
      if (!state.ended) await write(state);
    },
    scheduled: () => state.scheduled,
    states: () => state.states,
  };
}

async function runLine(state: State, work: (line: Line) => Promise<void>): Promise<void> {
  let told = false;
  const tell = () => {
    if (!told) state.untold -= 1;
    told = true;
  };
  try {
    await work({
      record: (report, last) => {
        if (last) tell();
        return record(state, report);
      },
    });
    tell();
  } finally {
    state.atWork -= 1;
    if (state.atWork === 0 && state.waiting.length > 0) await write(state);
  }
}

async function record(state: State, report: Report): Promise<readonly Recorded[]> {
  const held = new Promise<readonly Recorded[]>((resolve, reject) => {
    state.waiting.push({ report, resolve, reject });
  });
  state.atWork -= 1;
  // Whoever writes first writes for all that wait, so a sleeper must not hold up what is written.
  return await Promise.race([held, writeSoon(state).then(() => held)]);
}

async function writeSoon(state: State): Promise<void> {
  if (state.atWork === 0) return await write(state);
  if (state.waiting.length > 1) return;
  const [first] = state.waiting;
  await state.sleep(GATHER_MS);
  if (first !== undefined && state.waiting.includes(first)) await write(state);
}

async function write(state: State): Promise<void> {
  const batch = state.waiting;
  state.waiting = [];
  const ends = state.untold === 0 && !state.ended && !state.failed;
  const entry = merged(batch.map(({ report }) => report));
  try {
    const written = await state.ledger.record({
      ...entry,
      holder: state.holder,
      finished: ends ? state.ending.finished : [],
      drop: ends ? [...entry.drop, ...state.ending.drop] : entry.drop,
    });
    state.ended ||= ends;
    state.scheduled.push(...written.scheduled);
    for (const { key, status } of written.restated) state.states[key] = status;
    state.atWork += batch.length;
    for (const { resolve } of batch) resolve(written.held);
  } catch (error) {
    state.failed = true;
    state.atWork += batch.length;
    for (const { reject } of batch) reject(error);
    if (batch.length === 0) throw error;
  }
}

function merged(reports: readonly Report[]): Omit<LedgerEntry, "holder" | "finished"> {
  return {
    shown: reports.flatMap(({ shown }) => shown ?? []),
    logs: reports.flatMap(({ logs }) => logs ?? []),
    // Several targets of one event fail together, and share their group's summary.
    put: lastOf(
      reports.flatMap(({ put }) => put ?? []),
      ({ row }) => row.id,
    ),
    drop: reports.flatMap(({ drop }) => drop ?? []),
    pauses: lastOf(
      reports.flatMap(({ pauses }) => pauses ?? []),
      ({ place }) => place,
    ),
    ill: reports.flatMap(({ ill }) => ill ?? []),
    well: reports.flatMap(({ well }) => well ?? []),
    touched: lastOf(
      reports.flatMap(({ touched }) => touched ?? []),
      ({ subjectKey, groupId }) => `${groupId} ${subjectKey}`,
    ),
    unsure: reports.flatMap(({ unsure }) => unsure ?? []),
  };
}

function lastOf<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
