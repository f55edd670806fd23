import { z } from "zod";
import type { Action, Field, Notification, Person, Tone } from "../domain/notification.ts";
import type { QueueJob } from "../domain/queue-job.ts";
import type { Block, ListItem, Span } from "../domain/text.ts";
import type { StoredKind } from "./subjects.ts";

/** What the JSON columns of `outbox` hold, parsed in full: a row of another version, or damaged, must not pass. */

/** What the log says about the event behind a row. */
export interface LogFacts {
  event: string;
  action?: string | undefined;
  repo?: string | undefined;
  actor?: string | undefined;
  deliveryId?: string | undefined;
  number?: number | undefined;
}

export type EventJob = Extract<QueueJob, { type: "event" }>;

export const LogContent = z.object({
  event: z.string(),
  action: z.string().optional(),
  repo: z.string().optional(),
  actor: z.string().optional(),
  deliveryId: z.string().optional(),
  number: z.number().optional(),
}) satisfies z.ZodType<LogFacts>;

const words = z.string().exactOptional();
const flag = z.boolean().exactOptional();
/** JSON writes a time that is none as null. */
const time = z.union([z.number(), z.null().transform(() => Number.NaN)]);

const StoredSpan: z.ZodType<Span> = z.union([
  z.string(),
  z.object({ text: z.string(), url: words, bold: flag, italic: flag, strike: flag, code: flag }),
  z.object({ at: time, style: z.enum(["relative", "date", "time"]) }),
  z.object({ person: z.string(), url: words, id: words }),
]);
const spans = z.array(StoredSpan);
const blocks = z.lazy(() => z.array(StoredBlock));

const StoredItem: z.ZodType<ListItem> = z.object({ checked: flag, blocks });
const StoredBlock: z.ZodType<Block> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("paragraph"), spans }),
  z.object({ type: z.literal("heading"), level: z.number(), spans }),
  z.object({ type: z.literal("code"), text: z.string(), language: words }),
  z.object({ type: z.literal("quote"), blocks }),
  z.object({
    type: z.literal("list"),
    ordered: z.boolean(),
    start: z.number().exactOptional(),
    items: z.array(StoredItem),
  }),
  z.object({
    type: z.literal("table"),
    header: z.array(spans),
    rows: z.array(z.array(spans)),
  }),
  z.object({ type: z.literal("details"), summary: spans, blocks }),
  z.object({ type: z.literal("rule") }),
]);

/** Each by its own name, so that one that is missing does not compile. */
type ByName<T extends string> = { [K in T]: K };

const TONES = {
  neutral: "neutral",
  open: "open",
  draft: "draft",
  merged: "merged",
  closed: "closed",
  success: "success",
  failure: "failure",
  warning: "warning",
  pending: "pending",
  info: "info",
} as const satisfies ByName<Exclude<Tone, `#${string}`>>;
const StoredTone: z.ZodType<Tone> = z.union([z.enum(TONES), z.templateLiteral(["#", z.string()])]);

const StoredAction: z.ZodType<Action> = z.discriminatedUnion("type", [
  z.object({ type: z.literal("link"), label: z.string(), url: z.string() }),
  z.object({
    type: z.literal("command"),
    label: z.string(),
    command: z.string(),
    payload: z.string(),
    tone: z.enum(["primary", "success", "danger"]).exactOptional(),
  }),
]);
const StoredPerson: z.ZodType<Person> = z.object({
  name: z.string(),
  url: words,
  avatarUrl: words,
});
const StoredField: z.ZodType<Field> = z.object({ name: z.string(), value: spans, inline: flag });

const StoredNotification: z.ZodType<Notification> = z.object({
  tone: StoredTone,
  icon: words,
  headline: spans,
  title: words,
  url: words,
  author: StoredPerson.exactOptional(),
  body: blocks.exactOptional(),
  bodyLeft: z.number().exactOptional(),
  fields: z.array(StoredField).exactOptional(),
  footer: words,
  at: time.exactOptional(),
  imageUrl: words,
  actions: z.array(StoredAction).exactOptional(),
});

/** What a row says beside its message. */
const aside = {
  /** The subject whose message it answers. */
  replyTo: z.string().optional(),
  roleIds: z.array(z.string()).optional(),
};

export const PostContent = z.object({ notification: StoredNotification, ...aside });

const KINDS = {
  pull_request: "pull_request",
  issue: "issue",
  discussion: "discussion",
  workflow_run: "workflow_run",
  check_suite: "check_suite",
  deployment: "deployment",
  release: "release",
  ref: "ref",
  comment: "comment",
  review: "review",
  failed_run: "failed_run",
  custom: "custom",
  delivery_summary: "delivery_summary",
} as const satisfies ByName<StoredKind>;
export const SubjectContent = z.object({ kind: z.enum(KINDS), ...aside });

const Envelope = z.object({
  provider: z.enum(["github", "gitea", "custom"]),
  endpoint: z.string(),
  deliveryId: z.string(),
  event: z.string(),
  eventType: words,
  form: z.boolean(),
  receivedAt: z.number(),
});
const event = { type: z.literal("event"), envelope: Envelope };
export const EventContent: z.ZodType<EventJob> = z.union([
  z.object({ ...event, body: z.string() }),
  z.object({ ...event, parked: z.string() }),
]);
