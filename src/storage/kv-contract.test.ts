import { describe, expect, it } from "vitest";
import { testEnv } from "../../tests/support/env.ts";
import { createAppIdStore } from "./app-id.ts";
import { createCommandMarkers } from "./command-markers.ts";
import { createD1Gate } from "./d1-gate.ts";
import { createI18nOverlays } from "./i18n-overlays.ts";
import { createInvites } from "./invites.ts";
import { keepKvMessage, readKvMessage } from "./message-tracking-kv.ts";
import { createNonces } from "./nonces.ts";
import { createOAuthStates } from "./oauth-states.ts";
import { createOneTimeClaims } from "./one-time.ts";
import { createPayloadStore } from "./payloads.ts";
import { createSessions } from "./sessions.ts";
import { createTenantSecrets } from "./tenant-secrets.ts";

const { DB, KV } = testEnv;
const DAY = 86_400;

let time = Date.now();
const now = () => time;
const gate = createD1Gate({ db: DB, now });
const claims = createOneTimeClaims({ db: DB, gate, now });

/** Every key with its bytes, metadata and TTL in seconds (`"permanent"` without). */
async function stored() {
  const { keys } = await KV.list();
  return await Promise.all(
    keys.map(async ({ name, expiration, metadata }) => ({
      name,
      value: await KV.get(name),
      metadata,
      ttl: expiration === undefined ? "permanent" : Math.round(expiration - Date.now() / 1000),
    })),
  );
}

/** TTLs are whole seconds from when the write arrived. */
const about = (seconds: number) => expect.closeTo(seconds, -1) as number;

async function storedOne() {
  const [one, ...others] = await stored();
  if (one === undefined) throw new Error("nothing is stored");
  expect(others).toEqual([]);
  return { ...one, json: () => JSON.parse(one.value ?? "") as unknown };
}

describe("names, shapes and lifetimes in KV", () => {
  it("session:{id}", async () => {
    const id = await createSessions(KV).create({ userId: "1", login: "ann" });

    const one = await storedOne();
    expect(one).toMatchObject({ name: `session:${id}`, ttl: about(7 * DAY) });
    expect(id).toMatch(/^[0-9a-f]{64}$/);
    expect(one.json()).toEqual({ userId: "1", login: "ann" });
  });

  it("state:{hex}", async () => {
    const states = createOAuthStates({ kv: KV, claims, now });
    const hex = await states.create({ redirectTo: "/x", telegramUserId: "5", telegramChatId: "6" });

    const one = await storedOne();
    expect(one).toMatchObject({ name: `state:${hex}`, ttl: about(600) });
    expect(hex).toMatch(/^[0-9a-f]{32}$/);
    expect(one.json()).toEqual({
      redirectTo: "/x",
      expiresAt: time + 600_000,
      telegramUserId: "5",
      telegramChatId: "6",
    });
  });

  it("invite:{token} and invite:group:{id}", async () => {
    const invites = createInvites({ kv: KV, claims, now });
    const given = { groupId: "a", role: "viewer", createdBy: "1", note: "n" } as const;
    const { token } = await invites.create(given);

    const all = await stored();
    const [list, one] = [
      all.find(({ name }) => name === "invite:group:a"),
      all.find(({ name }) => name === `invite:${token}`),
    ];
    expect(all).toHaveLength(2);
    expect(one?.ttl).toEqual(about(7 * DAY));
    expect(JSON.parse(one?.value ?? "")).toEqual({ ...given, expiresAt: time + 7 * DAY * 1000 });
    expect(list).toMatchObject({ value: JSON.stringify([token]), ttl: about(7 * DAY) });
  });

  it("nonce:{nonce}, claimed in D1 as nonce:{groupId}:{nonce}", async () => {
    await createNonces({ kv: KV, claims, gate, now }).use("a", "n1");

    expect(await storedOne()).toMatchObject({ name: "nonce:n1", value: "1", ttl: about(600) });
    const row = await DB.prepare("SELECT * FROM dedup_keys").first();
    expect(row).toMatchObject({ key: "nonce:a:n1", claimed_at: time, expires_at: time + 600_000 });
  });

  it("tenant:{groupId}, with the secret before in its metadata for a day", async () => {
    const secrets = createTenantSecrets({ kv: KV, claims, now });
    const first = await secrets.rotate("a");
    expect(await storedOne()).toMatchObject({
      name: "tenant:a",
      value: expect.stringMatching(/^[0-9a-f]{64}$/),
      ttl: "permanent",
    });

    const second = await secrets.rotate("a");
    const metadata = { previous: first, previousUntil: time + DAY * 1000 };
    expect(await storedOne()).toMatchObject({ value: second, metadata, ttl: "permanent" });
  });

  it("cmd:guild:{id} and cmd:registered:global", async () => {
    const markers = createCommandMarkers(KV);
    await markers.setGuild("7", "hash");
    await markers.setGlobal("hash");

    expect(await stored()).toEqual([
      expect.objectContaining({ name: "cmd:guild:7", value: "hash", ttl: "permanent" }),
      expect.objectContaining({ name: "cmd:registered:global", value: "hash", ttl: about(DAY) }),
    ]);
  });

  it("config:discord-app-id", async () => {
    await createAppIdStore(KV).save("123");
    expect(await storedOne()).toMatchObject({
      name: "config:discord-app-id",
      value: "123",
      ttl: "permanent",
    });
  });

  it("i18n:{lang}", async () => {
    const overlays = createI18nOverlays({ kv: KV, check: () => undefined, now });
    await overlays.save("fr", { a: { b: "c" } });
    expect(await storedOne()).toMatchObject({
      name: "i18n:fr",
      value: `{"a.b":"c"}`,
      ttl: "permanent",
    });
  });

  it("queue:payload:{provider}:{groupId}:{id}", async () => {
    const payloads = createPayloadStore({ bucket: undefined, kv: KV, now });
    const key = { provider: "gitea", endpoint: "global", deliveryId: "d" } as const;
    await payloads.park(key, new TextEncoder().encode("{…}"));
    expect(await storedOne()).toMatchObject({
      name: "queue:payload:gitea:global:d",
      value: "{…}",
      ttl: about(3_600),
    });
  });
});

it("msg:{routeId}:{key}:{target}, whose key begins with the group", async () => {
  const shown = { groupId: "g", routeId: "r", key: "issue:1:2", targetId: "telegram:-1:7" };
  await keepKvMessage(KV, shown, "55");
  expect(await storedOne()).toMatchObject({
    name: "msg:r:g:issue:1:2:telegram:-1:7",
    value: "55",
    ttl: about(DAY),
  });
  expect(await readKvMessage(KV, shown)).toBe("55");

  const long = { ...shown, key: "密".repeat(400) };
  await keepKvMessage(KV, long, "56");
  expect(await readKvMessage(KV, long)).toBe("56");
  await KV.put("msg:r:g:issue:1:2:telegram:-1:7", "");
  expect(await readKvMessage(KV, shown)).toBeUndefined();
});

describe("a corrupt value", () => {
  const CORRUPT = ["", "{", "null", "[]", "7", `{"userId":5}`, `"text"`];

  it("counts as missing, whatever is wrong with it", async () => {
    const hex = "0".repeat(32);
    const id = "0".repeat(64);
    const invites = createInvites({ kv: KV, claims, now });
    for (const corrupt of CORRUPT) {
      for (const key of [
        `session:${id}`,
        `state:${hex}`,
        `invite:${hex}`,
        "tenant:a",
        "config:discord-app-id",
        "i18n:fr",
        "invite:group:a",
      ]) {
        await KV.put(key, corrupt);
      }
      time += 30_000;
      expect(await createSessions(KV).read(id)).toBeUndefined();
      expect(await createOAuthStates({ kv: KV, claims, now }).consume(hex)).toBeUndefined();
      expect(await invites.consume(hex)).toBeUndefined();
      expect(await invites.list("a")).toEqual([]);
      expect(await createTenantSecrets({ kv: KV, claims, now }).accepted("a")).toEqual([]);
      const overlays = createI18nOverlays({ kv: KV, check: () => undefined, now });
      expect((await overlays.read("fr")).messages).toEqual({});
      if (corrupt !== "7") expect(await createAppIdStore(KV).read()).toBeUndefined();
    }
  });

  it("of the invite list does not stop a new invite from being listed", async () => {
    await KV.put("invite:group:a", "{");
    const invites = createInvites({ kv: KV, claims, now });
    await invites.create({ groupId: "a", role: "viewer", createdBy: "1" });
    expect(await invites.list("a")).toHaveLength(1);
  });
});

describe("a webhook secret", () => {
  it("stays good for a day after it was replaced, and not a moment longer", async () => {
    const secrets = createTenantSecrets({ kv: KV, claims, now });
    const first = await secrets.rotate("a");
    const second = await secrets.rotate("a");

    expect(await secrets.accepted("a")).toEqual([second, first]);
    time += DAY * 1000 - 1;
    expect(await secrets.accepted("a")).toEqual([second, first]);
    time += 1;
    expect(await secrets.accepted("a")).toEqual([second]);
    await secrets.remove("a");
    expect(await secrets.accepted("a")).toEqual([]);
  });
});

describe("a session", () => {
  it("is read back until it is removed", async () => {
    const sessions = createSessions(KV);
    const id = await sessions.create({ userId: "1", login: "ann" });

    expect(await sessions.read(id)).toEqual({ userId: "1", login: "ann" });
    await sessions.remove(id);
    expect(await sessions.read(id)).toBeUndefined();
  });
});

it("lists the guilds that have commands of their own", async () => {
  const markers = createCommandMarkers(KV);
  await markers.setGuild("7", "1");
  await markers.setGuild("8", "hash");
  await markers.removeGuild("8");

  expect(await markers.guilds()).toEqual(["7"]);
  expect(await markers.guild("7")).toBe("1");
  expect(await markers.global()).toBeUndefined();
});

describe("an overlay", () => {
  const check = (key: string, message: string) => {
    if (!key.startsWith("known.")) return "unknown key";
    return message.includes("{broken") ? "broken placeholder" : undefined;
  };

  it("may be nested or dotted, and what is wrong with it is left out key by key", async () => {
    await KV.put(
      "i18n:en",
      JSON.stringify({
        known: { a: "A", deep: { b: "B" }, list: ["x"], broken: "{broken" },
        "known.c": "C",
        other: "?",
        __proto__x: 1,
      }),
    );
    const { messages, problems } = await createI18nOverlays({ kv: KV, check, now }).read("en");

    expect(messages).toEqual({ "known.a": "A", "known.deep.b": "B", "known.c": "C" });
    expect(problems).toEqual([
      { key: "known.list", problem: "not a text" },
      { key: "known.broken", problem: "broken placeholder" },
      { key: "other", problem: "unknown key" },
      { key: "__proto__x", problem: "not a text" },
    ]);
  });

  it("is read once in 30 s", async () => {
    const overlays = createI18nOverlays({ kv: KV, check, now });
    expect((await overlays.read("zh")).messages).toEqual({});
    await KV.put("i18n:zh", `{"known.a":"甲"}`);
    time += 29_999;
    expect((await overlays.read("zh")).messages).toEqual({});
    time += 1;
    expect((await overlays.read("zh")).messages).toEqual({ "known.a": "甲" });
  });

  it("is not saved while something is wrong with it", async () => {
    const overlays = createI18nOverlays({ kv: KV, check, now });
    expect(await overlays.save("fr", { other: "x" })).toEqual([
      { key: "other", problem: "unknown key" },
    ]);
    expect(await overlays.save("../x", {})).toHaveLength(1);
    expect(await stored()).toEqual([]);
    expect(await overlays.save("fr", { "known.a": "x" })).toEqual([]);
    expect((await overlays.read("fr")).messages).toEqual({ "known.a": "x" });
    await overlays.remove("fr");
    expect((await overlays.read("fr")).messages).toEqual({});
  });
});
