import { beforeAll, expect, it, vi } from "vitest";
import { runInNode } from "./run-in-node.ts";

const MINUTE = 60_000;

beforeAll(() => {
  // The Worker tells every step, and here there are a hundred thousand of them.
  for (const method of ["log", "warn", "error"] as const) {
    vi.spyOn(console, method).mockImplementation(() => undefined);
  }
});

it.each([
  ["shows everything exactly once and in its newest state, whatever goes wrong", 1, 80, 0],
  ["keeps weaker promises while D1 is out for long, and all of them afterwards", 8, 80, 20],
])(
  "%s (--seed %d --events %d --outage %d)",
  { timeout: 300_000 },
  async (_, seed, events, outage) => {
    const outcome = await runInNode({ seed, events, outageMs: outage * MINUTE });

    const { problems, ...counts } = outcome;
    expect(problems, JSON.stringify(counts)).toEqual([]);
  },
);
