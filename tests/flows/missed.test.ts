import { beforeEach, expect, it } from "vitest";
import { findExample } from "../../sandbox/stories/examples.ts";
import { codeOn, throughGitHub } from "../support/browser.ts";
import { createDiscordUser } from "../support/discord-user.ts";
import { testEnv } from "../support/env.ts";
import { createTelegramUser } from "../support/telegram-user.ts";
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

async function connected(targetId: string, platform: string) {
  await testEnv.DB.prepare(
    "INSERT INTO chats (target_id, platform, group_id, title, connected_by, connected_at, updated_at) VALUES (?1, ?2, 'team', 'builds', 'somebody', 0, 0)",
  )
    .bind(targetId, platform)
    .run();
}

async function linkedAda() {
  const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
  const begun = await ada.slash("login");
  const page = await throughGitHub(world, begun.buttons["Link GitHub"] ?? "", "ada");
  await ada.slash("login", { code: codeOn(page) });
  await connected(`discord:${world.channelId}`, "discord");
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

it("is tried again at once when samples show that the chat is mended, which says what was missed meanwhile", async () => {
  const ada = await linkedAda();
  const shown = () => world.discord.log.messages().filter(({ onlyFor }) => onlyFor === undefined);
  world.discord.faults.add({ fault: { kind: "forbidden" }, times: 1 });
  await world.hook({ event: "fork", payload, deliveryId: "a" });
  await world.drain();
  await world.hook({ event: "fork", payload, deliveryId: "b" });
  await world.drain();
  expect(shown()).toEqual([]);

  const tested = await ada.slash("test");
  expect(tested.text).toContain("Samples are sent");
  expect(tested.text).toContain("2 earlier messages did not arrive here");
  const before = shown().length;
  await world.hook({ event: "fork", payload, deliveryId: "c" });
  await world.drain();
  expect(shown()).toHaveLength(before + 1);

  const told = await ada.press(tested.message, "What did not arrive");
  await ada.press(told.message, "Send again");
  await world.drain();
  expect(shown()).toHaveLength(before + 3);
  expect((await ada.slash("test")).text).not.toContain("did not arrive");
});

it("says in no shared chat of Telegram what the group's other chats missed", async () => {
  world.telegram.faults.add({ fault: { kind: "forbidden" }, times: 1 });
  await world.hook({ event: "fork", payload, deliveryId: "a" });
  await world.drain();
  await connected(`telegram:${world.chatId}`, "telegram");
  const ada = createTelegramUser(world, { name: "Ada", started: true });
  await ada.login("ada");

  const said = await ada.write("/gh retry", { chatId: world.chatId });
  expect(said.text).not.toContain("fork");
  const [link = ""] = Object.values(said.buttons);
  const told = await ada.start(/start=([\w-]+)$/.exec(link)?.[1]);
  expect(told.text).toContain("One message of the last 7 days did not arrive");
  const resent = await ada.press(told.message, "Send again");
  expect(resent.text).toContain("One message is sent again now");
});
