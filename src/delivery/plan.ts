import type { Wanted } from "../domain/matching.ts";
import type { Presenter, Reading } from "../domain/reading.ts";
import type { SubjectNews } from "../domain/subject.ts";
import { targetId } from "../domain/target.ts";
import type { Voice } from "../domain/voice.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import type { LogFacts } from "../storage/outbox-rows.ts";
import { namesEvent } from "./names-event.ts";
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
  /** The subjects that tell of this one in a group, as they are noted. */
  tellersOf: (groupId: string, news: SubjectNews) => readonly string[];
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
  const byItself = () => silence(wanted, context) ?? [[postSlip(wanted, context)]];
  if (wanted.route.style === "plain") return byItself();
  if (isToldElsewhere(wanted, context)) return "it is told on the card of its pull request";
  const news = reading.news.filter(({ index }) => index === undefined);
  if (news.length === 0) return byItself();
  const shown = subjectsToShow(wanted, context);
  const cards = shown.filter(({ reply }) => reply !== true);
  const [first, ...others] = cards.map((news) => cardSlip(wanted, news, context));
  const replies = shown.filter(({ reply }) => reply === true);
  const answers = replies.map((news) => cardSlip(wanted, news, context, first));
  if (first === undefined) {
    if (answers.length > 0) return answers.map((slip) => [slip]);
    const waits = news.some(({ onlyWhereShown: only }) => only === "unless_named");
    return waits ? "its subject has no message here" : byItself();
  }
  if (replies.length === 0 && wantsReply(wanted, cards, context)) {
    answers.push(replySlip(wanted, first, context));
  }
  return [[first, ...answers], ...others.map((slip) => [slip])];
}

/** A push to the branch of a pull request whose card stands here: its own news says more. */
function isToldElsewhere({ group, target }: Wanted, context: Context): boolean {
  const { reading, hasCard, tellersOf } = context;
  return reading.news
    .filter(({ index }) => index === "ask_open" || index === "ask_ever")
    .flatMap((news) => tellersOf(group.id, news))
    .some((teller) => hasCard(group.id, teller, targetId(target)));
}

/** Why an event that is told nowhere else is not told by itself either. */
function silence({ route }: Wanted, { reading }: Context): string | undefined {
  return reading.hidden ?? (namesEvent(route, reading.facts.event) ? undefined : reading.quiet);
}

/** Every message that stands is kept up; where no card does, the first news that may post is shown. */
function subjectsToShow(wanted: Wanted, context: Context): readonly SubjectNews[] {
  const { reading } = context;
  const { route } = wanted;
  const all = reading.news.filter(({ index }) => index === undefined);
  const standing = all.filter((news) => stands(wanted, news, context));
  const named = namesEvent(route, reading.facts.event);
  const posted = all.find(
    ({ reply, onlyWhereShown: only }) =>
      reply !== true && only !== true && (only !== "unless_named" || named),
  );
  const cards = standing.filter(({ reply }) => reply !== true);
  const shown = cards.length > 0 || posted === undefined ? cards : [posted];
  const isShown = (news: SubjectNews) =>
    standing.includes(news) || (news.onlyWhereShown !== true && wantsReply(wanted, shown, context));
  return [...shown, ...all.filter((news) => news.reply === true && isShown(news))];
}

/** A reply that only echoes its card is not posted along with it. */
function wantsReply(wanted: Wanted, cards: readonly SubjectNews[], context: Context): boolean {
  const { attention, echo } = context.reading;
  if (!attention) return false;
  return echo !== true || cards.some((news) => stands(wanted, news, context));
}

function stands({ group, target }: Wanted, { subject }: SubjectNews, { hasCard }: Context) {
  return hasCard(group.id, subject.key, targetId(target));
}

/** The cards of all other news: of a run whose own message may be on its way just now. */
function lateCards(wanted: Wanted, context: Context): Slip[] {
  if (wanted.route.style === "plain" || isToldElsewhere(wanted, context)) return [];
  const shown = subjectsToShow(wanted, context);
  return context.reading.news
    .filter((news) => news.index === undefined && !shown.includes(news))
    .map((news) => cardSlip(wanted, news, context));
}

/** The message of a subject; what is a reply answers the card it is shown along with. */
function cardSlip(
  wanted: Wanted,
  { subject, reply }: SubjectNews,
  context: Context,
  card?: Slip,
): Slip {
  const { group, route, target } = wanted;
  const made = slip(wanted, context, {
    id: cardId(group.id, subject.key, target),
    eventId: `${group.id}:${route.id}:${subject.key}`,
    content: { type: "card", subjectKey: subject.key, kind: subject.kind, ...answering(card) },
  });
  return reply === true ? { ...made, roleIds: [] } : made;
}

function postSlip(wanted: Wanted, context: Context): Slip {
  const { event, presenter } = context;
  const notification = presenter.announce(event, context.voiceOf(wanted.group), "post");
  return ownSlip(wanted, context, { type: "post", notification });
}

/** Roles were pinged by the card. */
function replySlip(wanted: Wanted, card: Slip, context: Context): Slip {
  const { event, presenter } = context;
  const notification = presenter.announce(event, context.voiceOf(wanted.group), "reply");
  const made = ownSlip(wanted, context, { type: "post", notification, ...answering(card) });
  return { ...made, roleIds: [] };
}

function answering(card: Slip | undefined): { replyTo?: string } {
  return card?.content.type === "card" ? { replyTo: card.content.subjectKey } : {};
}

function ownSlip(wanted: Wanted, context: Context, content: SlipContent): Slip {
  const { group, route, target } = wanted;
  const eventId = postEventId(group.id, route.id, context.event.deliveryId);
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

/** Names an event's own message in `message_tracking`. */
export function postEventId(groupId: string, routeId: string, deliveryId: string): string {
  return `${groupId}:${routeId}:${deliveryId}`;
}

export function logFactsOf(event: WebhookEvent, { facts }: Reading): LogFacts {
  return {
    event: facts.event,
    action: facts.action,
    repo: facts.repo?.fullName,
    actor: facts.actor,
    deliveryId: event.deliveryId,
    number: facts.number,
  };
}
