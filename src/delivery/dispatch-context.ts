import type { Leased, Standing } from "../storage/deliveries-ledger.ts";
import type { Run } from "./deps.ts";
import type { Line } from "./recorder.ts";

/** One dispatch: whose leases, since when, and what was found. */
export interface Dispatch {
  run: Run;
  holder: string;
  leasedAt: number;
  leased: Leased;
  standing: Pick<Standing, "pauses" | "illnesses">;
  line: Line;
  /** KV may know messages of this event that D1 does not. */
  askKv: boolean;
}
