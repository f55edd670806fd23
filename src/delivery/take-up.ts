import type { Configuration, Matches, Refusal } from "../domain/matching.ts";
import { logWarning, withLogEvent } from "../observability/log.ts";
import { deliveryStateKey } from "../storage/deliveries-keys.ts";
import type { Ledger } from "../storage/deliveries-ledger.ts";
import { DEAD_MS, type Scheduled } from "../storage/outbox.ts";
import { eventRowId } from "../storage/outbox-rows.ts";
import { NOTHING } from "../storage/deliveries-ledger-record.ts";
import type { SendLog } from "../storage/send-logs.ts";
import { asBegun } from "./as-begun.ts";
import type { Run } from "./deps.ts";
import { dispatch } from "./dispatch.ts";
import { logFactsOf, type Plan } from "./plan.ts";
import { matchesOf, type PlanAhead, planAhead, planned } from "./plan-ahead.ts";
import { keepBody } from "./keep-body.ts";
import { type Accepted, type ReadEvent, readEvent } from "./read-event.ts";
import { RETRY_DELAYS_MS } from "./settle.ts";
import type { Slip } from "./slip.ts";

type Opened = Awaited<ReturnType<Ledger["open"]>>;

interface Opening {
  opened: Opened;
  configuration: Configuration;
  ahead: PlanAhead | undefined;
}

/** How taking up one event ended. */
export type TakenUp =
  /** All of it is shown, waits in the outbox, or ended with a reason. */
  | { done: true; scheduled: readonly Scheduled[] }
  /** It is to be taken up again. */
  | { done: false; error: unknown };

/** Takes up events of one queue batch: one round trip to read what they need, then each by itself. */
export async function takeUp(run: Run, events: readonly Accepted[]): Promise<TakenUp[]> {
  if (events.length === 0) return [];
  const results = await Promise.all(events.map((accepted) => readEvent(run, accepted)));
  const read = results.flatMap((result) => (result.type === "read" ? [result.read] : []));
  const opening = open(run, read);
  return await Promise.all(
    results.map((result, index) => {
      const accepted = events[index];
      if (accepted === undefined) throw new Error("an event without a result");
      if (result.type === "unreadable") return guarded(() => bury(run, accepted, result.reason));
      const work =
        result.type === "read"
          ? () => handle(run, result.read, opening)
          : () => Promise.reject(result.error);
      return guarded(work, () => giveBack(run, accepted));
    }),
  );
}

async function open(run: Run, read: readonly ReadEvent[]): Promise<Opening | { error: unknown }> {
  const [only, ...others] = read;
  const ahead = only === undefined || others.length > 0 ? undefined : planAhead(run, only);
  try {
    const opened = await run.ledger.open({
      stateKeys: [...new Set(read.map(({ stateKey }) => stateKey))],
      subjectKeys: [
        ...new Set(read.flatMap(({ reading }) => reading.news.map(({ subject }) => subject.key))),
      ],
      ahead: ahead?.lease,
    });
    return { opened, configuration: await run.configurations.at(opened.revision), ahead };
  } catch (error) {
    return { error };
  }
}

async function handle(
  run: Run,
  read: ReadEvent,
  opening: ReturnType<typeof open>,
): Promise<readonly Scheduled[]> {
  return await withLogEvent("delivery", async (log) => {
    log.set({ delivery: read.stateKey, kind: read.reading.facts.event });
    const result = await opening;
    if ("error" in result) throw result.error;
    const { opened, configuration, ahead } = result;
    const holds = ahead !== undefined && opened.leased !== undefined;
    const matches = holds ? ahead.matches : await matchesNow(run, read, opened, configuration);
    const plan = holds ? ahead.plan : planned(run, read, opened, matches);
    if (typeof plan === "string") {
      log.set({ outcome: "dead", reason: plan });
      return await bury(run, read, plan);
    }
    const lines = withRows(plan.lines, read, opened, run.now());
    const { scheduled, states } = await dispatch(run, {
      lines,
      late: plan.late,
      folds: plan.folds,
      askKv: !opened.known.includes(read.stateKey),
      subjects: opened.subjects,
      standing: opened,
      ...(ahead && { ahead: { ...ahead.lease, at: ahead.at, leased: opened.leased } }),
      ending: {
        finished: [read.stateKey],
        drop: read.row === undefined ? endedRow(read, opened) : [read.row.id],
      },
      logs: notesOf(read, matches, plan),
    });
    if ("parked" in read.job) await run.payloads.remove(read.job.parked);
    const state = states[read.stateKey];
    log.set({ outcome: "settled", state, targets: lines.length, waiting: scheduled.length });
    return scheduled;
  });
}

async function matchesNow(
  run: Run,
  read: ReadEvent,
  opened: Opened,
  configuration: Configuration,
): Promise<Matches> {
  const matches = matchesOf(run, read, configuration);
  return { ...matches, wanted: await asBegun(run, read, opened, configuration, matches.wanted) };
}

/** A slip whose row waits for its time is left to it; one whose row ended is tried anew. */
function withRows(
  lines: readonly Slip[][],
  { stateKey }: ReadEvent,
  { waiting }: Opened,
  now: number,
): Slip[][] {
  const rows = waiting.filter(({ deliveryKey }) => deliveryKey === stateKey);
  const rowOf = (slip: Slip) => rows.find(({ id }) => id === slip.id);
  return lines
    .map((slips) =>
      slips
        .filter((slip) => {
          const row = rowOf(slip);
          // A card's row must not keep later news from being folded and shown.
          const isOnItsWay = row?.status === "due" && row.nextAt > now;
          return !isOnItsWay || slip.content.type === "card";
        })
        .map((slip) => (rowOf(slip) === undefined ? slip : { ...slip, hasRow: true })),
    )
    .filter((slips) => slips.length > 0);
}

/** A dead letter of the same event is answered by this run. */
function endedRow({ stateKey }: ReadEvent, { waiting }: Opened): string[] {
  const id = eventRowId(stateKey);
  return waiting.some((row) => row.id === id) ? [id] : [];
}

const LONGEST_DETAIL = 2_000;

/** Why the event, or a part of it, reaches nobody. */
function notesOf(read: ReadEvent, { wanted, refusals }: Matches, plan: Plan): SendLog[] {
  const base = { ...logFactsOf(read.event, read.reading), ok: false };
  const skipped = plan.skipped.map((skip) => ({
    ...base,
    groupId: skip.groupId,
    routeId: skip.routeId,
    target: skip.targetId,
    error: "skipped",
    detail: skip.reason,
  }));
  const hearing = new Set(wanted.map(({ group }) => group.id));
  const silent = refusals.filter(({ groupId, closed }) => !closed && !hearing.has(groupId));
  if (silent.length === 0 && wanted.length > 0) return skipped;
  const [only, ...others] = new Set(silent.map(({ groupId }) => groupId));
  return [
    ...skipped,
    {
      ...base,
      // One row, however many groups: who shows it to people of one shows its refusals alone.
      groupId: others.length === 0 ? only : undefined,
      error: "reached_nobody",
      detail: fitting(silent.length === 0 ? refusals : silent),
    },
  ];
}

/** As many as fit, whole: some of each group before many of one. */
function fitting(refusals: readonly Refusal[]): string {
  const counts = new Map<string, number>();
  const ranked = refusals.map((refusal) => {
    const rank = counts.get(refusal.groupId) ?? 0;
    counts.set(refusal.groupId, rank + 1);
    return { text: JSON.stringify(refusal), rank };
  });
  let length = 2;
  const kept = ranked
    .toSorted((a, b) => a.rank - b.rank)
    .filter(({ text }) => (length += text.length + 1) <= LONGEST_DETAIL);
  return `[${kept.map(({ text }) => text).join(",")}]`;
}

/** An event that nobody can read or tell: kept for a replay by a newer version. */
export async function bury(
  run: Run,
  { job }: Accepted,
  reason: string,
): Promise<readonly Scheduled[]> {
  const { envelope } = job;
  const log = { event: envelope.event, deliveryId: envelope.deliveryId, ok: false };
  await run.outbox.bury(job, reason);
  // The rest of it may quote the body.
  const [kind] = reason.split(":", 1);
  logWarning("delivery.buried", {
    delivery: deliveryStateKey(envelope),
    state: "dead",
    reason: kind,
  });
  await keepBody(run, job);
  const logs = [{ ...log, error: "unreadable", detail: reason }];
  await run.ledger.record({ ...NOTHING, logs });
  return [];
}

/** The event's row in the outbox, if it has one, is due again later, or gives up. */
async function giveBack(run: Run, { row }: Accepted): Promise<readonly Scheduled[]> {
  if (row === undefined) return [];
  await keepBody(run, row.job);
  const now = run.now();
  const delay = RETRY_DELAYS_MS[row.attempts - 1];
  const next = {
    ...row,
    reason: "not_taken_up",
    ...(delay === undefined
      ? ({ status: "dead", nextAt: now + DEAD_MS } as const)
      : ({ status: "due", nextAt: now + delay } as const)),
  };
  const put = [{ row: next, deliveries: [], settles: true }];
  const { scheduled } = await run.ledger.record({ ...NOTHING, put });
  return scheduled;
}

async function guarded(
  work: () => Promise<readonly Scheduled[]>,
  otherwise?: () => Promise<readonly Scheduled[]>,
): Promise<TakenUp> {
  try {
    return { done: true, scheduled: await work() };
  } catch (error) {
    // A row that cannot be given back is due again anyway, when its claim is over.
    await otherwise?.().catch(() => []);
    return { done: false, error };
  }
}
