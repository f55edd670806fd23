import type { ChatError } from "../domain/chat-adapter.ts";
import { placeOf, type Target, targetId } from "../domain/target.ts";
import type { LedgerEntry } from "../storage/deliveries-ledger-record.ts";
import { LEASE_MS, type Shown } from "../storage/message-tracking.ts";
import { DEAD_MS, type OutboxEntry } from "../storage/outbox.ts";
import type { SendLog } from "../storage/send-logs.ts";
import type { Settlement } from "./settle.ts";
import { spacingOf } from "./settle.ts";
import { rowOf, type Slip } from "./slip.ts";
import { summaryOf, summarySlip } from "./summary.ts";

/** What one slip adds to the ledger; many of them are written together. */
export type Report = Partial<Omit<LedgerEntry, "holder" | "finished">>;

/** A later try, in the outbox. */
export interface Later {
  nextAt: number;
  attempts: number;
  reason: string;
  /** Queues up behind what waits for the same place. */
  lane?: number;
}

export function sendLogOf(slip: Slip, log: Pick<SendLog, "ok"> & Partial<SendLog>): SendLog {
  return {
    ...slip.log,
    routeId: slip.routeId,
    groupId: slip.groupId,
    platform: slip.target.platform,
    target: targetId(slip.target),
    attempts: slip.attempts + 1,
    ...log,
  };
}

/** It was shown. */
export function shownReport(slip: Slip, shown: Shown, log: Partial<SendLog>): Report {
  return {
    shown: [shown],
    logs: [sendLogOf(slip, { ok: true, messageId: shown.messageId, ...log })],
    ...doneReport(slip),
  };
}

/** Nothing (more) to do for it: its row goes. */
export function doneReport(slip: Slip): Report {
  return slip.hasRow ? { drop: [slip.id] } : {};
}

/** It waits in the outbox. */
export function laterReport(slip: Slip, later: Later): Report {
  return { put: [entryOf(slip, { ...later, status: "due" }, later.lane)] };
}

/** It ended badly; its row can be replayed for a week. */
export function endedReport(
  slip: Slip,
  end: { status: "failed" | "dead"; reason: string; attempts: number },
  now: number,
): Report {
  return { put: [entryOf(slip, { ...end, nextAt: now + DEAD_MS })] };
}

/** What a failed try leaves: the outbox row, the log, what is now known of place and target. */
export function failedReport(
  slip: Slip,
  failure: {
    error: ChatError;
    settlement: Exclude<Settlement, { action: "move" }>;
    shown: Shown;
    log: Partial<SendLog>;
    /** The group knows already that this target is ill. */
    knownIll: boolean;
  },
  now: number,
): Report {
  const { error, settlement, shown, log, knownIll } = failure;
  const reason = `${error.kind}: ${error.code}`.slice(0, 300);
  const base: Report = {
    shown: [shown],
    logs: [
      sendLogOf(slip, {
        ok: false,
        error: error.kind,
        errorCode: loggedCode(error),
        status: error.status,
        ...log,
      }),
    ],
  };
  if (settlement.action === "retry") {
    const { nextAt, attempts, pause } = settlement;
    const later = laterReport(slip, { nextAt, attempts, reason });
    if (pause === undefined) return { ...base, ...withSummary(slip, later, now) };
    return { ...base, ...later, pauses: [{ ...pause, reason: error.kind }] };
  }
  const attempts = slip.attempts + 1;
  const ended = endedReport(slip, { status: settlement.status, reason, attempts }, now);
  const ill = settlement.ill
    ? { ill: [{ targetId: targetId(slip.target), groupId: slip.groupId, reason }] }
    : {};
  return { ...base, ...ill, ...(knownIll ? ended : withSummary(slip, ended, now)) };
}

/** The platform's own words about a refusal, as the log keeps them. */
export function loggedCode({ code }: ChatError): string {
  return code.slice(0, 200);
}

/** Somebody else holds it: looked at again when their lease is over. */
export function busyReport(slip: Slip, leaseUntil: number, now: number): Report {
  const nextAt = Math.max(leaseUntil, now) + 1000;
  return laterReport(slip, { nextAt, attempts: slip.attempts, reason: "busy" });
}

/** The lease was lost while a message was edited: what it shows now, nobody knows. */
export function unsureReport(slip: Slip, eventId: string, target: Target, now: number): Report {
  return {
    unsure: [{ eventId, targetId: targetId(target) }],
    ...laterReport(slip, {
      nextAt: now + LEASE_MS + 1000,
      attempts: slip.attempts,
      reason: "lease_lost",
    }),
  };
}

/** Edits of many deliveries may have collapsed into one row; so many of their summaries are kept up. */
const MOST_SUMMARIES = 3;
/** Failures of one moment are told together. */
const SUMMARY_AFTER_MS = 2_000;

/** Adds the group's summary: touched, and shown by a row of its own, so that it holds up nothing. */
function withSummary(slip: Slip, report: Report, now: number): Report {
  const { logTarget } = slip;
  if (logTarget === undefined) return report;
  const stateKeys = slip.deliveries.slice(0, MOST_SUMMARIES);
  const rows = stateKeys.map((stateKey) =>
    entryOf(summarySlip(slip, stateKey, logTarget), {
      nextAt: now + SUMMARY_AFTER_MS,
      attempts: 0,
      reason: "summary",
      status: "due",
    }),
  );
  return {
    ...report,
    touched: stateKeys.map((stateKey) => summaryOf(slip, stateKey)),
    put: [...(report.put ?? []), ...rows],
  };
}

function entryOf(slip: Slip, end: Parameters<typeof rowOf>[1], lane?: number): OutboxEntry {
  return {
    row: rowOf(slip, end),
    deliveries: slip.deliveries,
    settles: slip.hasRow,
    ...(lane === undefined ? {} : { lane }),
  };
}

export function laneOf(slip: Slip): number {
  return spacingOf(slip.target);
}

export function isPaused(
  slip: Slip,
  pauses: readonly { place: string; until: number; reason: string }[],
): { until: number; reason: string } | undefined {
  const places = [placeOf(slip.target), slip.target.platform as string];
  return pauses
    .filter(({ place }) => places.includes(place))
    .reduce<{ until: number; reason: string } | undefined>(
      (latest, pause) => (latest === undefined || pause.until > latest.until ? pause : latest),
      undefined,
    );
}
