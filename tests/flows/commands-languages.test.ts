import { beforeEach, describe, expect, it } from "vitest";
import { createChats } from "../../src/storage/chats.ts";
import { createDiscordUser } from "../support/discord-user.ts";
import { testEnv } from "../support/env.ts";
import { REPO, sampleRepository } from "../support/repository.ts";
import { createSpeaker, PLATFORMS } from "../support/speaker.ts";
import { createTelegramUser } from "../support/telegram-user.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
  sampleRepository(world);
});

describe.each(PLATFORMS)("who speaks Chinese, on %s,", (platform) => {
  it("is answered in Chinese, whatever they say and whatever comes of it", async () => {
    const li = createSpeaker(world, platform, { name: "李", speaks: "zh" });
    expect((await li.say("help")).text).toContain("合并 PR");
    expect((await li.say("whoami")).text).toContain("还没有绑定");
    expect((await li.say("pr approve", { ref: `${REPO}#2` })).text).toContain("需要先绑定");
    await li.login("ada");
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "很好".repeat(2_500) });
    const comment = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;
    const [one, two] = [`${REPO}#1`, `${REPO}#2`];
    world.github.fail({ fault: "unprocessable", path: /reactions/, times: 1 });
    const uses: readonly [string, Record<string, string>, string][] = [
      ["whoami", {}, "绑定于"],
      ["repo", {}, "还没有设置仓库"],
      ["comment add", { ref: one, text: "好" }, "已发布"],
      ["comment edit", { ref: comment }, "追加内容"],
      ["comment del", { ref: comment }, "删除后无法恢复"],
      ["issue open", { repo: REPO, title: "漏油" }, "已创建"],
      ["issue close", { ref: one, reason: "duplicate" }, "（重复）"],
      ["issue close", { ref: one, reason: "completed" }, "GitHub 会保留该原因"],
      ["issue reopen", { ref: one }, "已重新打开"],
      ["pr merge", { ref: two }, "（提交"],
      ["pr approve", { ref: two }, "你已批准"],
      ["pr approve", { ref: one }, "只适用于 PR"],
      ["pr request-changes", { ref: two, text: "改" }, "要求修改"],
      ["pr close", { ref: two }, "已关闭"],
      ["pr merge", { ref: two }, "请先重新打开"],
      ["pr reopen", { ref: two }, "已重新打开"],
      ["react", { ref: one, emoji: "heart" }, "GitHub 不接受"],
      ["react", { ref: one, emoji: "heart" }, "表情已添加"],
      ["issue close", { ref: "什么" }, "无法把"],
      ["logout", {}, "已解除"],
    ];
    for (const [path, options, words] of uses) {
      expect((await li.say(path, options)).text, path).toContain(words);
    }
  });
});

it("says what everybody reads in the chat's language, and what one person reads in theirs", async () => {
  const discord = createDiscordUser(world, { name: "Ada", permissions: 8n });
  const telegram = createTelegramUser(world, { name: "Ada" });
  const chats = createChats({ db: testEnv.DB, now: () => world.now() });
  for (const targetId of [`discord:${world.channelId}`, `telegram:${world.chatId}`]) {
    const platform = targetId.startsWith("discord") ? "discord" : "telegram";
    await chats.set({ targetId, platform }, { lang: "zh" });
  }
  world.telegram.places.join(world.chatId, telegram.person.id, "administrator");
  await discord.login("ada");
  await telegram.login("ada");
  const inChat = `本聊天中的“#12”指 ${REPO}#12`;
  expect((await discord.slash("repo", { repo: REPO })).text).toContain(inChat);
  const inGroup = { chatId: world.chatId };
  expect((await telegram.write(`/gh repo ${REPO}`, inGroup)).text).toContain(inChat);
  expect((await discord.slash("comment add", { ref: "#1", text: "Hm" })).text).toContain(
    "Your comment",
  );
  expect((await telegram.write("/gh repo nothing", inGroup)).text).toContain("I cannot read");
});
