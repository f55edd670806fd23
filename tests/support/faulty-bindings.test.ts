import { expect, it } from "vitest";
import { testEnv } from "./env.ts";
import { countingD1, countingKv, failingD1, quotaKv, staleKv } from "./faulty-bindings.ts";

const INSERT = "INSERT INTO dedup_keys (key, claimed_at, expires_at) VALUES (?1, 1, 2)";

it("counts every statement of a batch, one round trip, and the rows written", async () => {
  const { db, counts, reset } = countingD1(testEnv.DB);

  await db.batch([db.prepare(INSERT).bind("a"), db.prepare(INSERT).bind("b")]);
  expect(counts).toMatchObject({ statements: 2, roundTrips: 1 });
  expect(counts.rowsWritten).toBeGreaterThanOrEqual(2);

  reset();
  expect(await db.prepare("SELECT key FROM dedup_keys WHERE key = 'a'").first("key")).toBe("a");
  expect(counts).toMatchObject({ statements: 1, roundTrips: 1, rowsWritten: 0 });
});

it("fails D1 only while it is down, also through another wrapper", async () => {
  let down = true;
  const { db, counts } = countingD1(failingD1(testEnv.DB, () => down));

  await expect(db.batch([db.prepare(INSERT).bind("a")])).rejects.toThrow("Network connection");
  down = false;
  await db.batch([db.prepare(INSERT).bind("a")]);
  expect(counts.roundTrips).toBe(2);
});

it("serves an old value, and an old absence, until the location catches up", async () => {
  const { kv, catchUp } = staleKv(testEnv.KV);

  expect(await kv.get("a")).toBeNull();
  await kv.put("a", `{"b":1}`);
  expect(await kv.get("a")).toBeNull();
  catchUp();
  expect(await kv.get("a", "json")).toEqual({ b: 1 });
});

it("refuses writes over quota and counts operations", async () => {
  await expect(quotaKv(testEnv.KV).put("a", "1")).rejects.toThrow("429");
  const { kv, counts } = countingKv(testEnv.KV);
  await kv.put("a", "1");
  await kv.get("a");
  expect(counts).toMatchObject({ reads: 1, writes: 1, written: ["a"] });
});
