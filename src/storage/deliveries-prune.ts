import { DAY_MS, dayOf } from "./delivery-state.ts";
import type { PruneRule } from "./prune.ts";

const STATE_DAYS = 7;
const MESSAGE_DAYS = 30;

const STATES = `
  DELETE FROM delivery_state WHERE key IN (
    SELECT key FROM delivery_state WHERE claimed_day <= ?3 AND updated_at < ?1 LIMIT ?2)`;
const MESSAGES = `
  DELETE FROM message_tracking WHERE (event_id, target_id) IN (
    SELECT event_id, target_id FROM message_tracking WHERE updated_day <= ?3 AND updated_at < ?1 LIMIT ?2)`;
// A message's revision only means something beside its subject: the subject goes last.
const SUBJECTS = `
  DELETE FROM subjects WHERE (subject_key, group_id) IN (
    SELECT s.subject_key, s.group_id FROM subjects s WHERE s.updated_day <= ?3 AND s.updated_at < ?1
      AND NOT EXISTS (SELECT 1 FROM message_tracking m
        WHERE m.subject_key = s.subject_key AND m.group_id = s.group_id)
    LIMIT ?2)`;
// Ids grow with time, so the oldest entries come first and the time needs no index.
const SEND_LOGS = `
  DELETE FROM send_logs WHERE ts < ?1 AND id IN (SELECT id FROM send_logs WHERE id > 0 ORDER BY id LIMIT ?2)`;
const OUTBOX = `
  DELETE FROM outbox WHERE id IN (
    SELECT id FROM outbox WHERE status IN ('dead', 'failed') AND next_at <= ?1 LIMIT ?2)`;
const PAUSES = `
  DELETE FROM pauses WHERE place IN (SELECT place FROM pauses WHERE until <= ?1 LIMIT ?2)`;
// Nobody has tried it for long: its group or route is gone, or its chat has another id.
const ILLNESSES = `
  DELETE FROM target_health WHERE (target_id, group_id) IN (
    SELECT target_id, group_id FROM target_health WHERE check_at < ?1 LIMIT ?2)`;

/** What the delivery leaves behind, and for how long. */
export function deliveryPruneRules({
  db,
  now,
  sendLogRetentionDays,
}: {
  db: D1Database;
  now: () => number;
  sendLogRetentionDays: number;
}): PruneRule[] {
  const byTime = (name: string, sql: string): PruneRule => ({
    name,
    statement: (limit) => db.prepare(sql).bind(now(), limit),
  });
  const byDay = (name: string, sql: string, days: number): PruneRule => ({
    name,
    statement(limit) {
      const before = now() - days * DAY_MS;
      return db.prepare(sql).bind(before, limit, dayOf(before));
    },
  });
  return [
    byDay("delivery_state", STATES, STATE_DAYS),
    byDay("message_tracking", MESSAGES, MESSAGE_DAYS),
    byDay("subjects", SUBJECTS, MESSAGE_DAYS),
    {
      name: "send_logs",
      statement: (limit) =>
        db.prepare(SEND_LOGS).bind(now() - sendLogRetentionDays * DAY_MS, limit),
    },
    byTime("outbox", OUTBOX),
    byTime("pauses", PAUSES),
    {
      name: "target_health",
      statement: (limit) => db.prepare(ILLNESSES).bind(now() - MESSAGE_DAYS * DAY_MS, limit),
    },
  ];
}
