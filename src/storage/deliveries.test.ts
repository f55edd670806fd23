import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import type { D1Gate } from "./d1-gate.ts";
import { createDeliveryStore } from "./deliveries.ts";

const key = { provider: "github", endpoint: "g", deliveryId: "d" } as const;
const START = 1_000_000_000_000;

const gateOf = (usable: boolean): D1Gate => ({
  usable: () => Promise.resolve(usable),
  failed: () => {},
  succeeded: () => {},
  state: () => ({ store: usable ? "d1" : "kv" }),
});

function storeAt(clock: { now: number }, usable = true) {
  const { DB: db, KV: kv } = testEnv;
  return createDeliveryStore({ db, kv, gate: gateOf(usable), now: () => clock.now });
}

async function setStatus(usable: boolean, status: string, at: number): Promise<void> {
  const name = "delivery-state:github:g:d";
  if (!usable) return await testEnv.KV.put(name, JSON.stringify({ status, at }));
  await testEnv.DB.prepare("UPDATE delivery_state SET status = ?2, updated_at = ?3 WHERE key = ?1")
    .bind(name, status, at)
    .run();
}

it.each([
  ["D1", true],
  ["KV", false],
])(
  "accepts a delivery once, and again only where the first came to nothing (%s)",
  async (_, usable) => {
    const clock = { now: START };
    const store = storeAt(clock, usable);

    expect(await store.claim(key)).toBe("accepted");
    expect(await store.claim(key)).toBe("duplicate");
    clock.now += 59_999;
    expect(await store.claim(key)).toBe("duplicate");
    clock.now += 1;
    expect(await store.claim(key)).toBe("accepted");
    for (const status of ["processing", "delivered", "retrying"]) {
      await setStatus(usable, status, clock.now - 3_600_000);
      expect(await store.claim(key)).toBe("duplicate");
    }
    for (const status of ["failed", "dead"]) {
      await setStatus(usable, status, clock.now);
      expect(await store.claim(key)).toBe("accepted");
    }
    await store.release(key);
    expect(await store.claim(key)).toBe("accepted");
  },
);

it("lets exactly one of a hundred parallel claims win, and does not disturb a delivery's state", async () => {
  const store = storeAt({ now: START });

  const claims = await Promise.all(Array.from({ length: 100 }, () => store.claim(key)));

  expect(claims.filter((claim) => claim === "accepted")).toHaveLength(1);
  await setStatus(true, "delivered", START);
  await store.claim(key);
  const state = await testEnv.DB.prepare("SELECT status FROM delivery_state").first("status");
  expect(state).toBe("delivered");
});

it("keeps one group's delivery apart from another's, and forgets after seven days", async () => {
  const clock = { now: START };
  const store = storeAt(clock);
  await store.claim(key);
  await setStatus(true, "delivered", START);

  expect(await store.claim({ ...key, endpoint: "other" })).toBe("accepted");
  clock.now += 7 * 86_400_000 - 1;
  expect(await store.claim(key)).toBe("duplicate");
  clock.now += 1;
  expect(await store.claim(key)).toBe("accepted");
  expect(await testEnv.DB.prepare("SELECT key FROM dedup_keys ORDER BY key").all()).toMatchObject({
    results: [{ key: "delivery:github:g:d" }, { key: "delivery:github:other:d" }],
  });
});

it.each(["", "{", "7", "null", "[]", `{"status":5,"at":"x"}`])(
  "takes a state in KV that reads %s for none, and the delivery for known",
  async (text) => {
    const clock = { now: START };
    const store = storeAt(clock, false);
    await store.claim(key);
    await testEnv.KV.put("delivery-state:github:g:d", text);
    clock.now += 60_000;

    expect(await store.claim(key)).toBe("duplicate");
    expect(await store.claim({ ...key, deliveryId: "e" })).toBe("accepted");
  },
);

it("writes the contract's keys and lifetimes to KV", async () => {
  const before = Math.floor(Date.now() / 1000);

  await storeAt({ now: START }, false).claim(key);

  const { keys } = await testEnv.KV.list();
  expect(keys.map(({ name }) => name)).toEqual([
    "delivery-state:github:g:d",
    "delivery:github:g:d",
  ]);
  const lifetimes = keys.map(({ expiration }) => (expiration ?? 0) - before);
  expect(lifetimes[0]).toBeCloseTo(3_600, -1);
  expect(lifetimes[1]).toBeCloseTo(7 * 86_400, -1);
  expect(await testEnv.KV.get("delivery:github:g:d")).toBe("1");
  expect(await testEnv.KV.get("delivery-state:github:g:d", "json")).toEqual({
    status: "pending",
    at: START,
  });
});
