import { withLogEvent } from "../observability/log.ts";
import type { Run } from "./deps.ts";
import { wake } from "./wake.ts";
import { workOutbox } from "./work-outbox.ts";

/** Rows that this task works on itself, when no queue does: within 50 statements and 50 calls. */
const ROWS_OF_A_RUN = 6;
/** Rows that one task hands to the queue. */
const ROWS_TO_WAKE = 100;
/** A wake-up may be on its way for what became due just now. */
const ON_ITS_WAY_MS = 15_000;

/** The scheduled task: what nobody woke, and what a vanished holder left, goes on. */
export async function sweep(run: Run): Promise<void> {
  await withLogEvent("delivery.sweep", async (log) => {
    const grace = run.queue === undefined ? 0 : ON_ITS_WAY_MS;
    const ids = await run.ledger.sweep(run.now() - grace, ROWS_TO_WAKE);
    const due = ids.map((id) => ({ id, status: "due", nextAt: 0 }));
    const woken = await wake(run, due);
    log.set({ due: ids.length, woken });
    if (!woken) await wake(run, await workOutbox(run, ids.slice(0, ROWS_OF_A_RUN)));
  });
}
