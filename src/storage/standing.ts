import { type Pause, SELECT_PAUSES } from "./pauses.ts";
import { SELECT_ILLNESSES, type TargetIllness } from "./target-health.ts";

/** What holds for all deliveries at the moment. */
export interface Standing {
  /** Of the configuration. */
  revision: number;
  pauses: Pause[];
  illnesses: TargetIllness[];
}

// One statement, for it goes along with every batch that reads anything.
const READ = `
  SELECT (SELECT revision FROM config_revision WHERE id = 1) AS revision,
    (SELECT json_group_array(json_object('place', place, 'until', until, 'reason', reason))
      FROM (${SELECT_PAUSES})) AS pauses,
    (SELECT json_group_array(json_object('targetId', targetId, 'groupId', groupId, 'reason', reason,
        'since', since, 'checkAt', checkAt))
      FROM (${SELECT_ILLNESSES})) AS illnesses`;

/** Its one row is a `RawStanding`. */
export function readStanding(db: D1Database, now: number): D1PreparedStatement {
  return db.prepare(READ).bind(now);
}

export interface RawStanding {
  revision: number | null;
  pauses: string;
  illnesses: string;
}

export function standingOf(row: RawStanding | undefined): Standing {
  return {
    revision: row?.revision ?? 0,
    // SQLite has just made these texts.
    pauses: JSON.parse(row?.pauses ?? "[]") as Pause[],
    illnesses: JSON.parse(row?.illnesses ?? "[]") as TargetIllness[],
  };
}
