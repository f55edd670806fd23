/** A place, or a whole platform, that is not to be called before a time. */
export interface Pause {
  place: string;
  until: number;
  reason: string;
}

export const SELECT_PAUSES = `SELECT place, until, reason FROM pauses WHERE until > ?1`;
const PAUSE = `
  INSERT INTO pauses (place, until, reason) VALUES (?1, ?2, ?3)
  ON CONFLICT (place) DO UPDATE SET until = MAX(until, ?2), reason = ?3`;

/** The pauses in force; the rows are `Pause`s. */
export function readPauses(db: D1Database, now: number): D1PreparedStatement {
  return db.prepare(SELECT_PAUSES).bind(now);
}

export function pauseStatement(db: D1Database, pause: Pause): D1PreparedStatement {
  return db.prepare(PAUSE).bind(pause.place, Math.ceil(pause.until), pause.reason);
}
