/** One dispatch attempt, or why an event reached nobody. */
export interface SendLog {
  routeId?: string | undefined;
  groupId?: string | undefined;
  event: string;
  action?: string | undefined;
  repo?: string | undefined;
  actor?: string | undefined;
  deliveryId?: string | undefined;
  platform?: string | undefined;
  target?: string | undefined;
  ok: boolean;
  error?: string | undefined;
  errorCode?: string | undefined;
  /** HTTP status of the platform's answer. */
  status?: number | undefined;
  messageId?: string | undefined;
  durationMs?: number | undefined;
  attempts?: number | undefined;
  detail?: string | undefined;
  /** Of the issue or pull request that it is about. */
  number?: number | undefined;
}

const ADD = `
  INSERT INTO send_logs (ts, route_id, event, repo, target, ok, error, status, message_id, delivery_id,
    platform, actor, action, duration_ms, error_code, attempts, detail, group_id, number)
  SELECT ?2, value ->> 'routeId', value ->> 'event', value ->> 'repo', value ->> 'target', value ->> 'ok',
    value ->> 'error', value ->> 'status', value ->> 'messageId', value ->> 'deliveryId',
    value ->> 'platform', value ->> 'actor', value ->> 'action', CAST(value ->> 'durationMs' AS INTEGER),
    value ->> 'errorCode', value ->> 'attempts', value ->> 'detail', value ->> 'groupId', value ->> 'number'
  FROM json_each(?1)`;
const BY_DELIVERY = `
  SELECT id, ts, route_id, event, repo, target, ok, error, status, message_id, delivery_id, platform, actor,
    action, duration_ms, error_code, attempts, detail, group_id, number
  FROM send_logs WHERE delivery_id = ?1 ORDER BY id`;
const BY_GROUP = `
  SELECT id, ts, route_id, event, repo, target, ok, error, status, message_id, delivery_id, platform, actor,
    action, duration_ms, error_code, attempts, detail, group_id, number
  FROM send_logs WHERE group_id = ?1 AND id < ?2 ORDER BY id DESC LIMIT ?3`;
/** Of a row for several groups, what it says of one; what may not even enter that one is left out. */
const SHARED = `
  SELECT id, ts, route_id, event, repo, target, ok, error, status, message_id, delivery_id, platform, actor,
    action, duration_ms, error_code, attempts, group_id, number,
    (SELECT json_group_array(json(value)) FROM json_each(detail)
      WHERE CASE WHEN type = 'object' THEN value ->> 'groupId' = ?1 AND value ->> 'closed' IS NULL END) AS detail
  FROM send_logs WHERE group_id IS NULL AND error = 'reached_nobody' AND json_valid(detail)
  ORDER BY id DESC LIMIT ?2`;

/** A row of the log as it is stored. */
export interface SendLogRow {
  id: number;
  ts: number;
  route_id: string | null;
  event: string | null;
  repo: string | null;
  target: string | null;
  ok: number;
  error: string | null;
  status: number | null;
  message_id: string | null;
  delivery_id: string | null;
  platform: string | null;
  actor: string | null;
  action: string | null;
  duration_ms: number | null;
  error_code: string | null;
  attempts: number | null;
  detail: string | null;
  group_id: string | null;
  number: number | null;
}

export function addSendLogs(
  db: D1Database,
  logs: readonly SendLog[],
  now: number,
): D1PreparedStatement {
  return db.prepare(ADD).bind(JSON.stringify(logs), now);
}

/** Every attempt for a delivery id, in all groups: show a group only its own. */
export async function sendLogsOfDelivery(
  db: D1Database,
  deliveryId: string,
): Promise<SendLogRow[]> {
  return (await db.prepare(BY_DELIVERY).bind(deliveryId).all<SendLogRow>()).results;
}

/** A group's newest attempts, before a row id. */
export async function sendLogsOfGroup(
  db: D1Database,
  groupId: string,
  page: { before?: number; limit: number },
): Promise<SendLogRow[]> {
  const before = page.before ?? Number.MAX_SAFE_INTEGER;
  return (await db.prepare(BY_GROUP).bind(groupId, before, page.limit).all<SendLogRow>()).results;
}

/** Of the newest events that several groups let in and did not want: those of a group, with its reasons alone. */
export async function sharedRefusalsOf(
  db: D1Database,
  groupId: string,
  limit: number,
): Promise<SendLogRow[]> {
  const { results } = await db.prepare(SHARED).bind(groupId, limit).all<SendLogRow>();
  return results.filter(({ detail }) => detail !== "[]");
}
