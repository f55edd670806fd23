import { beforeEach, expect, it } from "vitest";
import { startOn, throughGitHub } from "../support/browser.ts";
import { createDiscordUser } from "../support/discord-user.ts";
import { issueIn } from "../support/crafted-issue.ts";
import { createTelegramUser } from "../support/telegram-user.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld({ env: { GITHUB_APP_ID: "7", ALLOW_SELF_SIGNUP: "true" } });
  world.github.addUser({ login: "ada", id: 11, name: "Ada" });
  world.github.addRepository({ owner: "ada", name: "engine", permissions: { ada: "admin" } });
});

async function issue(title: string, more: Parameters<typeof issueIn>[2] = {}): Promise<void> {
  const { id } = world.github.repository("ada/engine");
  await world.hook({ event: "issues", payload: issueIn("ada/engine", title, { id, ...more }) });
  await world.drain();
}

it("sets a thread up by the GitHub App, reads lines as phones write them, and says when the chat is lost", async () => {
  const { id: thread } = world.discord.places.thread({ parentId: world.channelId, name: "builds" });
  const ada = createDiscordUser(world, { name: "Ada", permissions: 1n << 5n });
  await ada.login("ada");
  const here = (path: string, options = {}) => ada.slash(path, options, thread);
  const made = await ada.press((await here("setup")).message, "New group for this chat");
  const ways = await ada.press(made.message, "Other ways");
  expect(ways.text).toContain("Gitea and Forgejo");
  expect(ways.text).toContain("X-WebHooker-Signature");
  const offered = await ada.press(ways.message, "Use the GitHub App");
  expect((await ada.press(offered.message, "ada")).text).toContain("Events of ada now enter");

  const broken = await here("subscribe", { repo: "ada/engine", filter: "events:issues labl:bug" });
  expect(broken.text).toContain("Did you mean “label”?");
  expect(broken.text).toMatch(/events:issues .*labl/);
  const dashed = await here("subscribe", { repo: "ada/engine", filter: "label:a—b" });
  expect(dashed.text).toContain("typographic dash");
  const line = "events:issues label:“good first issue”\u00A0–label:wip";
  const subscribed = await here("subscribe", { repo: "ada/engine", filter: line });
  expect(subscribed.text).toContain('events:issues label:"good first issue" -label:wip');
  const hopeless = await here("subscribe", {
    repo: "ada/engine",
    filter: "events:issues path:src/**",
  });
  expect(hopeless.text).toContain("the rule would never match");
  await here("subscribe", { repo: "ada/engine", filter: "events:issues" });

  await issue("It stands still");
  const shown = () => world.discord.log.messages().filter(({ onlyFor }) => onlyFor === undefined);
  expect(shown().map(({ chatId }) => chatId)).toContain(thread);
  await here("test");
  expect(shown().filter(({ chatId }) => chatId === thread).length).toBeGreaterThan(3);

  const other = createDiscordUser(world, { name: "Ada again", permissions: 1n << 5n });
  await other.login("ada");
  const name = (await here("members")).text.match(/“(.+?)”/)?.[1] ?? "";
  await other.press((await other.slash("setup")).message, `Connect to “${name}”`);
  world.discord.faults.add({ chatId: thread, fault: { kind: "unknown_chat" } });
  await issue("It is lost");
  world.pass(3_600_000);
  await issue("It is still lost");
  await world.tick();
  world.discord.faults.clear();
  expect(shown().at(-1)).toMatchObject({ chatId: world.channelId });
  expect(shown().at(-1)?.text).toContain("I can no longer write in");
  expect((await here("list")).text).toContain("not set up yet");
});

it("sets a topic up, all in Chinese", async () => {
  const forum = world.telegram.places.group({ title: "论坛", kind: "supergroup", forum: true });
  const { id: topicId } = world.telegram.places.topic(forum.id, { name: "构建" });
  const ada = createTelegramUser(world, { name: "Ada", languageCode: "zh-hans" });
  world.telegram.places.join(forum.id, ada.person.id, "administrator");
  const here = (text: string) => ada.write(text, { chatId: forum.id, topicId });
  const inPrivate = async (text: string) => {
    const [link = ""] = Object.values((await here(text)).buttons);
    return ada.start(new URL(link).searchParams.get("start") ?? "");
  };
  const begun = await inPrivate("/gh setup");
  expect(begun.text).toContain("绑定");
  await linked(ada, begun.buttons["绑定 GitHub"] ?? "");
  const offered = await ada.press(begun.message, "已绑定，继续");
  expect(offered.text).toContain("“论坛 › 构建”还没有接入");
  const made = await ada.press(offered.message, "为本聊天新建群组");
  expect(made.text).toMatch(/密钥：[0-9a-f]{64}/);
  const ways = await ada.press(made.message, "其他方式");
  const app = await ada.press(ways.message, "使用 GitHub App");
  expect((await ada.press(app.message, "ada")).text).toContain("ada 的事件现在会进入本群组");

  expect((await here("/gh subscribe ada/engine event：issues labels：x—y")).text).toContain(
    "破折号",
  );
  const subscribed = await here(
    "/gh subscribe ada/engine events：issues，releases －label：“w i p”",
  );
  expect(subscribed.text).toContain("本聊天已订阅 ada/engine");
  expect(subscribed.text).toContain('events:issues,releases -label:"w i p"');
  await issue("停住了");
  const shown = world.telegram.log.messages().filter(({ text }) => text.includes("停住了"));
  expect(shown.map(({ chatId, topicId: topic }) => [chatId, topic])).toEqual([[forum.id, topicId]]);
  expect((await here("/gh why")).text).toContain("显示在这里，依据：/gh subscribe ada/engine");
  expect((await here("/gh list")).text).toContain(
    "/gh subscribe ada/engine events:issues,releases",
  );
  expect((await here("/gh test")).text).toContain("示例已发送");
  expect((await here("/gh unsubscribe ada/engine")).text).toContain("不再接收 ada/engine");
});

async function linked(ada: ReturnType<typeof createTelegramUser>, link: string): Promise<void> {
  await ada.start(startOn(await throughGitHub(world, link, "ada")));
}
