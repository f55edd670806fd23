import { ChatError } from "../domain/chat-adapter.ts";
import type { Notification } from "../domain/notification.ts";
import { targetId } from "../domain/target.ts";
import type { Shown, Tracked } from "../storage/message-tracking.ts";
import type { SendLog } from "../storage/send-logs.ts";
import type { Run } from "./deps.ts";
import {
  failedReport,
  laterReport,
  loggedCode,
  type Report,
  sendLogOf,
  shownReport,
} from "./report.ts";
import { send, type Sent } from "./send.ts";
import { NONCE_WINDOW_MS, settle } from "./settle.ts";
import type { Slip } from "./slip.ts";

/** What is to be shown at one time, and what is known of the message. */
export interface Showing {
  row: Tracked;
  notification: Notification;
  hash: string | undefined;
  /** Of the subject; 0 for a post. */
  revision: number;
  replyTo?: string | undefined;
  /** Since when an earlier post may have arrived unnoticed. */
  unknownSince: number | undefined;
  /** Go on while the subject has news. */
  goOn: boolean;
  /** The chat has moved once already. */
  moved: boolean;
  /** The group was told before that this target is ill. */
  knownIll: boolean;
}

export type Attempt = Settled | { type: "moved"; to: string };

export interface Settled {
  type: "settled";
  report: Report;
  messageId: string | undefined;
  shown: boolean;
}

/** Nobody starts a call that may outlive the lease: it takes 10 s at most, and there may be two. */
const CALL_MS = 25_000;
const TOO_LATE = "too late";

/** One try: a call or two to the platform, and what follows from how they ended. */
export async function attempt(run: Run, slip: Slip, showing: Showing): Promise<Attempt> {
  const adapter = run.adapters[slip.target.platform];
  if (adapter === undefined) throw new Error(`no adapter for ${slip.target.platform}`);
  const startedAt = run.now();
  const { row } = showing;
  const posting = row.messageId === undefined;
  const sent = await run.limit(async () =>
    row.leaseUntil - run.now() < CALL_MS
      ? TOO_LATE
      : await send(adapter, slip, showing.notification, { ...row, replyTo: showing.replyTo }),
  );
  if (sent === TOO_LATE) return tooLate(run.now(), slip, row);
  const durationMs = run.now() - startedAt;
  const doubt = mayBeDouble(slip, showing, sent, { posting, now: run.now() });
  const detail = detailOf(sent, doubt);
  if (sent.error === undefined) {
    const shown = shownOf(slip, showing, sent);
    const report = shownReport(slip, shown, { durationMs, detail, ...refusalOf(sent) });
    return { type: "settled", report, messageId: sent.messageId, shown: true };
  }
  return failed(run, slip, showing, { ...sent, error: sent.error }, { durationMs, detail });
}

/** Why only the plain text is shown, in the platform's words. */
function refusalOf({ refusal }: Sent): Partial<SendLog> {
  if (refusal === undefined) return {};
  return { errorCode: loggedCode(refusal), status: refusal.status };
}

function failed(
  run: Run,
  slip: Slip,
  showing: Showing,
  sent: Sent & { error: ChatError },
  log: { durationMs: number; detail: string | undefined },
): Attempt {
  const { error } = sent;
  const now = run.now();
  const settlement = settle(error, slip.target, {
    attempts: slip.attempts,
    now,
    random: run.random(),
    unknownSince: showing.unknownSince,
  });
  if (settlement.action === "move") {
    if (!showing.moved) return { type: "moved", to: settlement.to };
    return failed(run, slip, showing, { ...sent, error: withoutMove(error) }, log);
  }
  const knownIll =
    showing.knownIll || toldHere(run, slip, settlement.action === "end" && settlement.ill);
  const shown: Shown = {
    ...unchangedOf(slip, showing, sent),
    ambiguous: error.ambiguous || showing.unknownSince !== undefined,
  };
  const report = failedReport(slip, { error, settlement, shown, log, knownIll }, now);
  return { type: "settled", report, messageId: sent.messageId, shown: false };
}

/** Whether an illness was told in this invocation already; from now on it was. */
function toldHere(run: Run, slip: Slip, ill: boolean): boolean {
  if (!ill) return false;
  const key = `${slip.groupId} ${targetId(slip.target)}`;
  const told = run.illHere.has(key);
  run.illHere.add(key);
  return told;
}

/** A chat that moves again at once is unreachable. */
function withoutMove({ status, code }: ChatError): ChatError {
  return new ChatError("ill_target", { status, code });
}

function shownOf(slip: Slip, showing: Omit<Showing, "notification">, sent: Sent): Shown {
  return {
    eventId: showing.row.eventId,
    targetId: targetId(slip.target),
    messageId: sent.messageId,
    generation: sent.generation,
    revision: showing.revision,
    // What was shown plainly is not what would be rendered: the next edit goes out in any case.
    hash: sent.plain ? undefined : showing.hash,
    goOn: showing.goOn,
    ambiguous: false,
  };
}

/** After a failure: what was shown before, of a message that may be gone. */
function unchangedOf(slip: Slip, { row }: Showing, sent: Sent): Shown {
  return {
    eventId: row.eventId,
    targetId: targetId(slip.target),
    messageId: sent.messageId,
    generation: sent.generation,
    revision: row.shownRevision,
    hash: undefined,
    goOn: false,
    ambiguous: false,
  };
}

/** The one exception to "exactly once": nobody knows whether an earlier post arrived. */
function mayBeDouble(
  slip: Slip,
  { unknownSince }: Showing,
  sent: Sent,
  { posting, now }: { posting: boolean; now: number },
): boolean {
  if (unknownSince === undefined || !posting || sent.messageId === undefined) return false;
  return slip.target.platform === "telegram" || now - unknownSince > NONCE_WINDOW_MS;
}

function detailOf(sent: Sent, doubt: boolean): string | undefined {
  const details = [
    ...(doubt ? ["possible_double"] : []),
    ...(sent.plain ? ["refused_content_shown_plainly"] : []),
    ...(sent.anew ? ["posted_anew"] : []),
    ...(sent.error?.ambiguous === true ? ["outcome_unknown"] : []),
  ];
  return details.length > 0 ? details.join(",") : undefined;
}

export function settledWithoutCall(slip: Slip, showing: Omit<Showing, "notification">): Settled {
  const { row } = showing;
  const sent: Sent = {
    messageId: row.messageId,
    generation: row.generation,
    plain: false,
    anew: false,
  };
  const shown = shownOf(slip, showing, sent);
  const logs = [sendLogOf(slip, { ok: true, messageId: row.messageId, detail: "unchanged" })];
  return {
    type: "settled",
    report: { shown: [shown], logs, ...(slip.hasRow ? { drop: [slip.id] } : {}) },
    messageId: row.messageId,
    shown: true,
  };
}

function tooLate(now: number, slip: Slip, row: Tracked): Settled {
  const later = { nextAt: now + 1_000, attempts: slip.attempts, reason: "lease_short" };
  return givenBack(row, laterReport(slip, later));
}

/** The lease is given back with nothing shown. */
export function givenBack(row: Tracked, report: Report): Settled {
  const { eventId, targetId, messageId, generation, shownRevision, shownHash } = row;
  const shown: Shown = {
    eventId,
    targetId,
    messageId,
    generation,
    revision: shownRevision,
    hash: shownHash,
    goOn: false,
    ambiguous: false,
  };
  return { type: "settled", report: { ...report, shown: [shown] }, messageId, shown: false };
}
