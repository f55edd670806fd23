import type { Notification } from "../domain/notification.ts";
import { Target } from "../domain/target.ts";
import {
  EventContent,
  type EventJob,
  type LogFacts,
  LogContent,
  PostContent,
  SubjectContent,
} from "./outbox-content.ts";
import { parseStored } from "./stored-value.ts";
import type { StoredKind } from "./subjects.ts";

export type { EventJob, LogFacts } from "./outbox-content.ts";

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

/** Undefined, and logged, for a row that cannot be read. */
export function outboxRowOf(raw: RawOutboxRow): OutboxRow | undefined {
  const key = `outbox/${raw.id}`;
  const log = parseStored(raw.log, LogContent, key);
  if (log === undefined) return undefined;
  const { id, attempts, next_at: nextAt, reason } = raw;
  const base: RowBase = { id, log, attempts, nextAt, status: raw.status as OutboxStatus, reason };
  if (raw.kind !== "event") return targetedRow(base, raw, key);
  const job = parseStored(raw.content, EventContent, key);
  return job && { ...base, kind: "event", groupId: raw.group_id ?? undefined, job };
}

function targetedRow(
  base: RowBase,
  raw: RawOutboxRow,
  key: string,
): PostRow | SubjectOutboxRow | undefined {
  const { group_id: groupId, route_id: routeId, event_id: eventId, subject_key: subjectKey } = raw;
  const target = parseStored(raw.target ?? "", Target, key);
  if (target === undefined || groupId === null || routeId === null || eventId === null) {
    return undefined;
  }
  const targeted = { ...base, groupId, routeId, eventId, target };
  if (raw.kind === "post") {
    const post = parseStored(raw.content, PostContent, key);
    return post && { ...targeted, kind: "post", ...post };
  }
  const subject = parseStored(raw.content, SubjectContent, key);
  if (subject === undefined || subjectKey === null) return undefined;
  const { kind: subjectKind, roleIds, replyTo } = subject;
  return { ...targeted, kind: "subject", subjectKey, subjectKind, roleIds, replyTo };
}
