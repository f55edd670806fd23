import { type FailureReason, failureReasonOf } from "../domain/failure-reason.ts";
import type { Field, Notification } from "../domain/notification.ts";
import { valueOf } from "../domain/fold.ts";
import type { SubjectState } from "../domain/subject.ts";
import type { Target } from "../domain/target.ts";
import type { Span } from "../domain/text.ts";
import type { Ledger } from "../storage/deliveries-ledger.ts";
import type { Failure } from "../storage/outbox.ts";
import type { LogFacts } from "../storage/outbox-rows.ts";
import type { Fold } from "../storage/subjects.ts";
import { deliveryIdIn } from "../storage/deliveries-keys.ts";
import { deliveriesToldBy, summaryKey } from "../storage/summaries.ts";
import { cardId, type Slip } from "./slip.ts";

/** Says one of the summary's sentences in one language. A translator of the catalogues is one. */
export type Say = (
  key:
    | `delivery.reason.${FailureReason}`
    | "delivery.summary.failing"
    | "delivery.summary.settled"
    | "delivery.summary.lost"
    | "delivery.summary.event"
    | "delivery.summary.repository"
    | "delivery.summary.delivery"
    | "delivery.summary.next_try"
    | "delivery.summary.gave_up",
) => string;

/**
 * The summary of what failed for an event is a subject of its own: its state is what the outbox
 * still holds, so that touching it is enough to have it edited.
 */
export function summaryOf(slip: Slip, stateKey: string): Omit<Fold, "expected"> {
  return {
    subjectKey: summaryKey(stateKey),
    groupId: slip.groupId,
    kind: "delivery_summary",
    state: factsAsState(factsOf(slip.log, stateKey)),
  };
}

/** What shows (or edits) the summary in the group's log channel. */
export function summarySlip(slip: Slip, stateKey: string, logTarget: Target): Slip {
  const subjectKey = summaryKey(stateKey);
  const { logTarget: _, ...rest } = slip;
  return {
    ...rest,
    id: cardId(slip.groupId, subjectKey, logTarget),
    eventId: `${slip.groupId}:${slip.routeId}:${subjectKey}`,
    target: logTarget,
    roleIds: [],
    content: { type: "card", subjectKey, kind: "delivery_summary" },
    attempts: 0,
    hasRow: false,
    deliveries: [],
  };
}

/** The summary as it is now; undefined when there is nothing left to tell and nothing was told. */
export async function showSummary(
  ledger: Ledger,
  subject: { subjectKey: string; groupId: string; state: SubjectState },
  say: Say,
  toldBefore: boolean,
): Promise<Notification | undefined> {
  const { subjectKey, groupId } = subject;
  const failures = await ledger.failures(deliveriesToldBy(subjectKey, groupId), groupId);
  if (failures.length === 0 && !toldBefore) return undefined;
  return summaryNotification(subject.state, failures, say);
}

export function summaryNotification(
  state: SubjectState,
  failures: readonly Failure[],
  say: Say,
): Notification {
  const waiting = failures.some(({ status }) => status === "due");
  const lost = failures.length > 0 && !waiting;
  return {
    tone: failures.length === 0 ? "success" : lost ? "failure" : "warning",
    headline: [say(`delivery.summary.${stateWord(failures.length, lost)}`)],
    fields: [...factFields(state, say), ...failures.map((failure) => failureField(failure, say))],
  };
}

function stateWord(count: number, lost: boolean): "settled" | "lost" | "failing" {
  if (count === 0) return "settled";
  return lost ? "lost" : "failing";
}

function factFields(state: SubjectState, say: Say): Field[] {
  const facts = [
    { name: say("delivery.summary.event"), value: valueOf(state, "event") },
    { name: say("delivery.summary.repository"), value: valueOf(state, "repo") },
    { name: say("delivery.summary.delivery"), value: valueOf(state, "deliveryId") },
  ];
  return facts.flatMap(({ name, value }) =>
    typeof value === "string" ? [{ name, value: [{ text: value, code: true }], inline: true }] : [],
  );
}

function failureField(failure: Failure, say: Say): Field {
  const then: Span[] =
    failure.status === "due"
      ? [`${say("delivery.summary.next_try")} `, { at: failure.nextAt, style: "relative" }]
      : asCode(say("delivery.summary.gave_up"), "/gh retry");
  const value: Span[] = [say(`delivery.reason.${failureReasonOf(failure.reason)}`), " · ", ...then];
  return { name: failure.title ?? failure.targetId, value };
}

/** What can be typed stands as code: there Telegram leaves it as it is, and it can be copied. */
function asCode(text: string, typed: string): Span[] {
  const [before = "", ...after] = text.split(typed);
  return [before, ...after.flatMap((rest) => [{ text: typed, code: true }, rest])];
}

/** Edits of several events share an outbox row, which speaks of one of them. */
function factsOf({ event, repo, deliveryId }: LogFacts, stateKey: string) {
  const id = deliveryIdIn(stateKey);
  return { event: id === deliveryId ? event : undefined, repo, deliveryId: id };
}

function factsAsState(facts: Readonly<Record<string, string | undefined>>): SubjectState {
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, { kind: "value", version: [0, 0, 0], value }] as const],
    ),
  );
}
