import type { Notification } from "../domain/notification.ts";
import { targetId } from "../domain/target.ts";
import { describeError } from "../observability/log.ts";
import type { Recorded } from "../storage/deliveries-ledger.ts";
import { LEASE_MS, type Tracked } from "../storage/message-tracking.ts";
import { stateOf, type SubjectRow } from "../storage/subjects.ts";
import {
  attempt,
  type Attempt,
  givenBack,
  type Settled,
  settledWithoutCall,
  type Showing,
} from "./attempt.ts";
import { isKnownIll, withHealth } from "./deliver-post.ts";
import type { Dispatch } from "./dispatch-context.ts";
import { earlierMessage, keepMessage } from "./memory.ts";
import { movedTo } from "./move-chat.ts";
import { recognised } from "./recognised.ts";
import {
  busyReport,
  doneReport,
  endedReport,
  laterReport,
  type Report,
  sendLogOf,
  unsureReport,
} from "./report.ts";
import type { CardSlip } from "./slip.ts";
import { showSummary } from "./summary.ts";

/** A holder edits so often in a row; then the message gets a rest, and others a turn. */
const MOST_EDITS = 5;
const REST_MS = 2_000;

interface How {
  last: boolean;
  moved: boolean;
  /** Platform id of the message it answers, should it have to be posted. */
  replyTo?: string | undefined;
}

/** Shows a subject's newest state, until what is shown is current. Resolves to the message's id. */
export async function deliverCard(
  context: Dispatch,
  slip: CardSlip,
  last: boolean,
  replyTo?: string,
): Promise<string | undefined> {
  return await deliver(context, slip, { last, moved: false, replyTo });
}

async function deliver(context: Dispatch, slip: CardSlip, how: How): Promise<string | undefined> {
  const { run, line, holder } = context;
  const row = rowOfCard(context, slip);
  const subject = subjectOfCard(context, slip);
  if (row === undefined || subject === undefined) {
    await line.record(busyReport(slip, 0, run.now()), how.last);
    return undefined;
  }
  if (row.holder !== holder || row.leaseUntil <= run.now()) {
    await line.record(reportOfOthers(run.now(), slip, row, subject), how.last);
    return row.messageId;
  }
  return await showUntilCurrent(context, slip, { row, subject }, how);
}

/** Somebody else shows it: what was folded is theirs to show. */
function reportOfOthers(now: number, slip: CardSlip, row: Tracked, subject: SubjectRow): Report {
  if (row.shownRevision === subject.revision) {
    const detail = "unchanged";
    return {
      ...doneReport(slip),
      ...(slip.hasRow
        ? {}
        : { logs: [sendLogOf(slip, { ok: true, messageId: row.messageId, detail })] }),
    };
  }
  // A row stays until its card is seen to be current: its holder may yet fail. And there may be no
  // holder: no lease was tried while the place was paused, though the pause is over by now.
  if (slip.hasRow || row.leaseUntil <= now) return busyReport(slip, row.leaseUntil, now);
  return { logs: [sendLogOf(slip, { ok: true, detail: "folded_into_running_edit" })] };
}

async function showUntilCurrent(
  context: Dispatch,
  slip: CardSlip,
  found: { row: Tracked; subject: SubjectRow },
  how: How,
): Promise<string | undefined> {
  const { run } = context;
  let { row, subject } = found;
  for (let edits = 1; ; edits += 1) {
    const shown = await showOnce(
      context,
      slip,
      { row, subject },
      {
        ...how,
        last: how.last && edits === 1,
        rest: edits >= MOST_EDITS,
      },
    );
    if (shown.type === "moved") {
      const moved = await movedTo(context, slip, shown.to);
      const anew = { last: how.last, moved: true };
      return await deliver(moved.context, moved.slip as CardSlip, anew);
    }
    const { next } = shown;
    if (next === undefined || next.leaseUntil === 0 || next.state === undefined) {
      return shown.messageId;
    }
    const { state, revision = subject.revision } = next;
    subject = { ...subject, revision, state: stateOf(state, subject.subjectKey) };
    row = { ...shown.row, leaseUntil: run.now() + LEASE_MS };
  }
}

type Once =
  | { type: "shown"; messageId: string | undefined; next: Recorded | undefined; row: Tracked }
  | { type: "moved"; to: string };

async function showOnce(
  context: Dispatch,
  slip: CardSlip,
  { row, subject }: { row: Tracked; subject: SubjectRow },
  how: How & { rest: boolean },
): Promise<Once> {
  const { run, line } = context;
  const { earlier, unknownSince } = await earlierMessage(context, slip, row);
  const known: Tracked = { ...row, messageId: earlier };
  const rendered = await render(context, slip, subject, known);
  const showing: Omit<Showing, "notification"> = {
    row: known,
    hash: typeof rendered === "string" ? undefined : rendered?.hash,
    revision: subject.revision,
    replyTo: how.replyTo,
    unknownSince,
    goOn: !how.rest,
    moved: how.moved,
    knownIll: isKnownIll(context, slip),
  };
  const result = await resultOf(context, slip, rendered, showing);
  if (result.type === "moved") return result;
  const report = withHealth(
    context,
    slip,
    result.shown,
    withRest(run.now(), slip, result, how.rest),
  );
  const held = await keepMessage(context, slip, result.messageId, () =>
    line.record(report, how.last),
  );
  const next = held.find(
    (one) => one.eventId === row.eventId && one.targetId === targetId(slip.target),
  );
  if (next === undefined) {
    await line.record(unsureReport(slip, row.eventId, slip.target, run.now()), false);
  }
  const [shown] = report.shown ?? [];
  const after: Tracked = {
    ...known,
    messageId: result.messageId,
    generation: shown?.generation ?? known.generation,
    shownHash: shown?.hash,
    shownRevision: shown?.revision ?? known.shownRevision,
    postingSince: undefined,
  };
  return { type: "shown", messageId: result.messageId, next, row: after };
}

/** A call, or the reason why none is needed or possible. */
async function resultOf(
  { run }: Dispatch,
  slip: CardSlip,
  rendered: Rendered,
  showing: Omit<Showing, "notification">,
): Promise<Attempt> {
  const { row } = showing;
  if (typeof rendered === "string") return unrenderable(run.now(), slip, row, rendered);
  if (rendered === undefined) return quietly(slip, showing);
  if (row.messageId !== undefined && rendered.hash === row.shownHash) {
    return settledWithoutCall(slip, showing);
  }
  return await attempt(run, slip, { ...showing, notification: rendered.notification });
}

/** The notification, undefined when there is nothing to tell, or why it could not be made. */
type Rendered = { notification: Notification; hash: string } | undefined | string;

async function render(
  { run, leased }: Dispatch,
  slip: CardSlip,
  subject: SubjectRow,
  row: Tracked,
): Promise<Rendered> {
  const { voice } = slip;
  if (subject.kind === "delivery_summary") {
    const say = run.say(voice.lang);
    const told = row.messageId !== undefined;
    const summary = await showSummary(run.ledger, subject, say, told);
    if (summary === undefined) return undefined;
    return { notification: summary, hash: await run.hashOf(summary, voice) };
  }
  try {
    const shown = run.presenter.show(subject.kind, subject.state, voice);
    const notification = recognised(shown, leased.people, slip.target);
    return { notification, hash: await run.hashOf(notification, voice) };
  } catch (error) {
    return describeError(error);
  }
}

/** Its state is as good as shown: there is nothing to tell. */
function quietly(slip: CardSlip, showing: Omit<Showing, "notification">): Settled {
  const settled = settledWithoutCall(slip, showing);
  const { logs: _, ...report } = settled.report;
  return { ...settled, report };
}

function unrenderable(now: number, slip: CardSlip, row: Tracked, why: string): Settled {
  const reason = `render_failed: ${why}`.slice(0, 300);
  const ended = endedReport(slip, { status: "failed", reason, attempts: slip.attempts + 1 }, now);
  const logs = [sendLogOf(slip, { ok: false, error: "render_failed", detail: why })];
  return givenBack(row, { ...ended, logs });
}

/** A card that changes all the time is left to the outbox, which shows its newest state soon. */
function withRest(now: number, slip: CardSlip, result: Settled, rest: boolean): Report {
  if (!rest || !result.shown) return result.report;
  const later = { nextAt: now + REST_MS, attempts: slip.attempts, reason: "coalesced" };
  const { drop: _, ...report } = result.report;
  return { ...report, put: [...(report.put ?? []), ...(laterReport(slip, later).put ?? [])] };
}

/** The row of a card, as it was after the lease was tried. */
export function rowOfCard({ leased }: Dispatch, slip: CardSlip): Tracked | undefined {
  return leased.tracked.find(
    (row) =>
      row.subjectKey === slip.content.subjectKey &&
      row.groupId === slip.groupId &&
      row.targetId === targetId(slip.target),
  );
}

function subjectOfCard({ leased }: Dispatch, slip: CardSlip): SubjectRow | undefined {
  return leased.subjects.find(
    (row) => row.subjectKey === slip.content.subjectKey && row.groupId === slip.groupId,
  );
}
