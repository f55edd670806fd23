import { targetId } from "../domain/target.ts";
import type { Leased, Standing } from "../storage/deliveries-ledger.ts";
import type { Scheduled } from "../storage/outbox.ts";
import type { SendLog } from "../storage/send-logs.ts";
import type { SubjectRow } from "../storage/subjects.ts";
import { givenBack } from "./attempt.ts";
import { deliverCard, rowOfCard } from "./deliver-card.ts";
import { deliverPost } from "./deliver-post.ts";
import type { Run } from "./deps.ts";
import type { Dispatch } from "./dispatch-context.ts";
import { foldAndLease, type GroupNews } from "./fold-and-lease.ts";
import { createRecorder, type Line } from "./recorder.ts";
import { endedReport, isPaused, laneOf, laterReport, type Report, sendLogOf } from "./report.ts";
import { answeredCard, isCard, peopleOf, type Slip, thingOf } from "./slip.ts";

/** What is to be shown, and what is known of the world. */
export interface Order {
  /** The slips of a line go one after the other, the lines side by side. */
  lines: readonly (readonly Slip[])[];
  /** Cards to be kept up if they stand by the time of the fold. */
  late: readonly Slip[];
  folds: readonly GroupNews[];
  /** The event was accepted while D1 could not serve, and may have been shown then. */
  askKv: boolean;
  subjects: readonly SubjectRow[];
  standing: Pick<Standing, "pauses" | "illnesses">;
  /** Leases that were tried already; `leased` where all of them are held. */
  ahead?: { holder: string; at: number; leased: Leased | undefined };
  /** Deliveries (keys of `delivery_state`) and outbox rows that end with this. */
  ending: { finished: readonly string[]; drop: readonly string[] };
  /** Log entries about what is not shown. */
  logs: readonly SendLog[];
}

export interface Dispatched {
  scheduled: readonly Scheduled[];
  /** The new states of deliveries, by their keys of `delivery_state`. */
  states: Readonly<Record<string, string>>;
}

/** Platforms that are not set up are looked at again after this. */
const NOT_CONFIGURED_MS = 600_000;
/** A reply waits so long for the message it answers. */
const CARD_FIRST_MS = 10_000;

/** Folds, leases, shows and records. No target's failure reaches another; throws when D1 does not hold. */
export async function dispatch(run: Run, order: Order): Promise<Dispatched> {
  const { holder = crypto.randomUUID(), at: leasedAt = run.now() } = order.ahead ?? {};
  const first = order.ahead?.leased ?? (await foldAndLease(run, leasesOf(run, order, holder)));
  const { leased, late } = await withLateCards(run, order, holder, first);
  const { ending } = order;
  const recorder = createRecorder({ ledger: run.ledger, holder, ending, sleep: run.sleep });
  const context = { run, holder, leasedAt, leased, standing: order.standing, askKv: order.askKv };
  const lines = [...order.lines, ...late.map((slip) => [slip])].map(
    (slips) => (line: Line) => deliverLine({ ...context, line }, slips),
  );
  const notes = async (line: Line) => void (await line.record({ logs: order.logs }, true));
  await recorder.run(order.logs.length > 0 ? [...lines, notes] : lines);
  return { scheduled: recorder.scheduled(), states: recorder.states() };
}

/** What is stored and leased before anything is shown. */
function leasesOf(run: Run, order: Order, holder: string): Parameters<typeof foldAndLease>[1] {
  const { folds, subjects, standing } = order;
  const slips = order.lines.flat();
  return {
    holder,
    folds,
    subjects,
    things: slips.map((slip) => ({
      ...thingOf(slip),
      held: reasonToWait(run, slip, standing) === undefined,
    })),
    peeks: [...slips.flatMap((slip) => answeredCard(slip) ?? []), ...order.late.map(thingOf)],
    people: peopleOf(slips),
  };
}

/** Leases the cards that came to stand while the event was on its way here. */
async function withLateCards(
  run: Run,
  order: Order,
  holder: string,
  leased: Leased,
): Promise<{ leased: Leased; late: readonly Slip[] }> {
  const late = order.late.filter((slip) => isBehind(leased, slip));
  if (late.length === 0) return { leased, late };
  const things = late.map((slip) => ({
    ...thingOf(slip),
    held: reasonToWait(run, slip, order.standing) === undefined,
  }));
  const more = await run.ledger.lease({ holder, folds: [], things, peeks: [] });
  const { tracked, subjects, people } = leased;
  return {
    late,
    leased: {
      conflicts: [],
      tracked: [...more.tracked, ...tracked],
      subjects: [...more.subjects, ...subjects],
      people: [...more.people, ...people],
    },
  };
}

/** Its message stands, and shows something else than the subject's newest state. */
function isBehind({ tracked, subjects }: Leased, slip: Slip): boolean {
  if (!isCard(slip)) return false;
  const { subjectKey } = slip.content;
  const row = tracked.find(
    (one) =>
      one.subjectKey === subjectKey &&
      one.groupId === slip.groupId &&
      one.targetId === targetId(slip.target),
  );
  const subject = subjects.find(
    (one) => one.subjectKey === subjectKey && one.groupId === slip.groupId,
  );
  return row !== undefined && row.shownRevision !== subject?.revision;
}

async function deliverLine(context: Dispatch, slips: readonly Slip[]): Promise<void> {
  let answered: string | undefined;
  for (const [index, slip] of slips.entries()) {
    const last = index === slips.length - 1;
    const waits = reasonToWait(context.run, slip, context.standing);
    if (waits !== undefined) {
      await context.line.record(waits, last);
    } else if (isCard(slip) && slip.content.replyTo === undefined) {
      answered = await deliverCard(context, slip, last);
    } else {
      await deliverReply(context, slip, answered, last);
    }
  }
}

/** A post, or a reply as soon as the message it answers is known. */
async function deliverReply(
  context: Dispatch,
  slip: Slip,
  answered: string | undefined,
  last: boolean,
): Promise<void> {
  const card = answered ?? standingCard(context, slip);
  const later = {
    nextAt: context.run.now() + CARD_FIRST_MS,
    attempts: slip.attempts,
    reason: "card_first",
  };
  const waits = answeredCard(slip) !== undefined && card === undefined && !slip.hasRow;
  if (!isCard(slip)) {
    const instead = waits ? { instead: later } : {};
    return await deliverPost(context, slip, { replyTo: card, last, ...instead });
  }
  const row = rowOfCard(context, slip);
  if (waits && row?.holder === context.holder && row.messageId === undefined) {
    const { report } = givenBack(row, laterReport(slip, later));
    return void (await context.line.record(report, last));
  }
  await deliverCard(context, slip, last, card);
}

function standingCard({ leased }: Dispatch, slip: Slip): string | undefined {
  const card = answeredCard(slip);
  if (card === undefined) return undefined;
  return leased.tracked.find(
    ({ subjectKey, groupId, targetId: target }) =>
      subjectKey === card.subjectKey &&
      groupId === slip.groupId &&
      target === targetId(slip.target),
  )?.messageId;
}

/** Why a slip is not even tried now, as what is written about it. */
function reasonToWait(run: Run, slip: Slip, standing: Order["standing"]): Report | undefined {
  const now = run.now();
  const { attempts } = slip;
  if (run.adapters[slip.target.platform] === undefined) {
    return laterReport(slip, {
      nextAt: now + NOT_CONFIGURED_MS,
      attempts,
      reason: "not_configured",
    });
  }
  const pause = isPaused(
    slip,
    standing.pauses.filter(({ until }) => until > now),
  );
  if (pause !== undefined) {
    const later = { nextAt: pause.until, attempts, reason: pause.reason };
    return laterReport(slip, { ...later, lane: laneOf(slip) });
  }
  const illness = standing.illnesses.find(
    (one) => one.groupId === slip.groupId && one.targetId === targetId(slip.target),
  );
  if (illness === undefined || illness.checkAt <= now) return undefined;
  const log = sendLogOf(slip, { ok: false, error: "ill_target", detail: "skipped", attempts });
  const ended = { status: "failed", reason: illness.reason, attempts } as const;
  return { ...endedReport(slip, ended, now), logs: [log] };
}
