import { applyD1Migrations } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { testEnv } from "../support/env.ts";
import { migrate, startFromOlderDatabase } from "../support/older-database.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const { DB, KV, TEST_MIGRATIONS } = testEnv;
const { payload } = findExample("fork");
const fork = (deliveryId: string) => ({ event: "fork", payload, deliveryId });
const shown = ({ discord, telegram }: World) => [
  discord.log.messages().length,
  telegram.log.messages().length,
];

const SOME = [0, Math.floor(TEST_MIGRATIONS.length / 2), TEST_MIGRATIONS.length - 1];

describe.each(SOME)("an older database with the first %i of our migrations", (applied) => {
  it("shows each webhook once, from KV, and is used by itself once the others have run", async () => {
    await startFromOlderDatabase([]);
    await applyD1Migrations(DB, TEST_MIGRATIONS.slice(0, applied));
    const world = await createWorld();
    await world.configure([{ id: "team", name: "Team" }], [sampleRoute(world)]);

    expect((await world.hook(fork("a"))).status).toBe(202);
    expect((await world.hook(fork("a"))).status).toBe(200);
    await world.drain();
    await world.tick();
    expect(shown(world)).toEqual([1, 1]);
    expect(await (await world.request("/health")).text()).toContain("not_migrated");

    await migrate();
    world.pass(6_000);
    expect((await world.hook(fork("b"))).status).toBe(202);
    await world.drain();
    expect(shown(world)).toEqual([2, 2]);
    const claimed = await DB.prepare("SELECT key FROM dedup_keys").all();
    expect(claimed.results).toEqual([{ key: "delivery:github:global:b" }]);
  });
});

it("goes on with what an older deployment kept in KV", async () => {
  const secret = "ab".repeat(32);
  const world = await createWorld({ env: { DISCORD_COMMAND_SCOPE: "guild" } });
  const older: Record<string, string> = {
    "config:groups": JSON.stringify([{ id: "team", name: "Team", adminIds: ["1"] }]),
    "config:routes": JSON.stringify([
      { id: "r", groupId: "team", target: { channelId: world.channelId } },
    ]),
    "tenant:team": secret,
    "delivery:github:team:a": "1",
    "msg:r:fork:discord:1": "99",
    [`cmd:guild:${world.guildId}`]: "1",
    "cmd:registered:global": "1",
    "config:discord-app-id": world.discord.applicationId,
  };
  for (const [key, value] of Object.entries(older)) await KV.put(key, value);

  const hook = { ...fork("b"), path: "/webhook/team", secret };
  expect((await world.hook(hook)).status).toBe(202);
  expect((await world.hook({ ...hook, secret: "cd".repeat(32) })).status).toBe(401);
  await world.drain();
  await world.tick();

  expect(shown(world)).toEqual([1, 0]);
  expect(world.discord.registered(world.guildId)).not.toEqual([]);
  expect(await KV.get(`cmd:guild:${world.guildId}`)).not.toBe("1");
  expect(await KV.get("tenant:team")).toBe(secret);
  const routes = await DB.prepare("SELECT group_id, id FROM d1_routes").all();
  expect(routes.results).toEqual([{ group_id: "team", id: "r" }]);
});
