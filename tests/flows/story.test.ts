import { expect, it } from "vitest";
import { createDiscordUser } from "../support/discord-user.ts";
import { deliverFromGitHub } from "../support/from-github.ts";
import { createTelegramUser } from "../support/telegram-user.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

const REPO = "acme/rocket";

it("registers, links, shows a pull request in both chats, acts on it from both, and shows what came of it", async () => {
  const world = await createWorld();
  world.github.addUser({ login: "ada", id: 11, name: "Ada Lovelace" });
  world.github.addUser({ login: "bob", id: 12, name: "Bob" });
  world.github.addRepository({ owner: "acme", name: "rocket", permissions: { ada: "write" } });
  await world.configure([{ id: "team", name: "Team", members: [] }], [sampleRoute(world)]);
  const github = deliverFromGitHub(world);

  // The commands are registered by the scheduled task; people can use no others.
  await world.tick();
  expect(world.discord.registered("global").map(({ name }) => name)).toContain("gh");
  expect(world.telegram.registered("all_group_chats").length).toBeGreaterThan(10);

  const onDiscord = createDiscordUser(world, { name: "Ada" });
  const onTelegram = createTelegramUser(world, { name: "Ada" });
  expect((await onDiscord.login("ada")).text).toContain("@ada (Ada Lovelace)");
  expect((await onTelegram.login("ada")).text).toContain("@ada (Ada Lovelace)");

  const pull = world.github.open(REPO, { author: "bob", title: "Land softly", pull: {} });
  expect(await github.arrive()).toEqual(["pull_request/opened"]);
  const before = cards(world);
  for (const { text } of before) expect(text).toContain("Land softly");

  // A reply to the notification says what it is about.
  const inGroup = { chatId: world.chatId, ...(before[1] && { replyTo: before[1] }) };
  const said = await onTelegram.write("/gh comment add Looks good.\nShip it!", inGroup);
  expect(said.text).toContain(`Your comment is on ${REPO}#1.`);
  expect(pull.comments).toMatchObject([{ userId: 11, body: "Looks good.\nShip it!" }]);
  expect(await github.arrive()).toEqual(["issue_comment/created"]);

  // Buttons do, too.
  const approved = await onTelegram.press(cards(world)[1], "Approve");
  expect(approved.notice).toBe(`You approved ${REPO}#1.`);
  expect(pull.pull?.reviews).toMatchObject([{ userId: 11, state: "APPROVED" }]);
  await github.arrive();
  // As a person of the chat where they are known there, else by the name on GitHub.
  for (const { text } of cards(world)) expect(text).toMatch(/ada ✅/i);

  const question = await onDiscord.press(cards(world)[0], "Merge");
  expect(question.text).toContain(
    `Merge ${REPO}#1 “Land softly” at ${pull.pull?.head.sha.slice(0, 7)}?`,
  );
  expect(question.message?.onlyFor).toBe(onDiscord.person.id);
  const merged = await onDiscord.press(question.message, "Squash and merge");
  expect(merged.text).toBe(`${REPO}#1 is merged.`);
  expect(pull.pull?.mergedById).toBe(11);
  await github.arrive();

  const after = cards(world);
  expect(after.map(({ messageId }) => messageId)).toEqual(before.map(({ messageId }) => messageId));
  for (const { text, body } of after) {
    expect(text.toLowerCase()).toContain("merged");
    expect(JSON.stringify(body)).not.toContain("gh:pr");
  }
  expect(world.github.violations).toEqual([]);
});

/** The message that shows the pull request: on Discord, then on Telegram. */
function cards(world: World) {
  const of = (log: World["discord"]["log"], chatId: string) => {
    const all = log.messages().filter((message) => message.chatId === chatId);
    const shown = all.filter(
      ({ author, replyTo, onlyFor }) =>
        author !== "Ada" && replyTo === undefined && onlyFor === undefined,
    );
    expect(shown).toHaveLength(1);
    return shown;
  };
  return [...of(world.discord.log, world.channelId), ...of(world.telegram.log, world.chatId)];
}
