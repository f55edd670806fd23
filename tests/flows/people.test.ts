import { beforeEach, expect, it } from "vitest";
import type { ShownMessage } from "../../sandbox/stand-ins/chat-log.ts";
import { createDiscordUser, type DiscordUser } from "../support/discord-user.ts";
import { createTelegramUser, type TelegramUser } from "../support/telegram-user.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const adaOnGitHub = { login: "ada", id: 11 };

let world: World;
let adaOnDiscord: DiscordUser;
let adaOnTelegram: TelegramUser;

beforeEach(async () => {
  world = await createWorld();
  await world.configure([{ id: "team", name: "Team", members: [] }], [sampleRoute(world)]);
  world.github.addUser({ ...adaOnGitHub, name: "Ada" });
  adaOnDiscord = createDiscordUser(world, { name: "Ada L." });
  adaOnTelegram = createTelegramUser(world, { name: "Ada L.", username: "ada_l" });
  await adaOnDiscord.login("ada");
  await adaOnTelegram.login("ada");
  await adaOnTelegram.write("/gh whoami", { chatId: world.chatId });
  world.discord.log.clear();
  world.telegram.log.clear();
});

const repository = {
  id: 7,
  full_name: "acme/kettle",
  html_url: "https://github.com/acme/kettle",
  owner: { login: "acme", id: 1 },
};
const ann = { login: "ann", id: 999_999 };

async function play(action: string, more: object = {}, sender: object = adaOnGitHub) {
  const pull_request = {
    number: 1,
    title: "Boil",
    state: "open",
    user: adaOnGitHub,
    assignees: [adaOnGitHub, ann],
    requested_reviewers: [adaOnGitHub],
    updated_at: "2026-12-01T10:00:00Z",
    html_url: "https://github.com/acme/kettle/pull/1",
    ...more,
  };
  await world.hook({
    event: "pull_request",
    payload: { action, pull_request, repository, sender },
  });
  await world.drain();
}

const inDiscord = () => world.discord.log.messages();
const inTelegram = () => world.telegram.log.messages();
const mention = () => `<@${adaOnDiscord.person.id}>`;
const markup = ({ body }: ShownMessage) => JSON.stringify(body);

it("shows linked people as the chat knows them, on cards, replies and posts, and pings nobody", async () => {
  await play("opened");
  await play("closed", { state: "closed", updated_at: "2026-12-01T11:00:00Z" });
  await world.hook({
    event: "star",
    payload: { action: "created", repository, sender: adaOnGitHub },
  });
  await world.drain();

  const [card, reply, post] = inDiscord();
  if (card === undefined || reply === undefined || post === undefined) throw new Error("three");
  expect(card.text).toContain("closed by @Ada L.");
  expect(card.text).toContain("Assignees\n@Ada L., ann");
  for (const message of [reply, post]) expect(markup(message)).toContain(mention());
  for (const { text } of inTelegram()) expect(text.split("\n")[0]).toContain("Ada L.");
  for (const message of inTelegram()) expect(markup(message)).toContain("https://t.me/ada_l");
  for (const message of [...inDiscord(), ...inTelegram()]) {
    expect(message.pinged ?? []).toEqual([]);
    expect(markup(message)).not.toContain("tg://user");
  }
});

it("tells a chat nothing of people who have never used the bot in it", async () => {
  const elsewhere = world.discord.places.channel({ name: "strangers" }).id;
  const strangers = world.telegram.places.group({ title: "Strangers" }).id;
  const targets = [
    { platform: "discord", channelId: elsewhere },
    { platform: "telegram", chatId: strangers },
  ];
  await world.configure(
    [{ id: "others", name: "Others", members: [] }],
    [{ ...sampleRoute(world), groupId: "others", targets }],
  );
  world.restart();
  await play("opened");

  const messages = [...inDiscord(), ...inTelegram()].filter(({ chatId }) =>
    [elsewhere, strangers].includes(chatId),
  );
  expect(messages).toHaveLength(2);
  for (const message of messages) {
    expect(markup(message)).not.toMatch(/Ada L|t\.me/);
    expect(markup(message)).not.toContain(adaOnDiscord.person.id);
  }
});

it("knows people by their ids: a login that somebody else has taken is nobody of the chat", async () => {
  await play(
    "opened",
    { user: ann, assignees: [], requested_reviewers: [] },
    { login: "ada", id: 5 },
  );

  for (const message of inDiscord()) expect(markup(message)).not.toContain(mention());
  for (const message of inTelegram()) expect(markup(message)).not.toContain("Ada L.");
});

it("shows somebody by their login again once they are no longer linked", async () => {
  await adaOnDiscord.slash("logout");
  await adaOnTelegram.write("/gh logout");
  world.discord.log.clear();
  await play("opened");

  for (const message of inDiscord()) expect(markup(message)).not.toContain(mention());
  expect(inTelegram().at(-1)?.text).toContain("opened by ada");
});
