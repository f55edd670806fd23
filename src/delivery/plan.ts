import type { Wanted } from "../domain/matching.ts";
import type { Presenter, Reading } from "../domain/reading.ts";
import type { SubjectNews } from "../domain/subject.ts";
import { targetId } from "../domain/target.ts";
import type { Voice } from "../domain/voice.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import type { LogFacts } from "../storage/outbox-rows.ts";
import { cardId, postId, type Slip, type SlipContent } from "./slip.ts";

/** What one event asks for: folds for each group, and lines of slips, each line for one target. */
export interface Plan {
  folds: { groupId: string; news: SubjectNews }[];
  /** The slips of a line are shown one after the other: a card, then the reply to it. */
  lines: Slip[][];
  /** Cards that did not stand when it was planned: should one stand by the time of the fold, it is kept up. */
  late: Slip[];
  /** Targets that wanted the event and get nothing, with the reason. */
  skipped: { groupId: string; routeId: string; targetId: string; reason: string }[];
}

interface Context {
  event: WebhookEvent;
  reading: Reading;
  presenter: Presenter;
  voiceOf: (group: Wanted["group"]) => Voice;
  /** Whether a subject's message stands (or is being posted) in a group's target. */
  hasCard: (groupId: string, subjectKey: string, target: string) => boolean;
  stateKey: string;
}

/** Pure, as far as the presenter is. */
export function planEvent(wanted: readonly Wanted[], context: Context): Plan {
  const plan: Plan = { folds: [], lines: [], late: [], skipped: [] };
  for (const one of wanted) {
    const { group, route, target } = one;
    const lines = linesFor(one, context);
    if (typeof lines === "string") {
      const skip = { groupId: group.id, routeId: route.id, targetId: targetId(target) };
      plan.skipped.push({ ...skip, reason: lines });
    } else {
      plan.lines.push(...lines);
    }
    plan.late.push(...lateCards(one, context));
  }
  const folding = new Set(
    wanted.filter(({ route }) => route.style !== "plain").map(({ group }) => group.id),
  );
  for (const groupId of folding) {
    plan.folds.push(...context.reading.news.map((news) => ({ groupId, news })));
  }
  return plan;
}

/** The lines for one target, or why there are none. */
function linesFor(wanted: Wanted, context: Context): Slip[][] | string {
  const { reading } = context;
  if (wanted.route.style === "plain" || reading.news.length === 0) {
    return reading.quiet ?? [[postSlip(wanted, context)]];
  }
  const subjects = subjectsToShow(wanted, context);
  if (subjects.length === 0) return "its subject has no message here";
  const [first, ...others] = subjects.map((news) => cardSlip(wanted, news, context));
  if (first === undefined) return "its subject has no message here";
  const line: Slip[] = [first];
  if (reading.attention) line.push(replySlip(wanted, first, context));
  return [line, ...others.map((slip) => [slip])];
}

/** Every message that stands is kept up; where none does, the first news that may post is shown. */
function subjectsToShow(
  { group, target }: Wanted,
  { reading, hasCard }: Context,
): readonly SubjectNews[] {
  const standing = reading.news.filter(({ subject }) =>
    hasCard(group.id, subject.key, targetId(target)),
  );
  if (standing.length > 0) return standing;
  return reading.news.filter(({ onlyWhereShown }) => onlyWhereShown !== true).slice(0, 1);
}

/** The cards of all other news: of a run whose own message may be on its way just now. */
function lateCards(wanted: Wanted, context: Context): Slip[] {
  if (wanted.route.style === "plain") return [];
  const shown = subjectsToShow(wanted, context);
  return context.reading.news
    .filter((news) => !shown.includes(news))
    .map((news) => cardSlip(wanted, news, context));
}

function cardSlip(wanted: Wanted, { subject }: SubjectNews, context: Context): Slip {
  const { group, route, target } = wanted;
  return slip(wanted, context, {
    id: cardId(group.id, subject.key, target),
    eventId: `${group.id}:${route.id}:${subject.key}`,
    content: { type: "card", subjectKey: subject.key, kind: subject.kind },
  });
}

function postSlip(wanted: Wanted, context: Context): Slip {
  const { event, presenter } = context;
  const notification = presenter.announce(event, context.voiceOf(wanted.group), "post");
  return ownSlip(wanted, context, { type: "post", notification });
}

function replySlip(wanted: Wanted, card: Slip, context: Context): Slip {
  const { event, presenter } = context;
  const notification = presenter.announce(event, context.voiceOf(wanted.group), "reply");
  const replyTo = card.content.type === "card" ? card.content.subjectKey : undefined;
  return ownSlip(wanted, context, {
    type: "post",
    notification,
    ...(replyTo === undefined ? {} : { replyTo }),
  });
}

function ownSlip(wanted: Wanted, context: Context, content: SlipContent): Slip {
  const { group, route, target } = wanted;
  const eventId = `${group.id}:${route.id}:${context.event.deliveryId}`;
  return slip(wanted, context, { id: postId(eventId, target), eventId, content });
}

function slip(
  { group, route, target }: Wanted,
  { event, reading, voiceOf, stateKey }: Context,
  own: Pick<Slip, "id" | "eventId" | "content">,
): Slip {
  return {
    ...own,
    groupId: group.id,
    routeId: route.id,
    target,
    voice: voiceOf(group),
    roleIds: target.platform === "discord" ? (route.discordRoleIds ?? []) : [],
    log: logFactsOf(event, reading),
    attempts: 0,
    hasRow: false,
    deliveries: [stateKey],
    ...(group.logTarget === undefined ? {} : { logTarget: group.logTarget }),
  };
}

export function logFactsOf(event: WebhookEvent, { facts }: Reading): LogFacts {
  return {
    event: facts.event,
    action: facts.action,
    repo: facts.repo?.fullName,
    actor: facts.actor,
    deliveryId: event.deliveryId,
  };
}
