import { setTimeout as sleep } from "node:timers/promises";
import type { Deliveries } from "./deliveries.ts";
import type { Play, Story } from "./stories/story.ts";

/** How far before now a story begins, so that it has just ended when it is told. */
const STORY_LENGTH_MS = 15 * 60_000;

const FIRST_NUMBER = 41;
let plays = 0;

/** Numbers that no play of this run had yet. */
export function nextPlay(): Play {
  plays += 1;
  return { number: FIRST_NUMBER + plays, startedAt: Date.now() - STORY_LENGTH_MS };
}

/** Sends a story's webhooks one after the other. Throws when the Worker does not accept one. */
export async function play(
  story: Story,
  deliveries: Deliveries,
  pauseMs: number,
  as: Play = nextPlay(),
): Promise<void> {
  for (const { event, payload, note } of story.steps(as)) {
    const { status, answer } = await deliveries.send({ event, payload, label: note });
    if (status !== 202) throw new Error(`${event} (${note}) was answered ${status}: ${answer}`);
    await sleep(pauseMs);
  }
}
