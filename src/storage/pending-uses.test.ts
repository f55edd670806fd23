import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { createPendingUses } from "./pending-uses.ts";

const owner = { platform: "discord", chatUserId: "1", chatId: "10" } as const;
const use = { path: "pr merge", args: { ref: "acme/app#1" } };

it("is taken once, even by many presses at the same moment", async () => {
  const store = createPendingUses(testEnv.DB, () => 1_000);
  const id = await store.put(use, owner);

  const taken = await Promise.all(Array.from({ length: 20 }, () => store.take(id, owner)));

  expect(taken.filter((found) => found !== undefined)).toEqual([use]);
});

it("belongs to whom it was kept for, where it was kept", async () => {
  const store = createPendingUses(testEnv.DB, () => 1_000);
  const id = await store.put(use, owner);

  expect(await store.take(id, { ...owner, chatUserId: "2" })).toBeUndefined();
  expect(await store.take(id, { ...owner, chatId: "11" })).toBeUndefined();
  expect(await store.take(id, { ...owner, platform: "telegram" })).toBeUndefined();
  expect(await store.take(id, owner)).toEqual(use);
});

it.each(["", "{", "7", "null", `{"path":"x"}`, `{"path":"x","args":{"a":1}}`])(
  "counts as missing when it reads %s",
  async (text) => {
    const store = createPendingUses(testEnv.DB, () => 1_000);
    const id = await store.put(use, owner);
    await testEnv.DB.prepare("UPDATE pending_uses SET use = ?1").bind(text).run();

    expect(await store.take(id, owner)).toBeUndefined();
  },
);

it("is gone after fifteen minutes", async () => {
  let now = 1_000;
  const store = createPendingUses(testEnv.DB, () => now);
  const id = await store.put(use, owner);
  now += 15 * 60_000;

  expect(await store.take(id, owner)).toBeUndefined();
});
