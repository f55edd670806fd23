import documentation from "../../docs/storage.md?raw";
import { beforeEach, describe, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { pullRequestStory } from "../../sandbox/stories/pull-request.ts";
import { pushStory } from "../../sandbox/stories/push.ts";
import type { Story } from "../../sandbox/stories/story.ts";
import {
  BUDGET,
  type Cost,
  type CostCase,
  eventsOfAFreeDay,
  IDLE_SCHEDULED,
  LIMITS,
  PRUNED_ROWS,
} from "../support/budget.ts";
import { type MeteredWorld, meteredWorld } from "../support/metered-world.ts";
import type { Webhook } from "../support/webhook.ts";
import type { WorldOptions } from "../support/world.ts";

const TEAM = { id: "team", name: "Team", members: [] };
const DAY_MS = 86_400_000;
const STARTED_AT = Date.UTC(2026, 11, 1, 11);

const push: Webhook = stepOf(pushStory, 0);

/** A world with one route to one channel, in an isolate that has shown events before. */
async function warmWorld(options?: WorldOptions): Promise<MeteredWorld> {
  const metered = await meteredWorld(options);
  const { world } = metered;
  const filters = [{ type: "event", match: ["push", "pull_request"] }];
  const targets = [{ platform: "discord", channelId: world.channelId }];
  await world.configure(
    [TEAM],
    [{ id: "all", groupId: "team", name: "All", enabled: true, filters, targets }],
  );
  // Twice: what only a first event does is done then.
  for (const _ of [1, 2]) {
    await world.hook(push);
    await world.drain();
  }
  return metered;
}

let metered: MeteredWorld;

/** What it costs to take a webhook in and to settle it. */
function costOf(webhook: Webhook): Promise<Cost> {
  const { world } = metered;
  return metered.costOf(async () => {
    await world.hook(webhook);
    await world.drain();
  });
}

function pullRequest(step: 0 | 1): Webhook {
  return stepOf(pullRequestStory, step);
}

function stepOf(story: Story, index: number): Webhook {
  const { event = "", payload } = story.steps({ number: 5, startedAt: STARTED_AT })[index] ?? {};
  return { event, payload };
}

const shown = (): readonly unknown[] => metered.world.discord.log.messages();

describe("an event costs exactly what is recorded, when", () => {
  beforeEach(async () => {
    metered = await warmWorld();
  });

  it("it is only posted", async () => {
    expect(await costOf(push)).toEqual(BUDGET.posted);
    expect(shown()).toHaveLength(3);
  });

  it("it is the first of its subject", async () => {
    expect(await costOf(pullRequest(0))).toEqual(BUDGET["first of a subject"]);
    expect(shown()).toHaveLength(3);
  });

  it("it edits its subject's message", async () => {
    await costOf(pullRequest(0));
    expect(await costOf(pullRequest(1))).toEqual(BUDGET.edit);
    expect(shown()).toHaveLength(3);
  });

  it("it reaches nobody", async () => {
    const fork = { event: "fork", payload: findExample("fork").payload };
    expect(await costOf(fork)).toEqual(BUDGET["reaches nobody"]);
    expect(shown()).toHaveLength(2);
  });

  it("it is a duplicate of one that was shown", async () => {
    const once = { ...push, deliveryId: "the-same" };
    await costOf(once);
    expect(await costOf(once)).toEqual(BUDGET.duplicate);
    expect(shown()).toHaveLength(3);
  });
});

describe("an event whose body is too large for a message costs exactly what is recorded, when", () => {
  const commits = Array.from({ length: 300 }, () => ({
    id: "a".repeat(40),
    message: "x".repeat(900),
  }));
  const large: Webhook = { event: "push", payload: { ...Object(push.payload), commits } };

  it("it is parked in R2", async () => {
    metered = await warmWorld();
    expect(await costOf(large)).toEqual(BUDGET["parked in R2"]);
    expect(shown()).toHaveLength(3);
  });

  it("it is parked in KV", async () => {
    metered = await warmWorld({ env: { PAYLOAD: undefined } });
    expect(await costOf(large)).toEqual(BUDGET["parked in KV"]);
    expect(shown()).toHaveLength(3);
  });
});

it("an event costs exactly what is recorded, when there is no queue", async () => {
  metered = await warmWorld({ env: { QUEUE: undefined } });
  expect(await costOf(push)).toEqual(BUDGET["without a queue"]);
  expect(shown()).toHaveLength(3);
});

describe("the scheduled task writes exactly what is recorded, when", () => {
  const tick = () => metered.costOf(() => metered.world.tick());
  beforeEach(async () => {
    metered = await warmWorld();
    // Past the hour: commands are registered at its start only.
    metered.world.pass(40 * DAY_MS + 600_000);
    await tick();
  });

  it("nothing is due", async () => {
    expect(await tick()).toEqual(IDLE_SCHEDULED);
  });

  it("it removes what a post has left behind", async () => {
    await costOf(push);
    metered.world.pass(40 * DAY_MS);
    expect((await tick()).rowsWritten).toBe(PRUNED_ROWS.posted);
  });

  it("it removes what a subject with one edit has left behind", async () => {
    await costOf(pullRequest(0));
    await costOf(pullRequest(1));
    metered.world.pass(40 * DAY_MS);
    expect((await tick()).rowsWritten).toBe(PRUNED_ROWS["first of a subject"] + PRUNED_ROWS.edit);
  });
});

describe("the recorded figures", () => {
  it.each(Object.entries(LIMITS))(
    "of an event that is %s stay within the limits",
    (name, limit) => {
      const recorded = BUDGET[name as CostCase];
      for (const [what, most] of Object.entries(limit)) {
        expect(recorded[what as keyof Cost], what).toBeLessThanOrEqual(most);
      }
    },
  );

  it("stand in docs/storage.md", () => {
    const rows = Object.entries(BUDGET).map(([name, cost]) => {
      const kind = name as CostCase;
      const inD1 = [cost.d1RoundTrips, cost.d1Statements, cost.rowsWritten, PRUNED_ROWS[kind]];
      const elsewhere = [cost.kvReads, cost.kvWrites, cost.r2Operations, cost.queueMessages];
      const { events } = eventsOfAFreeDay(kind);
      return `| ${[name, ...inD1, cost.rowsRead, ...elsewhere, events].join(" | ")} |`;
    });
    expect(documentation).toContain(rows.join("\n"));
  });

  it("let the queue's free operations be the first quota to end", () => {
    expect(eventsOfAFreeDay("posted")).toEqual({ events: 3_333, endsFirst: "queueMessages" });
    expect(eventsOfAFreeDay("edit")).toEqual({ events: 3_333, endsFirst: "queueMessages" });
    expect(eventsOfAFreeDay("parked in R2")).toMatchObject({ endsFirst: "queueMessages" });
    expect(eventsOfAFreeDay("parked in KV")).toEqual({ events: 500, endsFirst: "kvWrites" });
  });
});
