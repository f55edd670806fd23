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

it("names a missing setting and what it switches off", async () => {
  const world = await createWorld({ env: { TELEGRAM_WEBHOOK_SECRET: undefined } });
  const response = await world.request("/health");
  expect(await response.json()).toMatchObject({
    missing: [{ setting: "TELEGRAM_WEBHOOK_SECRET", off: "commands from Telegram" }],
  });
  expect((await world.request("/telegram/webhook", { method: "POST", body: "{}" })).status).toBe(
    503,
  );
});

it("names each missing secret of the chats, whose endpoint is off and says so, too", async () => {
  for (const [setting, off, endpoint] of [
    ["DISCORD_PUBLIC_KEY", "commands from Discord", "/discord/interactions"],
    ["TELEGRAM_TOKEN", "messages to Telegram", "/telegram/webhook"],
    ["TELEGRAM_WEBHOOK_SECRET", "commands from Telegram", "/telegram/webhook"],
  ] as const) {
    const world = await createWorld({ env: { [setting]: undefined } });
    const response = await world.request("/health");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ missing: [{ setting, off }] });
    expect((await world.request(endpoint, { method: "POST", body: "{}" })).status).toBe(503);
  }
});
