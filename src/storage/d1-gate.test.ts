import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1, failingD1 } from "../../tests/support/faulty-bindings.ts";
import {
  createD1Gate,
  isD1Unreachable,
  isMissingSchema,
  NEWEST_MIGRATION,
  throughGate,
} from "./d1-gate.ts";

function clock(start = 1_000_000) {
  let time = start;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

it("needs the newest migration there is", () => {
  expect(testEnv.TEST_MIGRATIONS.at(-1)?.name).toBe(NEWEST_MIGRATION);
});

describe("a D1 that can serve", () => {
  it("is usable, and is asked once for a while", async () => {
    const { now, pass } = clock();
    const { db, counts } = countingD1(testEnv.DB);
    const gate = createD1Gate({ db, now });

    expect(await gate.usable()).toBe(true);
    pass(29_999);
    expect(await gate.usable()).toBe(true);
    expect(counts.statements).toBe(1);
    pass(1);
    await gate.usable();
    expect(counts.statements).toBe(2);
    expect(gate.state()).toEqual({ store: "d1" });
  });

  it("is not asked at all while stores use it", async () => {
    const { now, pass } = clock();
    const { db, counts } = countingD1(testEnv.DB);
    const gate = createD1Gate({ db, now });
    await gate.usable();

    for (let i = 0; i < 5; i++) {
      pass(20_000);
      gate.succeeded();
      await gate.usable();
    }
    expect(counts.statements).toBe(1);
  });
});

describe("a D1 that is not there", () => {
  it("is not usable without a binding", async () => {
    const gate = createD1Gate({ db: undefined, now: () => 5 });

    expect(await gate.usable()).toBe(false);
    expect(gate.state()).toEqual({ store: "kv", problem: "no_binding", since: 5 });
  });

  it("is not usable when the binding is something else", async () => {
    const impostor = { prepare: () => undefined } as unknown as D1Database;
    expect(await createD1Gate({ db: impostor, now: () => 5 }).usable()).toBe(false);
  });

  it("is not usable before the migrations, and says so, and serves after them", async () => {
    const { now, pass } = clock();
    const gate = createD1Gate({ db: testEnv.DB, now });
    await testEnv.DB.prepare("UPDATE d1_migrations SET name = 'x' WHERE name = ?1")
      .bind(NEWEST_MIGRATION)
      .run();

    expect(await gate.usable()).toBe(false);
    expect(gate.state()).toMatchObject({ store: "kv", problem: "not_migrated" });

    await testEnv.DB.prepare("UPDATE d1_migrations SET name = ?1 WHERE name = 'x'")
      .bind(NEWEST_MIGRATION)
      .run();
    pass(5_000);
    expect(await gate.usable()).toBe(true);
  });

  it("is not usable when no migration was ever run", async () => {
    await testEnv.DB.prepare("DROP TABLE d1_migrations").run();
    const gate = createD1Gate({ db: testEnv.DB, now: () => 5 });

    expect(await gate.usable()).toBe(false);
    expect(gate.state().problem).toBe("not_migrated");
  });
});

describe("an outage", () => {
  it("counts only after a minute, and ends by itself", async () => {
    const { now, pass } = clock();
    let down = false;
    const gate = createD1Gate({ db: failingD1(testEnv.DB, () => down), now });
    await gate.usable();

    down = true;
    gate.failed(new Error("D1_ERROR: Network connection lost."));
    expect(await gate.usable()).toBe(true);
    expect(gate.state()).toMatchObject({ store: "d1", problem: "unreachable" });

    pass(59_999);
    expect(await gate.usable()).toBe(true);
    pass(1);
    expect(await gate.usable()).toBe(false);

    down = false;
    pass(5_000);
    expect(await gate.usable()).toBe(true);
    expect(gate.state()).toEqual({ store: "d1" });
  });

  it("is not made of two stumbles with a quiet minute between them", async () => {
    const { now, pass } = clock();
    let stumbles = 0;
    const gate = createD1Gate({ db: failingD1(testEnv.DB, () => stumbles-- > 0), now });
    await gate.usable();

    gate.failed(new Error("D1_ERROR: Network connection lost."));
    pass(70_000);
    stumbles = 1;
    expect(await gate.usable()).toBe(true);
    expect(gate.state()).toEqual({ store: "d1" });
  });

  it("is over as soon as a call succeeds", async () => {
    const { now, pass } = clock();
    const gate = createD1Gate({ db: testEnv.DB, now });
    await gate.usable();

    gate.failed(new Error("D1_ERROR: Network connection lost."));
    await throughGate(gate, () => testEnv.DB.prepare("SELECT 1").first());
    pass(70_000);
    expect(await gate.usable()).toBe(true);
  });

  it("is not made of a wrong statement", async () => {
    const gate = createD1Gate({ db: testEnv.DB, now: () => 5 });
    const insert = "INSERT INTO dedup_keys (key, claimed_at, expires_at) VALUES ('a', 1, 'soon')";

    await expect(throughGate(gate, () => testEnv.DB.prepare(insert).run())).rejects.toThrow();
    expect(gate.state()).toEqual({ store: "d1" });
  });
});

it("tells a transient error from a statement's fault and a missing schema", async () => {
  const fault = await testEnv.DB.prepare("SELECT * FROM nowhere")
    .run()
    .catch((error: unknown) => error);

  expect(isMissingSchema(fault)).toBe(true);
  expect(isD1Unreachable(fault)).toBe(false);
  expect(
    isD1Unreachable(new Error("D1_ERROR: D1 DB is overloaded. Too many requests queued.")),
  ).toBe(true);
  expect(isD1Unreachable(new TypeError("x is not a function"))).toBe(false);
});
