import { expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { createAuditLogs } from "./audit-logs.ts";
import { createChats } from "./chats.ts";

const { DB } = testEnv;
const chats = createChats({ db: DB, now: () => 5 });

const ours = {
  targetId: "telegram:-1",
  platform: "telegram",
  groupId: "a",
  title: "Team",
  connectedBy: "telegram:9",
} as const;

it("connects a chat to one group at a time", async () => {
  expect(await chats.connect(ours)).toBe("connected");
  expect(await chats.connect({ ...ours, groupId: "b" })).toBe("taken");
  expect(await chats.disconnect("telegram:-1", "b")).toBe(false);
  expect(await chats.find("telegram:-1")).toEqual({ ...ours, connectedAt: 5 });

  expect(await chats.disconnect("telegram:-1", "a")).toBe(true);
  expect(await chats.connect({ ...ours, groupId: "b" })).toBe("connected");
  expect(await chats.ofGroup("b")).toMatchObject([{ targetId: "telegram:-1", title: "Team" }]);
  await chats.disconnectAll("b");
  expect(await chats.ofGroup("b")).toEqual([]);
});

it("keeps a chat's settings with and without a group, each by itself", async () => {
  const place = { targetId: "discord:7", platform: "discord" } as const;
  await chats.set(place, { defaultRepo: "acme/app" });
  await chats.set(place, { lang: "zh" });
  await chats.connect({ ...place, groupId: "a", connectedBy: "discord:1" });
  expect(await chats.find("discord:7")).toMatchObject({
    defaultRepo: "acme/app",
    lang: "zh",
    groupId: "a",
  });

  await chats.set(place, { lang: null });
  await chats.disconnect("discord:7", "a");
  expect(await chats.find("discord:7")).toEqual({ ...place, defaultRepo: "acme/app" });
});

it("moves a Telegram chat with its topics, and no other chat", async () => {
  for (const targetId of ["telegram:-1", "telegram:-1:7", "telegram:-12", "telegram:-1000:7"]) {
    await chats.connect({ ...ours, targetId });
  }
  await chats.moveTelegramChat("-1", "-100");

  const ids = (await chats.ofGroup("a")).map(({ targetId }) => targetId);
  expect(ids).toEqual(["telegram:-100", "telegram:-1000:7", "telegram:-100:7", "telegram:-12"]);
});

it("records administrative acts and lists them page by page, the newest first", async () => {
  for (const [at, groupId] of [
    [1, "a"],
    [1, "b"],
    [2, "a"],
    [3, "a"],
  ] as const) {
    const logs = createAuditLogs({ db: DB, now: () => at });
    await logs.record({ action: `at ${at}`, groupId, actorId: "9", detail: { at } });
  }
  await DB.prepare("UPDATE audit_logs SET detail = '{' WHERE ts = 3").run();
  const logs = createAuditLogs({ db: DB, now: () => 4 });
  const page = await logs.list({ groupId: "a", limit: 2 });

  expect(page.map(({ action, detail }) => [action, detail])).toEqual([
    ["at 3", undefined],
    ["at 2", { at: 2 }],
  ]);
  const before = page[1];
  if (before === undefined) throw new Error("no page");
  expect(await logs.list({ groupId: "a", before, limit: 2 })).toMatchObject([{ at: 1 }]);
  expect(await logs.list({ limit: 9 })).toHaveLength(4);
});
