import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { createPayloadStore, MissingPayload } from "./payloads.ts";

const { KV, PAYLOAD } = testEnv;
const DAY = 86_400_000;
const key = { provider: "github", endpoint: "a", deliveryId: "d" } as const;
const body = new TextEncoder().encode(`{"a":"é🔑"}`);

const store = (at = Date.now(), bucket: R2Bucket | undefined = PAYLOAD) =>
  createPayloadStore({ bucket, kv: KV, now: () => at });
const inKv = () => createPayloadStore({ bucket: undefined, kv: KV, now: () => 0 });

it("parks a body in R2 under its UTC date, byte for byte", async () => {
  const at = Date.UTC(2026, 0, 2, 23, 59, 59, 999);
  const reference = await store(at).park(key, body);

  expect(reference).toMatch(/^webhooks\/2026\/01\/02\/[0-9a-f-]{36}\.json$/);
  expect(await store(at + 1).park(key, body)).toMatch(/^webhooks\/2026\/01\/03\//);
  expect(new Uint8Array(await store().load(reference))).toEqual(body);
});

it("parks a body in KV without R2", async () => {
  const reference = await inKv().park(key, body);
  expect(new Uint8Array(await inKv().load(reference))).toEqual(body);
  await inKv().remove(reference);
  await expect(inKv().load(reference)).rejects.toThrow(MissingPayload);
});

it("parks a body in KV when R2 does not take it, and keeps it there for eight days when asked to", async () => {
  const puts: unknown[] = [];
  const kv = {
    get: KV.get.bind(KV),
    put: (...args: Parameters<typeof KV.put>) => {
      puts.push(args[2]);
      return KV.put(...args);
    },
  };
  const failing = { put: () => Promise.reject(new Error("R2: internal error")) };
  const one = createPayloadStore({
    bucket: { ...PAYLOAD, ...failing },
    kv: kv as typeof KV,
    now: () => 0,
  });
  const reference = await one.park(key, body);
  await one.keep(reference);

  expect(new Uint8Array(await one.load(reference))).toEqual(body);
  expect(puts).toEqual([{ expirationTtl: 3_600 }, { expirationTtl: 8 * 86_400 }]);
});

it("makes a missing body an error, never an empty event", async () => {
  const reference = await store().park(key, body);
  await store().remove(reference);

  await expect(store().load(reference)).rejects.toThrow(MissingPayload);
  await expect(inKv().load(reference)).rejects.toThrow(MissingPayload);
});

describe("orphans", () => {
  it("go once they are over seven days old, so many at a time", async () => {
    for (let n = 0; n < 3; n++) await store().park(key, body);
    const [first] = (await PAYLOAD.list()).objects;
    const uploaded = first?.uploaded.getTime() ?? 0;

    expect(await store(uploaded + 7 * DAY).sweepOrphans(1)).toBe(0);
    expect(await store(uploaded + 7 * DAY + 1).sweepOrphans(1)).toBe(1);
    expect(await store(Date.now() + 7 * DAY + 1000).sweepOrphans(1)).toBe(1);
    expect((await PAYLOAD.list()).objects).toHaveLength(1);
    expect(await inKv().sweepOrphans(2)).toBe(0);
  });
});
