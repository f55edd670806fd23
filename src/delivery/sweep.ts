import { withLogEvent } from "../observability/log.ts";
import { isEventRowId } from "../storage/outbox-rows.ts";
import type { Run } from "./deps.ts";
import { wake } from "./wake.ts";
import { workOutbox } from "./work-outbox.ts";

/** Rows that this task works on itself, when no queue does: within 50 statements, though all fail. */
const ROWS_OF_A_RUN = 4;
/** Rows that one task hands to the queue. */
const ROWS_TO_WAKE = 100;
/** A wake-up may be on its way for what became due just now. */
const ON_ITS_WAY_MS = 15_000;

/**
 * The scheduled task: what nobody woke, and what a vanished holder left, goes on. Resolves to how
 * many rows it worked on itself, because no queue took them; none where it `mayWork` not.
 */
export async function sweep(run: Run, mayWork: boolean): Promise<number> {
  return await withLogEvent("delivery.sweep", async (log) => {
    const grace = run.queue === undefined ? 0 : ON_ITS_WAY_MS;
    const ids = await run.ledger.sweep(run.now() - grace, ROWS_TO_WAKE);
    const due = ids.map((id) => ({ id, status: "due", nextAt: 0 }));
    const woken = await wake(run, due);
    log.set({ due: ids.length, woken });
    if (woken || !mayWork) return 0;
    const mine = rowsOfARun(ids);
    await wake(run, await workOutbox(run, mine));
    return mine.length;
  });
}

/** The oldest few, or the oldest alone where it is a whole event. */
function rowsOfARun(ids: readonly string[]): readonly string[] {
  const [oldest] = ids;
  if (oldest !== undefined && isEventRowId(oldest)) return [oldest];
  return ids.filter((id) => !isEventRowId(id)).slice(0, ROWS_OF_A_RUN);
}
