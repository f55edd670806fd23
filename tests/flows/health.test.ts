import { expect, it } from "vitest";
import { createWorld } from "../support/world.ts";

it("is ok when everything is there, and names no secret", async () => {
  const world = await createWorld();
  const response = await world.request("/health");
  const text = await response.text();
  expect(response.status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({
    status: "ok",
    d1: { state: "ok" },
    kv: "ok",
    outbox: { due: 0 },
    missing: [],
  });
  expect(text).not.toContain("secret-");
});

it("is degraded but 200 while only KV works, and says what to do", async () => {
  const world = await createWorld();
  await world.env.DB?.exec("DROP TABLE d1_migrations");
  const response = await world.request("/health");
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    status: "degraded",
    d1: { state: "not_migrated", store: "kv", advice: expect.stringContaining("npm run migrate") },
  });
});

it("is 503 only when neither D1 nor KV works", async () => {
  const world = await createWorld({ env: { DB: undefined, KV: undefined } });
  const response = await world.request("/health");
  expect(response.status).toBe(503);
});

it("names what is set to something that cannot be used, and who is missing to create groups", async () => {
  const env = { ENCRYPTION_KEY: "short", BASE_URL: "worker.example", ADMIN_USER_IDS: " " };
  const world = await createWorld({ env });
  const { missing } = await (await world.request("/health")).json<{ missing: unknown }>();
  expect(missing).toEqual([
    { setting: "ENCRYPTION_KEY", off: "linking GitHub accounts", unusable: true },
    { setting: "BASE_URL", off: expect.stringContaining("linking"), unusable: true },
    { setting: "ADMIN_USER_IDS", off: "creating groups" },
  ]);
});

it("names each missing secret of the chats, whose endpoint believes nobody then", async () => {
  for (const [setting, off, endpoint] of [
    ["DISCORD_PUBLIC_KEY", "commands from Discord", "/discord/interactions"],
    ["TELEGRAM_TOKEN", "messages to Telegram", "/telegram/webhook"],
    ["TELEGRAM_WEBHOOK_SECRET", "commands from Telegram", "/telegram/webhook"],
  ] as const) {
    const world = await createWorld({ env: { [setting]: undefined } });
    const response = await world.request("/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ missing: [{ setting, off }] });
    expect((await world.request(endpoint, { method: "POST", body: "{}" })).status).toBe(401);
  }
});
