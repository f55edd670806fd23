/** A target that somebody has to mend, as one group sees it. */
export interface TargetIllness {
  targetId: string;
  groupId: string;
  reason: string;
  since: number;
  /** Not called before this. */
  checkAt: number;
}

/** How long an ill target is left alone before one delivery tries it again. */
export const CHECK_AFTER_MS = 3_600_000;

export const SELECT_ILLNESSES = `
  SELECT target_id AS targetId, group_id AS groupId, reason, since, check_at AS checkAt
  FROM target_health WHERE check_at > 0 ORDER BY check_at DESC LIMIT 500`;
const ILL = `
  INSERT INTO target_health (target_id, group_id, status, reason, since, told_at, check_at)
  VALUES (?1, ?2, 'ill', ?3, ?4, ?4, ?5)
  ON CONFLICT (target_id, group_id) DO UPDATE SET reason = ?3, check_at = ?5`;
const WELL = `DELETE FROM target_health WHERE target_id = ?1 AND group_id = ?2`;

/** Every ill target; the rows are `TargetIllness`es. */
export function readIllnesses(db: D1Database): D1PreparedStatement {
  return db.prepare(SELECT_ILLNESSES);
}

export function illStatement(
  db: D1Database,
  illness: Omit<TargetIllness, "since" | "checkAt">,
  now: number,
): D1PreparedStatement {
  const { targetId, groupId, reason } = illness;
  return db.prepare(ILL).bind(targetId, groupId, reason, now, now + CHECK_AFTER_MS);
}

/** The target works (again), or is to be tried at once. */
export function wellStatement(
  db: D1Database,
  targetId: string,
  groupId: string,
): D1PreparedStatement {
  return db.prepare(WELL).bind(targetId, groupId);
}
