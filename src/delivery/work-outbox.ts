import type { Configuration } from "../domain/matching.ts";
import { withLogEvent } from "../observability/log.ts";
import type { Taken } from "../storage/deliveries-ledger.ts";
import { NOTHING } from "../storage/deliveries-ledger-record.ts";
import type { Scheduled } from "../storage/outbox.ts";
import type { OutboxRow } from "../storage/outbox-rows.ts";
import type { Run } from "./deps.ts";
import { dispatch, type Dispatched } from "./dispatch.ts";
import { endedReport } from "./report.ts";
import { RETRY_DELAYS_MS } from "./settle.ts";
import { type Slip, slipOf } from "./slip.ts";
import { bury, takeUp } from "./take-up.ts";

/** Edits of very many deliveries may share a row; a line of the log stays readable. */
const MOST_TOLD = 20;
/** What was begun so often and never came to an end, not even a bad one, ends its isolate each time. */
const MOST_TRIES = RETRY_DELAYS_MS.length + 1;

type TargetedRow = Exclude<OutboxRow, { kind: "event" }>;

/** Works on outbox rows that are due; those that are not, or that somebody else has, are left alone. */
export async function workOutbox(run: Run, ids: readonly string[]): Promise<readonly Scheduled[]> {
  if (ids.length === 0) return [];
  return await withLogEvent("delivery.outbox", async (log) => {
    const taken = await run.ledger.take(ids);
    const targeted = taken.rows.filter((row): row is TargetedRow => row.kind !== "event");
    const accepted = taken.rows.flatMap((row) =>
      row.kind === "event" ? [{ job: row.job, row }] : [],
    );
    const events = accepted.filter(({ row }) => row.attempts <= MOST_TRIES);
    const spent = accepted.filter((one) => !events.includes(one));
    for (const one of spent) await bury(run, one, "never_finished");
    log.set({ asked: ids.length, taken: taken.rows.length, unreadable: taken.unreadable.length });
    const [{ scheduled, states }, takenUp] = await Promise.all([
      workTargeted(run, taken, targeted),
      takeUp(run, events),
    ]);
    const told = Object.entries(states).map(([key, state]) => `${key} ${state}`);
    if (told.length > 0) log.set({ states: told.slice(0, MOST_TOLD).join(", ") });
    return [...scheduled, ...takenUp.flatMap((one) => (one.done ? one.scheduled : []))];
  });
}

async function workTargeted(
  run: Run,
  taken: Awaited<ReturnType<Run["ledger"]["take"]>>,
  rows: readonly TargetedRow[],
): Promise<Dispatched> {
  if (rows.length === 0) return { scheduled: [], states: {} };
  const configuration = await run.configurations.at(taken.revision);
  const slips = rows.map((row) => slipFor(run, row, taken, configuration));
  const lost = slips.filter(({ group }) => !group).map(({ slip }) => slip);
  if (lost.length > 0) await endAll(run, lost);
  return await dispatch(run, {
    lines: slips.filter(({ group }) => group).map(({ slip }) => [slip]),
    late: [],
    folds: [],
    askKv: false,
    subjects: [],
    standing: taken,
    ending: { finished: [], drop: [] },
    logs: [],
  });
}

function slipFor(
  run: Run,
  row: TargetedRow,
  { links }: Taken,
  configuration: Configuration,
): { slip: Slip; group: boolean } {
  const group = configuration.group(row.groupId);
  const voice = group === undefined ? { lang: "en", emoji: true } : run.voiceOf(group);
  const deliveries = links.flatMap(({ id, deliveryKey }) => (id === row.id ? [deliveryKey] : []));
  const slip = { ...slipOf(row, { voice, logTarget: group?.logTarget }), deliveries };
  return { slip, group: group !== undefined };
}

/** Their group was deleted while they waited. */
async function endAll(run: Run, slips: readonly Slip[]): Promise<void> {
  const ends = slips.map((slip) =>
    endedReport(
      slip,
      { status: "failed", reason: "group_gone", attempts: slip.attempts },
      run.now(),
    ),
  );
  await run.ledger.record({ ...NOTHING, put: ends.flatMap(({ put }) => put ?? []) });
}
