import { z } from "zod";
import { parseStored } from "./stored-value.ts";

/** One administrative act: sign-in and out, a change to a group, route, member, invite, secret or link. */
export interface AuditEntry {
  /** Numeric GitHub id, `{platform}:{user id}` of somebody not linked, or `system`. */
  actorId?: string;
  actorLogin?: string;
  /** As in `route.saved`. */
  action: string;
  targetType?: string;
  targetId?: string;
  groupId?: string;
  /** What changed, without secrets. */
  detail?: Readonly<Record<string, unknown>>;
  ip?: string;
}

export interface RecordedAuditEntry extends AuditEntry {
  id: number;
  /** In ms. */
  at: number;
}

/** `audit_logs`. */
export interface AuditLogs {
  record(entry: AuditEntry): Promise<void>;
  /** The newest first, of one group or of all; `before` is the last entry of the page before. */
  list(query: {
    groupId?: string;
    before?: { at: number; id: number };
    limit: number;
  }): Promise<RecordedAuditEntry[]>;
}

interface Deps {
  db: D1Database;
  now: () => number;
}

interface Row {
  id: number;
  ts: number;
  actor_id: string | null;
  actor_login: string | null;
  action: string;
  target_type: string | null;
  target_id: string | null;
  group_id: string | null;
  detail: string | null;
  ip: string | null;
}

const Detail = z.record(z.string(), z.unknown());

const RECORD = `INSERT INTO audit_logs (ts, actor_id, actor_login, action, target_type, target_id, group_id, detail, ip)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`;
const COLUMNS = `id, ts, actor_id, actor_login, action, target_type, target_id, group_id, detail, ip`;
const SELECT_AUDIT = `SELECT ${COLUMNS} FROM audit_logs WHERE (ts, id) < (?1, ?2) ORDER BY ts DESC, id DESC LIMIT ?3`;
const SELECT_AUDIT_OF_GROUP = `SELECT ${COLUMNS} FROM audit_logs WHERE group_id = ?4 AND (ts, id) < (?1, ?2)
  ORDER BY ts DESC, id DESC LIMIT ?3`;

export function createAuditLogs({ db, now }: Deps): AuditLogs {
  return {
    async record(entry) {
      const { actorId, actorLogin, action, targetType, targetId, groupId, detail, ip } = entry;
      const text = detail === undefined ? undefined : JSON.stringify(detail);
      const optional = [actorId, actorLogin, action, targetType, targetId, groupId, text, ip];
      await db
        .prepare(RECORD)
        .bind(now(), ...optional.map((value) => value ?? null))
        .run();
    },

    async list({ groupId, before, limit }) {
      const page = [before?.at ?? Number.MAX_SAFE_INTEGER, before?.id ?? 0, limit];
      const rows =
        groupId === undefined
          ? db.prepare(SELECT_AUDIT).bind(...page)
          : db.prepare(SELECT_AUDIT_OF_GROUP).bind(...page, groupId);
      return (await rows.all<Row>()).results.map(entryOf);
    },
  };
}

function entryOf(row: Row): RecordedAuditEntry {
  const detail =
    row.detail === null ? undefined : parseStored(row.detail, Detail, `audit_logs/${row.id}`);
  return {
    id: row.id,
    at: row.ts,
    action: row.action,
    ...(row.actor_id === null ? {} : { actorId: row.actor_id }),
    ...(row.actor_login === null ? {} : { actorLogin: row.actor_login }),
    ...(row.target_type === null ? {} : { targetType: row.target_type }),
    ...(row.target_id === null ? {} : { targetId: row.target_id }),
    ...(row.group_id === null ? {} : { groupId: row.group_id }),
    ...(detail === undefined ? {} : { detail }),
    ...(row.ip === null ? {} : { ip: row.ip }),
  };
}
