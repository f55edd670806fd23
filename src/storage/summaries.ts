import { SHARED_ENDPOINT } from "../domain/webhook-event.ts";
import { DELIVERY_STATE_PREFIX } from "./deliveries-keys.ts";
import { dayOf } from "./delivery-state.ts";
import { ROW_FIELDS } from "./outbox.ts";

/** The subject that tells a group what failed for an event, by whichever of its hooks it came. */
export function summaryKey(stateKey: string): string {
  const [, provider = "", , ...id] = stateKey.split(":");
  return `${SUMMARY_PREFIX}${provider}:${id.join(":")}`;
}

/** The deliveries that a group's summary tells of: through the shared endpoint, and through its own. */
export function deliveriesToldBy(key: string, groupId: string): string[] {
  const [, provider = "", ...id] = key.split(":");
  return [SHARED_ENDPOINT, groupId].map((endpoint) =>
    [DELIVERY_STATE_PREFIX, provider, endpoint, ...id].join(":"),
  );
}

const SUMMARY_PREFIX = "summary:";

const after = (colon: string) => `substr(${colon}, instr(${colon}, ':') + 1)`;
const upTo = (colon: string) => `substr(${colon}, 1, instr(${colon}, ':'))`;
// As `summaryKey` makes it.
const KEY = `'${SUMMARY_PREFIX}' || ${upTo(after("d.delivery_key"))} || ${after(after(after("d.delivery_key")))}`;
// Which summaries tell of these outbox rows.
const TOLD = `
  SELECT ${KEY}, o.group_id
  FROM outbox_deliveries d JOIN outbox o ON o.id = d.outbox_id
  WHERE d.outbox_id IN (SELECT value FROM json_each(?1))`;
const TOUCH = `
  UPDATE subjects SET revision = revision + 1, updated_at = ?2, updated_day = ?3
  WHERE (subject_key, group_id) IN (${TOLD})`;
const SHOW = `
  INSERT INTO outbox (${ROW_FIELDS}, target_id, place, created_at, updated_at)
  SELECT m.group_id || ' ' || m.subject_key || ' ' || m.target_id, 'subject', m.group_id, m.route_id, m.event_id,
    m.subject_key, m.target, json_object('kind', s.kind), json_object('event', s.kind), 0, ?2, 'due',
    'summary', m.target_id, m.target_id, ?3, ?3
  FROM message_tracking m JOIN subjects s ON s.subject_key = m.subject_key AND s.group_id = m.group_id
  WHERE (m.subject_key, m.group_id) IN (${TOLD})
  ON CONFLICT (id) DO NOTHING
  RETURNING id, status, next_at AS nextAt`;

/** What settles in one moment is told together. */
const SETTLED_AFTER_MS = 2_000;

/**
 * Before outbox rows go: the summaries that tell of them are to be edited. `show` answers the
 * `Scheduled`s that do it; a summary that nobody was shown yet is left alone.
 */
export function retellStatements(
  db: D1Database,
  leaving: readonly string[],
  now: number,
): { touch: D1PreparedStatement; show: D1PreparedStatement } {
  const ids = JSON.stringify(leaving);
  return {
    touch: db.prepare(TOUCH).bind(ids, now, dayOf(now)),
    show: db.prepare(SHOW).bind(ids, now + SETTLED_AFTER_MS, now),
  };
}
