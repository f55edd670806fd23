import type { Notification } from "../domain/notification.ts";
import type { Target } from "../domain/target.ts";
import { targetId } from "../domain/target.ts";
import { idsOf } from "../domain/text/people.ts";
import type { Voice } from "../domain/voice.ts";
import type { TrackedThing } from "../storage/message-tracking.ts";
import { type LogFacts, type OutboxRow } from "../storage/outbox-rows.ts";
import { subjectRowId } from "../storage/outbox.ts";
import type { StoredKind } from "../storage/subjects.ts";

/** One thing to be shown in one target: all that is needed to show it, now or later. */
export interface Slip {
  /** Of its outbox row, should it need one. */
  id: string;
  eventId: string;
  groupId: string;
  routeId: string;
  target: Target;
  voice: Voice;
  roleIds: readonly string[];
  content: SlipContent;
  log: LogFacts;
  /** Tries before this one that counted. */
  attempts: number;
  /** It has an outbox row: settling it moves or drops that row. */
  hasRow: boolean;
  /** Keys of `delivery_state` that wait for it. */
  deliveries: readonly string[];
  /** Where the group is told what went wrong; absent for a summary itself. */
  logTarget?: Target;
}

export type SlipContent =
  /** The present state of a subject, posted or edited. `replyTo`: as below. */
  | { type: "card"; subjectKey: string; kind: StoredKind; replyTo?: string }
  /** A message of its own. `replyTo`: the subject whose message it answers. */
  | { type: "post"; notification: Notification; replyTo?: string };

export type CardSlip = Slip & { content: Extract<SlipContent, { type: "card" }> };

export function isCard(slip: Slip): slip is CardSlip {
  return slip.content.type === "card";
}

export function postId(eventId: string, target: Target): string {
  return `${eventId} ${targetId(target)}`;
}

export function cardId(groupId: string, subjectKey: string, target: Target): string {
  return subjectRowId(groupId, subjectKey, targetId(target));
}

/** The outbox row that keeps a slip for later. */
export function rowOf(
  slip: Slip,
  end: Pick<OutboxRow, "attempts" | "nextAt" | "status" | "reason">,
): OutboxRow {
  const { id, eventId, groupId, routeId, target, roleIds, log, content } = slip;
  const base = { ...end, id, eventId, groupId, routeId, target, roleIds, log };
  const { replyTo } = content;
  return content.type === "card"
    ? {
        ...base,
        kind: "subject",
        subjectKey: content.subjectKey,
        subjectKind: content.kind,
        replyTo,
      }
    : { ...base, kind: "post", notification: content.notification, replyTo };
}

/** The slip that an outbox row keeps. */
export function slipOf(
  row: Exclude<OutboxRow, { kind: "event" }>,
  group: { voice: Voice; logTarget: Target | undefined },
): Slip {
  const { id, eventId, groupId, routeId, target, log, attempts } = row;
  const summary = row.kind === "subject" && row.subjectKind === "delivery_summary";
  return {
    id,
    eventId,
    groupId,
    routeId,
    target,
    log,
    attempts,
    roleIds: row.roleIds ?? [],
    voice: group.voice,
    hasRow: true,
    deliveries: [],
    content: contentOf(row),
    ...(group.logTarget === undefined || summary ? {} : { logTarget: group.logTarget }),
  };
}

function contentOf(row: Exclude<OutboxRow, { kind: "event" }>): SlipContent {
  const answers = row.replyTo === undefined ? {} : { replyTo: row.replyTo };
  return row.kind === "subject"
    ? { type: "card", subjectKey: row.subjectKey, kind: row.subjectKind, ...answers }
    : { type: "post", notification: row.notification, ...answers };
}

/** What is tracked of a slip. */
export function thingOf(slip: Slip): TrackedThing {
  const { eventId, target, groupId, routeId, content } = slip;
  const thing = { eventId, target, groupId, routeId };
  return content.type === "card" ? { ...thing, subjectKey: content.subjectKey } : thing;
}

/** The card that a reply answers. */
export function answeredCard({ content, ...slip }: Slip): TrackedThing | undefined {
  if (content.replyTo === undefined) return undefined;
  const { eventId, target, groupId, routeId } = slip;
  return { eventId, target, groupId, routeId, subjectKey: content.replyTo };
}

/** GitHub ids of the people whom posts name; cards know theirs by their subjects' states. */
export function peopleOf(slips: readonly Slip[]): string[] {
  return slips.flatMap(({ content }) =>
    content.type === "post" ? idsOf(content.notification) : [],
  );
}
