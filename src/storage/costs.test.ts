import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { countingD1, countingKv } from "../../tests/support/faulty-bindings.ts";
import { createAuditLogs } from "./audit-logs.ts";
import { createChats } from "./chats.ts";
import { createConfigurationStore } from "./configuration.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createEncryption } from "./encryption.ts";
import { createLinks } from "./links.ts";
import { createNonces } from "./nonces.ts";
import { createOAuthStates } from "./oauth-states.ts";
import { createOneTimeClaims } from "./one-time.ts";
import { createPendingLinks } from "./pending-links.ts";
import { createAccountTokens } from "./tokens.ts";

const HOUR = 3_600_000;

/** D1 round trips, rows written, KV reads and writes of each act. The table of docs/storage.md says the same. */
it("costs what the documentation says", async () => {
  const { db, counts: d1, reset: resetD1 } = countingD1(testEnv.DB);
  const { kv, counts: inKv, reset: resetKv } = countingKv(testEnv.KV);
  const now = () => Date.now();
  const gate = createD1Gate({ db, now });
  const encryption = createEncryption({ key: "k".repeat(32) });
  if (encryption === undefined) throw new Error("no key");
  await gate.usable();

  const costOf = async (act: () => Promise<unknown>) => {
    resetD1();
    resetKv();
    await act();
    return [d1.roundTrips, d1.rowsWritten, inKv.reads, inKv.writes];
  };

  const store = createConfigurationStore({ db, kv, gate, now });
  const group = { id: "a", name: "A", members: [] };
  const route = { id: "r", groupId: "a", name: "", enabled: true, filters: [], targets: [] };
  await store.saveGroup(group);
  const { revision } = await store.current();
  expect(await costOf(() => store.at(revision))).toEqual([0, 0, 0, 0]);
  expect(await costOf(() => createConfigurationStore({ db, kv, gate, now }).at(revision))).toEqual([
    0, 0, 1, 0,
  ]);
  expect(await costOf(() => store.saveGroup(group))).toEqual([2, 2, 0, 2]);
  expect(await costOf(() => store.saveRoute(route))).toEqual([2, 2, 0, 2]);

  const claims = createOneTimeClaims({ db, gate, now });
  const states = createOAuthStates({ kv, claims, now });
  expect(await costOf(() => createNonces({ kv, claims, gate, now }).use("a", "n"))).toEqual([
    1, 2, 0, 1,
  ]);
  const hex = await states.create({ redirectTo: "/" });
  expect(await costOf(() => states.consume(hex))).toEqual([1, 2, 1, 0]);

  const tokens = createAccountTokens({ db, kv, gate, encryption, now });
  const pair = { accessToken: "a", expiresAt: now() + HOUR, refreshToken: "r" };
  const renewed = { ...pair, accessToken: "b" };
  expect(await costOf(() => tokens.save("1", pair))).toEqual([2, 2, 1, 2]);
  expect(await costOf(() => tokens.current("1"))).toEqual([0, 0, 1, 0]);
  expect(await costOf(() => tokens.refresh("1", async () => renewed, "a"))).toEqual([3, 3, 0, 2]);
  expect(await costOf(() => tokens.byAccessToken("b"))).toEqual([1, 0, 0, 0]);

  const pending = createPendingLinks({ db, encryption, now });
  const waiting = { platform: "discord", chatUserId: "1", secret: "s", tokens: pair } as const;
  const identity = { githubUserId: "1", login: "l" };
  expect(await costOf(() => pending.create({ ...waiting, identity }))).toEqual([1, 3, 0, 0]);
  expect(await costOf(() => pending.confirm("discord", "1", "s"))).toEqual([1, 1, 0, 0]);
  const link = { platform: "discord", chatUserId: "1", githubUserId: "1" } as const;
  expect(await costOf(() => createLinks({ db, now }).save(link))).toEqual([1, 2, 0, 0]);
  const chat = {
    targetId: "discord:1",
    platform: "discord",
    groupId: "a",
    connectedBy: "x",
  } as const;
  expect(await costOf(() => createChats({ db, now }).connect(chat))).toEqual([1, 2, 0, 0]);
  const entry = { action: "x", groupId: "a" };
  expect(await costOf(() => createAuditLogs({ db, now }).record(entry))).toEqual([1, 3, 0, 0]);
});
