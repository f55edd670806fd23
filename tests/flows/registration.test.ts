import { beforeEach, describe, expect, it } from "vitest";
import { network } from "../../sandbox/stand-ins/network.ts";
import { registrationWords } from "../../scripts/registration-words.ts";
import { readConfig } from "../../src/config.ts";
import { createRegistration, type Registration } from "../../src/context/registration.ts";
import { createTelegramBot } from "../../src/context/telegram-bot.ts";
import { createAppIdStore } from "../../src/storage/app-id.ts";
import { createCommandMarkers } from "../../src/storage/command-markers.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
/** `METHOD path` of every request that changes something. */
let writes: string[];

beforeEach(async () => {
  world = await createWorld();
  writes = [];
});

/** Registration as the script runs it, among the same stand-ins; `refuse` answers a PUT in Discord's place. */
function registration(
  settings: Readonly<Record<string, unknown>> = {},
  refuse: (path: string) => Response | undefined = () => undefined,
): Registration {
  const config = readConfig({ ...world.env, ...settings });
  const reach = network({
    "https://discord.com/api/v10": world.discord,
    "https://api.telegram.org": world.telegram,
  });
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method === "PUT" || pathname.includes("/set")) {
      writes.push(`${request.method} ${pathname.replace(/^\/api\/v10|^\/bot[^/]+/, "")}`);
    }
    return (request.method === "PUT" && refuse(pathname)) || reach(request);
  };
  return createRegistration({
    config,
    fetch,
    markers: createCommandMarkers(testEnv.KV),
    appId: createAppIdStore(testEnv.KV),
    bot: createTelegramBot(config, fetch),
  });
}

const perGuild = { DISCORD_COMMAND_SCOPE: "guild" };
const markers = async () =>
  (await testEnv.KV.list({ prefix: "cmd:" })).keys.map(({ name }) => name).sort();
const names = (scope: string) => world.discord.registered(scope).map(({ name }) => name);

describe("registering on Discord", () => {
  it("puts one global set, which Discord takes in every language, and then nothing more", async () => {
    const first = await registration().run();
    expect(first.discord).toMatchObject({ global: "registered", registered: [], waiting: 0 });
    expect(names("global")).toEqual(expect.arrayContaining(["gh", "Comment on GitHub"]));
    expect(await markers()).toEqual(["cmd:registered:global"]);
    expect(await testEnv.KV.get("config:discord-app-id")).toBe(world.discord.applicationId);

    writes = [];
    const second = await registration().run();
    expect(second.discord).toMatchObject({ global: "same" });
    expect(writes).toEqual([]);
  });

  it("asks nobody for the application's id where the setting has it", async () => {
    await registration({ DISCORD_APPLICATION_ID: world.discord.applicationId }).run();
    expect(names("global")).toContain("gh");
    expect(await testEnv.KV.get("config:discord-app-id")).toBeNull();
  });

  it("puts a guild's own set, which Discord takes in every language, in each guild", async () => {
    const other = world.discord.places.guild({ name: "Other" });
    const { discord } = await registration(perGuild).run();
    expect(discord?.registered).toHaveLength(2);
    expect(names(other.id)).toContain("gh");
    expect(names("global")).toEqual([]);
    writes = [];
    await registration(perGuild).run();
    expect(writes).toEqual([]);
  });

  it("never shows a command twice: a changed scope clears the other sets", async () => {
    const { guildId } = world;
    await registration().run();
    await registration(perGuild).run();
    expect([names("global"), names(guildId).length > 0]).toEqual([[], true]);
    const back = await registration().run();
    expect(back.discord?.cleared).toEqual([guildId]);
    expect([names("global").length > 0, names(guildId)]).toEqual([true, []]);
    expect(await markers()).toEqual(["cmd:registered:global"]);
  });

  it("pages through more than 200 guilds, a bounded number of sets in each run", async () => {
    for (let nth = 0; nth < 230; nth += 1) world.discord.places.guild({ name: `Guild ${nth}` });
    const first = await registration(perGuild).run();
    expect(first.discord).toMatchObject({ waiting: 211, limited: false });
    expect(await markers()).toHaveLength(21);
    const rest = await registration(perGuild).run({ limit: 1_000, dryRun: true });
    expect(rest.discord?.registered).toHaveLength(211);
  });

  it("forgets a guild that the bot has left", async () => {
    const other = world.discord.places.guild({ name: "Other" });
    await registration(perGuild).run();
    world.discord.places.leaveGuild(other.id);
    const { discord } = await registration(perGuild).run();
    expect(discord?.forgotten).toEqual([other.id]);
    expect(await markers()).not.toContain(`cmd:guild:${other.id}`);
  });

  it("notes a guild that refuses once, and registers the others", async () => {
    const { guildId } = world;
    const other = world.discord.places.guild({ name: "Other" });
    const noAccess = { code: 50001, message: "Missing Access" };
    const refusing = registration(perGuild, (path) =>
      path.includes(guildId) ? Response.json(noAccess, { status: 403 }) : undefined,
    );
    const { discord } = await refusing.run();
    expect(discord).toMatchObject({ refused: [guildId], registered: [other.id], waiting: 0 });
    writes = [];
    expect((await refusing.run()).discord?.refused).toEqual([]);
    expect(writes).toEqual([]);
    // A person who runs it may have invited the bot anew.
    const again = await registration(perGuild).run({ asksAgain: true });
    expect(again.discord).toMatchObject({ refused: [], registered: [guildId] });
  });

  it("does not note a failure that another run may not meet", async () => {
    const busy = registration(perGuild, (path) =>
      path.includes("/guilds/") ? new Response("<html>", { status: 403 }) : undefined,
    );
    expect((await busy.run()).discord).toMatchObject({ failed: [world.guildId], refused: [] });
    expect((await registration(perGuild).run()).discord?.registered).toEqual([world.guildId]);
  });

  it("adds nothing while something of the other scope is still shown", async () => {
    await registration().run();
    const busy = registration(perGuild, () => new Response("", { status: 503 }));
    expect((await busy.run()).discord).toMatchObject({ global: "failed", waiting: 1 });
    expect(names(world.guildId)).toEqual([]);

    world.discord.places.guild({ name: "Other" });
    await registration(perGuild).run();
    const still = registration({}, (path) =>
      path.includes(world.guildId) ? new Response("", { status: 503 }) : undefined,
    );
    expect((await still.run()).discord).toMatchObject({
      global: "waiting",
      failed: [world.guildId],
    });
    await registration(perGuild).run();
    const { discord } = await registration().run({ limit: 1 });
    expect(discord).toMatchObject({ global: "waiting", waiting: 1 });
    expect(names("global")).toEqual([]);
    expect((await registration().run()).discord).toMatchObject({ global: "registered" });
  });

  it("stops where Discord takes no more today, and leaves the rest for another run", async () => {
    for (let nth = 0; nth < 5; nth += 1) world.discord.places.guild({ name: `Guild ${nth}` });
    let taken = 0;
    const limit = { code: 30034, message: "Max number of creates", retry_after: 3_600 };
    const limited = registration(perGuild, (path) =>
      path.includes("/guilds/") && ++taken > 3 ? Response.json(limit, { status: 400 }) : undefined,
    );
    const { discord } = await limited.run();
    expect(discord).toMatchObject({ limited: true, waiting: 3 });
    expect(discord?.registered).toHaveLength(3);
    expect((await registration(perGuild).run()).discord?.registered).toHaveLength(3);
  });

  it("changes one guild alone where it is asked to", async () => {
    const other = world.discord.places.guild({ name: "Other" });
    const { discord, telegram } = await registration(perGuild).run({ onlyGuild: other.id });
    expect(discord).toMatchObject({ global: "same", registered: [other.id] });
    expect(telegram).toBeUndefined();
    expect(await markers()).toEqual([`cmd:guild:${other.id}`]);
  });

  it("changes not even one guild while the global set is shown there", async () => {
    await registration().run();
    const { discord } = await registration(perGuild).run({ onlyGuild: world.guildId });
    expect(discord).toMatchObject({ global: "in_the_way", registered: [], waiting: 1 });
    expect(names(world.guildId)).toEqual([]);
  });
});

describe("registering on Telegram", () => {
  it("sets the webhook and the lists where they differ, and takes nothing twice", async () => {
    const { telegram } = await registration().run();
    expect(telegram).toMatchObject({ webhook: "set" });
    expect(telegram?.commands).toHaveLength(4);
    for (const scope of ["all_private_chats", "all_group_chats"]) {
      expect(world.telegram.registered(scope)).toContainEqual({
        command: "gh_pr_merge",
        description: "Merge a pull request",
      });
      expect(world.telegram.registered(scope, "zh")).toContainEqual({
        command: "gh_pr_merge",
        description: "合并 PR",
      });
    }
    writes = [];
    const again = await registration().run();
    expect(again.telegram).toEqual({ webhook: "same", commands: [] });
    expect(writes).toEqual([]);
  });

  it("sets the webhook again for another secret or address", async () => {
    await registration().run();
    const other = await registration({ TELEGRAM_WEBHOOK_SECRET: "another-secret" }).run();
    expect(other.telegram?.webhook).toBe("set");
    const moved = await registration({ BASE_URL: "https://moved.example" }).run();
    expect(moved.telegram?.webhook).toBe("set");
  });

  it("is not kept from it by a Discord that refuses the bot", async () => {
    await expect(registration({ DISCORD_TOKEN: "wrong" }).run()).rejects.toThrow();
    expect(world.telegram.registered("all_private_chats")).not.toEqual([]);
  });
});

describe("a dry run", () => {
  it("says in plain words what would change, and changes nothing", async () => {
    const reports = await registration().run({ dryRun: true });
    expect(writes).toEqual([]);
    expect(await markers()).toEqual([]);
    const config = readConfig(world.env);
    const words = registrationWords(reports, { dryRun: true, onlyGuild: undefined, config });
    expect(words).toEqual([
      "Discord: the global commands would be registered.",
      "Telegram: the webhook would be set.",
      "Telegram: the command list all_private_chats/any would be set.",
      "Telegram: the command list all_private_chats/zh would be set.",
      "Telegram: the command list all_group_chats/any would be set.",
      "Telegram: the command list all_group_chats/zh would be set.",
    ]);
  });

  it("of what is set already says so", async () => {
    await registration().run();
    const reports = await registration().run({ dryRun: true });
    const config = readConfig(world.env);
    const words = registrationWords(reports, { dryRun: true, onlyGuild: undefined, config });
    expect(words).toEqual(["Discord: nothing to change.", "Telegram: nothing to change."]);
  });
});

it("is done by the scheduled task, once an hour", async () => {
  await world.tick();
  expect(names("global")).toContain("gh");
  expect(world.telegram.registered("all_group_chats")).not.toEqual([]);
});
