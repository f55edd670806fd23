import { setTimeout as sleep } from "node:timers/promises";
import type { Deliveries, Delivery } from "./deliveries.ts";
import type { Play, Story } from "./stories/story.ts";

/** How far before now a story begins, so that it has just ended when it is told. */
const STORY_LENGTH_MS = 15 * 60_000;

let lastNumber = 41;

/** Numbers that no play of this run had yet, and that are not taken on GitHub. */
export function nextPlay(highestTaken = 0): Play {
  lastNumber = Math.max(lastNumber, highestTaken) + 1;
  return { number: lastNumber, startedAt: Date.now() - STORY_LENGTH_MS };
}

/** Sends a story's webhooks one after the other. Throws when the Worker does not accept one. */
export async function play(
  story: Story,
  deliveries: Deliveries,
  pauseMs: number,
  as: Play,
): Promise<void> {
  for (const { event, payload, note } of story.steps(as)) {
    const { status, answer } = await untilAnswered(
      deliveries,
      await deliveries.send({ event, payload, label: note }),
    );
    // 200 answers a repeat of what had been accepted before its answer was lost.
    if (status !== 202 && status !== 200) {
      throw new Error(`${event} (${note}) was answered ${status}: ${answer}`);
    }
    await sleep(pauseMs);
  }
}

const REPEATS = 5;

/** Repeats a delivery that got no answer: wrangler restarts the Worker whenever its source changes. */
async function untilAnswered(deliveries: Deliveries, first: Delivery): Promise<Delivery> {
  let delivery = first;
  for (let repeat = 0; repeat < REPEATS && delivery.status === 0; repeat += 1) {
    await sleep(1_000);
    delivery = (await deliveries.repeat(first.id)) ?? delivery;
  }
  return delivery;
}
