import { beforeEach, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { codeOn, throughGitHub } from "../support/browser.ts";
import { createDiscordUser } from "../support/discord-user.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const MANAGE_GUILD = 1n << 5n;
const { payload } = findExample("fork");

let world: World;

beforeEach(async () => {
  world = await createWorld();
  world.github.addUser({ login: "ada", id: 11 });
  const members = [{ userId: "11", login: "ada", role: "admin" as const }];
  await world.configure([{ id: "team", name: "Team", members }], [sampleRoute(world)]);
});

async function linkedAda() {
  const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
  const begun = await ada.slash("login");
  const page = await throughGitHub(world, begun.buttons["Link GitHub"] ?? "", "ada");
  await ada.slash("login", { code: codeOn(page) });
  await testEnv.DB.prepare(
    "INSERT INTO chats (target_id, platform, group_id, title, connected_by, connected_at, updated_at) VALUES (?1, 'discord', 'team', 'builds', 'discord:1', 0, 0)",
  )
    .bind(`discord:${world.channelId}`)
    .run();
  return ada;
}

it("tells what a chat missed, and sends it again only where it is missing", async () => {
  world.telegram.faults.add({ fault: { kind: "forbidden" }, times: 1 });
  await world.hook({ event: "fork", payload, deliveryId: "a" });
  await world.drain();
  expect(world.telegram.log.messages()).toEqual([]);
  const ada = await linkedAda();

  const told = await ada.slash("retry");
  expect(told.text).toContain("One message of the last 7 days did not arrive");
  expect(told.text).toContain("the bot has no access to this chat");
  const before = world.discord.log.messages().length;
  const resent = await ada.press(told.message, "Send again");
  expect(resent.text).toContain("One message is sent again now");
  await world.drain();

  expect(world.telegram.log.messages()).toHaveLength(1);
  expect(world.discord.log.messages()).toHaveLength(before);
  expect((await ada.slash("retry")).text).toContain("Everything of the last 7 days has arrived");
});
