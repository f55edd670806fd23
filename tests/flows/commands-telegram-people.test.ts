import { beforeEach, describe, expect, it } from "vitest";
import { REPO } from "../support/repository.ts";
import { type TelegramGroup, telegramGroup } from "../support/telegram-group.ts";
import { createTelegramUser, type TelegramUser, told } from "../support/telegram-user.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let sample: TelegramGroup["sample"];
let ada: TelegramUser;
let inGroup: TelegramGroup["inGroup"];

beforeEach(async () => {
  ({ world, sample, ada, inGroup } = await telegramGroup());
});

describe("what concerns one person", () => {
  const startOf = (link: string | undefined) => /\?start=([\w-]+)$/.exec(link ?? "")?.[1] ?? "";
  const saidInGroup = () =>
    world.telegram.log
      .messages()
      .filter(({ chatId, author }) => chatId === world.chatId && author === "bot")
      .map(({ body }) => JSON.stringify(body))
      .join("\n");

  /** What is asked in the group, and what its only button leads to. */
  async function pointed(words: string) {
    const said = await ada.write(words, inGroup);
    expect(said.text).toBe("This is between the two of us: continue in the private chat.");
    expect(Object.keys(said.buttons)).toEqual(["Open the private chat"]);
    return startOf(said.buttons["Open the private chat"]);
  }

  it("is said in the private chat, to each who opens it what is theirs", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    const way = await pointed("/gh whoami");
    expect((await eve.start(way)).text).toContain("not linked");
    expect((await ada.start(way)).text).toContain("You act on GitHub as @ada.\nLinked on");
    expect((await ada.write("/gh help", inGroup)).text).toContain("/gh pr merge");
    expect(saidInGroup()).not.toContain("@ada");
  });

  it("is done there to nobody but who asked for it, once", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    await eve.login("eve");
    const way = await pointed("/gh logout");
    expect((await eve.start(way)).text).toContain("no longer open");
    expect((await eve.write("/gh whoami")).text).toContain("@eve");
    expect((await ada.start(way)).text).toContain("@ada is unlinked");
    expect((await ada.start(way)).text).toContain("no longer open");
    expect((await ada.write("/gh whoami")).text).toContain("not linked");
    expect(saidInGroup()).not.toContain("@ada");
  });

  it("is also a login's end, what only they may read, and the request of a single sign-on", async () => {
    expect((await ada.start(await pointed("/gh login AAAABBBBCCCCDDDDEEEEFF"))).text).toContain(
      "No sign-in of yours",
    );
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Between us" });
    const way = await pointed(
      `/gh comment edit https://github.com/${REPO}/issues/1#issuecomment-${id}`,
    );
    const asked = await ada.start(way);
    expect(asked.text).toContain("Between us");
    expect((await ada.write("For all")).text).toBe("Your comment is changed.");
    expect(saidInGroup()).not.toContain("Between us");

    world.github.repository(REPO).private = true;
    expect((await ada.write(`/gh pr merge ${REPO}#2`, inGroup)).text).toMatch(
      /^Merge acme\/rocket#2 at \w{7}\?$/,
    );
    expect((await ada.write(`/gh pr merge ${REPO}#2`)).text).toContain("“Land softly”");
    world.github.fail({ fault: "saml", path: /comments/, times: 1 });
    const said = await ada.write(`/gh comment add ${REPO}#1 Hm`, inGroup);
    expect(said.buttons["Sign on"]).toBe("https://github.com/orgs/acme/sso");
    expect(said.text).not.toContain("authorization_request");
  });

  it("has its button also where nothing can be kept, in the asker's language", async () => {
    world = await createWorld({ env: { DB: undefined } });
    const li = createTelegramUser(world, { name: "李", languageCode: "zh-hans" });
    const said = await li.write("/gh logout", { chatId: world.chatId });
    expect(said.text).toBe("这件事只和你有关，请到私聊中继续。");
    expect(said.buttons).toEqual({ 打开私聊: "https://t.me/WebHookerBot?start=help" });
    expect((await li.start("help")).text).toContain("/gh logout");
  });
});

describe("who is addressed and who speaks", () => {
  it("is this bot, not another", async () => {
    expect((await ada.write("/gh@WebHookerBot help", inGroup)).text).toContain("/gh pr merge");
    expect((await ada.write("/gh@webhookerbot help", inGroup)).text).toContain("/gh pr merge");
    expect((await ada.write("/gh@OtherBot help", inGroup)).messages).toEqual([]);
    expect((await ada.write("/ghost story", inGroup)).messages).toEqual([]);
    expect((await ada.write("hello /gh help", inGroup)).messages).toEqual([]);
  });

  it("is a person: anonymous administrators and channels have no GitHub account", async () => {
    const channel = world.telegram.places.group({
      title: "News",
      kind: "channel",
      bot: "administrator",
    });
    for (const as of ["anonymous", channel] as const) {
      const said = await ada.write(`/gh comment add ${REPO}#1 Hm`, { ...inGroup, as });
      expect(said.text).toContain("Only a person can do this");
      expect((await ada.write("/gh help", { ...inGroup, as })).text).toContain(
        "What you can do here",
      );
    }
    expect(sample.issue.comments).toEqual([]);
  });

  it("gets the answer in the topic where it was said", async () => {
    const forum = world.telegram.places.group({ title: "Forum", forum: true });
    const topic = world.telegram.places.topic(forum.id, { name: "Rockets" });
    world.telegram.places.join(forum.id, ada.person.id, "administrator");
    const there = { chatId: forum.id, topicId: topic.id };
    expect((await ada.write("/gh whoami", there)).message?.topicId).toBe(topic.id);
    await ada.write(`/gh repo ${REPO}`, { chatId: forum.id });
    expect((await ada.write("/gh comment add #1 In the topic", there)).text).toContain(`${REPO}#1`);
  });

  it("is an administrator where a group's repository is set", async () => {
    expect((await ada.write(`/gh repo ${REPO}`, inGroup)).text).toContain(
      "Only those who administer",
    );
    world.telegram.places.join(world.chatId, ada.person.id, "administrator");
    expect((await ada.write(`/gh repo ${REPO}`, inGroup)).text).toContain("From now on");
  });
});

describe("the bot", () => {
  it("answers Start with the next step", async () => {
    expect((await ada.start()).text).toContain("Link your account with /gh login");
  });

  it("answers in private whatever is said to it: /help with all it can do, other words with the next step", async () => {
    expect((await ada.write("/help")).text).toContain("/gh pr merge");
    expect((await ada.write("hello?")).text).toContain("/gh help lists everything");
    expect((await ada.write("hello?", inGroup)).messages).toEqual([]);
  });

  it("greets a chat that it is added to, with the next step, once", async () => {
    const { people, places } = world.telegram;
    const group = places.group({ title: "New", bot: "left" });
    const added = await told(world, people.changeBot(ada.person, group.id, "member"));
    expect(added.message?.chatId).toBe(group.id);
    expect(added.text).toContain("/gh setup");
    const promoted = await told(world, people.changeBot(ada.person, group.id, "administrator"));
    expect(promoted.messages).toEqual([]);
    const kicked = await told(world, people.changeBot(ada.person, group.id, "kicked"));
    expect(kicked.messages).toEqual([]);
  });

  it("tells who adds it to a channel in private how to go on: a greeting there would be a post", async () => {
    const { people, places } = world.telegram;
    const channel = places.group({ title: "News", kind: "channel", bot: "left" });
    const added = await told(world, people.changeBot(ada.person, channel.id, "administrator"));
    expect(added.messages.map(({ chatId }) => chatId)).toEqual([ada.person.id]);
    expect(added.text).toMatch(/“News”.*\/gh setup/);
  });

  it("greets in the language of who added it", async () => {
    const li = createTelegramUser(world, { name: "李", languageCode: "zh-hans" });
    const group = world.telegram.places.group({ title: "新", bot: "left" });
    const added = await told(world, world.telegram.people.changeBot(li.person, group.id, "member"));
    expect(added.text).toContain("你好");
  });
});
