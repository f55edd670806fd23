import * as fc from "fast-check";
import { expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { createWorld, sampleRoute } from "../support/world.ts";

const STEPS = [
  ["requested", "queued", null],
  ["requested", "pending", null],
  ["in_progress", "waiting", null],
  ["in_progress", "in_progress", null],
] as const;

/** Five different events of each of two attempts: the first fails, the second succeeds. */
function tenEvents(): object[] {
  const { payload } = findExample("workflow_run", "completed");
  return [1, 2].flatMap((attempt) =>
    [...STEPS, ["completed", "completed", attempt === 1 ? "failure" : "success"] as const].map(
      ([action, status, conclusion], index) => {
        const updatedAt = new Date(Date.UTC(2026, 11, 1, 10, attempt * 10 + index)).toISOString();
        const run = payload["workflow_run"] as object;
        const changed = { status, conclusion, run_attempt: attempt, updated_at: updatedAt };
        return { ...payload, action, workflow_run: { ...run, ...changed } };
      },
    ),
  );
}

it.each([1, 2, 3])(
  "shows ten different events of one run, in any order and in parallel, as one message (%d)",
  async (seed) => {
    const world = await createWorld();
    await world.configure([{ id: "team", name: "Team", members: [] }], [sampleRoute(world)]);
    const all = tenEvents();
    const order = fc.shuffledSubarray(all, { minLength: all.length });
    const [events = []] = fc.sample(order, { seed, numRuns: 1 });

    await Promise.all(events.map((payload) => world.hook({ event: "workflow_run", payload })));
    await Promise.all(Array.from({ length: 10 }, () => world.drain()));

    for (const log of [world.discord.log, world.telegram.log]) {
      const cards = log.messages().filter(({ replyTo }) => replyTo === undefined);
      expect(cards).toHaveLength(1);
      expect(cards[0]?.text).toMatch(/passed/i);
    }
  },
);
