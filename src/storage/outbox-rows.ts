import { z } from "zod";
import type { Notification } from "../domain/notification.ts";
import type { QueueJob } from "../domain/queue-job.ts";
import { Target } from "../domain/target.ts";
import { parseJson } from "./stored-value.ts";
import type { StoredKind } from "./subjects.ts";

/** What the log says about the event behind a row. */
export interface LogFacts {
  event: string;
  action?: string | undefined;
  repo?: string | undefined;
  actor?: string | undefined;
  deliveryId?: string | undefined;
  number?: number | undefined;
}

/** `failed`: refused; `dead`: gave up. Both can be replayed until they are forgotten. */
export type OutboxStatus = "due" | "failed" | "dead";

interface RowBase {
  id: string;
  log: LogFacts;
  attempts: number;
  nextAt: number;
  status: OutboxStatus;
  reason: string;
}

interface TargetedRow extends RowBase {
  groupId: string;
  routeId: string;
  target: Target;
  roleIds?: readonly string[] | undefined;
}

/** A finished notification for one target. */
export interface PostRow extends TargetedRow {
  kind: "post";
  eventId: string;
  notification: Notification;
  /** The subject whose message it answers. */
  replyTo?: string | undefined;
}

/** A subject that one target is to show; rendered when it is sent. */
export interface SubjectOutboxRow extends TargetedRow {
  kind: "subject";
  eventId: string;
  subjectKey: string;
  subjectKind: StoredKind;
  /** The subject whose message it answers. */
  replyTo?: string | undefined;
}

/** An event that is still to be taken up. */
export interface EventRow extends RowBase {
  kind: "event";
  groupId?: string | undefined;
  job: EventJob;
}

export type EventJob = Extract<QueueJob, { type: "event" }>;
export type OutboxRow = PostRow | SubjectOutboxRow | EventRow;

/** The row of an event: one for each delivery. */
export function eventRowId(stateKey: string): string {
  return `event ${stateKey}`;
}

/** Whether a row is a whole event, which costs as much as all of its targets. */
export function isEventRowId(id: string): boolean {
  return id.startsWith("event ");
}

/** A row of `outbox` as it is stored. */
export interface RawOutboxRow {
  id: string;
  kind: string;
  group_id: string | null;
  route_id: string | null;
  event_id: string | null;
  subject_key: string | null;
  target: string | null;
  content: string;
  log: string;
  attempts: number;
  next_at: number;
  status: string;
  reason: string;
}

// What we wrote ourselves is checked in its outline: rows of another version must not pass.
const PostContent = z.object({
  notification: z.custom<Notification>((value) => typeof value === "object" && value !== null),
  replyTo: z.string().optional(),
  roleIds: z.array(z.string()).optional(),
});
const SubjectContent = z.object({
  kind: z.custom<StoredKind>((value) => typeof value === "string"),
  replyTo: z.string().optional(),
  roleIds: z.array(z.string()).optional(),
});
const EventContent = z.custom<EventJob>(
  (value) => typeof value === "object" && value !== null && "envelope" in value,
);
const Log = z.object({
  event: z.string(),
  action: z.string().optional(),
  repo: z.string().optional(),
  actor: z.string().optional(),
  deliveryId: z.string().optional(),
});

/** Undefined for a row that cannot be read. */
export function outboxRowOf(raw: RawOutboxRow): OutboxRow | undefined {
  const log = Log.safeParse(parseJson(raw.log));
  if (!log.success) return undefined;
  const base: RowBase = {
    id: raw.id,
    log: log.data,
    attempts: raw.attempts,
    nextAt: raw.next_at,
    status: raw.status as OutboxStatus,
    reason: raw.reason,
  };
  const content = parseJson(raw.content);
  return raw.kind === "event"
    ? eventRow(base, raw, EventContent.safeParse(content))
    : targetedRow(base, raw, content);
}

function eventRow(
  base: RowBase,
  raw: RawOutboxRow,
  content: z.ZodSafeParseResult<EventJob>,
): EventRow | undefined {
  if (!content.success) return undefined;
  return { ...base, kind: "event", groupId: raw.group_id ?? undefined, job: content.data };
}

function targetedRow(
  base: RowBase,
  raw: RawOutboxRow,
  content: unknown,
): PostRow | SubjectOutboxRow | undefined {
  const target = Target.safeParse(parseJson(raw.target ?? ""));
  const { group_id: groupId, route_id: routeId, event_id: eventId, subject_key: subjectKey } = raw;
  if (!target.success || groupId === null || routeId === null || eventId === null) return undefined;
  const targeted = { ...base, groupId, routeId, eventId, target: target.data };
  if (raw.kind === "post") {
    const post = PostContent.safeParse(content);
    return post.success ? { ...targeted, kind: "post", ...post.data } : undefined;
  }
  const subject = SubjectContent.safeParse(content);
  if (!subject.success || subjectKey === null) return undefined;
  const { kind: subjectKind, roleIds, replyTo } = subject.data;
  return { ...targeted, kind: "subject", subjectKey, subjectKind, roleIds, replyTo };
}
