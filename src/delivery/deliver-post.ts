import { targetId } from "../domain/target.ts";
import type { Tracked } from "../storage/message-tracking.ts";
import { attempt, givenBack, settledWithoutCall, type Showing } from "./attempt.ts";
import type { Dispatch } from "./dispatch-context.ts";
import { earlierMessage, keepMessage } from "./memory.ts";
import { movedTo } from "./move-chat.ts";
import { recognised } from "./recognised.ts";
import { busyReport, doneReport, type Later, laterReport, type Report } from "./report.ts";
import type { Slip } from "./slip.ts";

interface How {
  replyTo: string | undefined;
  last: boolean;
  moved?: boolean;
  /** Not to be tried now, but then. */
  instead?: Later;
}

/** Shows a message of its own, unless it is shown already. */
export async function deliverPost(context: Dispatch, slip: Slip, how: How): Promise<void> {
  const { run, line, holder } = context;
  const row = rowOfPost(context, slip);
  if (row?.messageId !== undefined) {
    return void (await line.record(doneReport(slip), how.last));
  }
  if (row === undefined || row.holder !== holder || row.leaseUntil <= run.now()) {
    return void (await line.record(busyReport(slip, row?.leaseUntil ?? 0, run.now()), how.last));
  }
  if (how.instead !== undefined) {
    const { report } = givenBack(row, laterReport(slip, how.instead));
    return void (await line.record(report, how.last));
  }
  await showPost(context, slip, row, how);
}

async function showPost(context: Dispatch, slip: Slip, row: Tracked, how: How): Promise<void> {
  const { run, line } = context;
  if (slip.content.type !== "post") return;
  const { earlier, unknownSince } = await earlierMessage(context, slip, row);
  const showing: Showing = {
    row: { ...row, messageId: earlier },
    notification: recognised(slip.content.notification, context.leased.people, slip.target),
    hash: undefined,
    revision: 0,
    replyTo: how.replyTo,
    unknownSince,
    goOn: false,
    moved: how.moved === true,
    knownIll: isKnownIll(context, slip),
  };
  if (earlier !== undefined) {
    return void (await line.record(settledWithoutCall(slip, showing).report, how.last));
  }
  const result = await attempt(run, slip, showing);
  if (result.type === "moved") {
    const moved = await movedTo(context, slip, result.to);
    return await deliverPost(moved.context, moved.slip, {
      ...how,
      replyTo: undefined,
      moved: true,
    });
  }
  const report = withHealth(context, slip, result.shown, result.report);
  const held = await keepMessage(context, slip, result.messageId, () =>
    line.record(report, how.last),
  );
  const stillHeld = held.some(
    (one) => one.eventId === row.eventId && one.targetId === targetId(slip.target),
  );
  if (!stillHeld && result.messageId !== undefined) {
    await line.record({ logs: lostLease(report) }, false);
  }
}

/** A target that works again is no longer ill. */
export function withHealth(context: Dispatch, slip: Slip, shown: boolean, report: Report): Report {
  if (!shown || !isKnownIll(context, slip)) return report;
  return { ...report, well: [{ targetId: targetId(slip.target), groupId: slip.groupId }] };
}

export function isKnownIll({ standing }: Dispatch, slip: Slip): boolean {
  return standing.illnesses.some(
    (one) => one.groupId === slip.groupId && one.targetId === targetId(slip.target),
  );
}

/** Somebody took over while we were showing: they may have shown it too. */
function lostLease(report: Report) {
  return (report.logs ?? []).map((log) => ({ ...log, detail: "possible_double,lease_lost" }));
}

function rowOfPost({ leased }: Dispatch, slip: Slip): Tracked | undefined {
  return leased.tracked.find(
    (row) => row.eventId === slip.eventId && row.targetId === targetId(slip.target),
  );
}
