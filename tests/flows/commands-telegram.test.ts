import { beforeEach, describe, expect, it } from "vitest";
import { throughGitHub } from "../support/browser.ts";
import { craftedOnTelegram, telegramButton } from "../support/crafted.ts";
import { deliverFromGitHub } from "../support/from-github.ts";
import { ADA, REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createTelegramUser, type TelegramUser, told } from "../support/telegram-user.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

let world: World;
let sample: SampleRepository;
let ada: TelegramUser;
let github: ReturnType<typeof deliverFromGitHub>;
let inGroup: { chatId: string };

beforeEach(async () => {
  world = await createWorld();
  github = deliverFromGitHub(world);
  sample = sampleRepository(world);
  ada = createTelegramUser(world, { name: "Ada" });
  const inPrivate = { platform: "telegram", chatId: ada.person.id } as const;
  await world.configure(
    [{ id: "team", name: "Team", members: [] }],
    [
      sampleRoute(world),
      sampleRoute(world, {
        id: "forks",
        filters: [{ type: "event", match: "fork" }],
        targets: [inPrivate],
      }),
    ],
  );
  inGroup = { chatId: world.chatId };
  await world.tick();
  await ada.login("ada");
});

async function cards() {
  await github.arrive();
  const shown = world.telegram.log
    .messages()
    .filter(({ chatId, author }) => chatId === world.chatId && author === "bot");
  return { issue: shown[0], pull: shown[1] };
}

describe("a reply to a notification", () => {
  it("says what a command is about", async () => {
    const { issue, pull } = await cards();
    if (issue === undefined || pull === undefined) throw new Error("both are shown");
    const toIssue = { ...inGroup, replyTo: issue };
    const said = await ada.write("/gh comment add “It” leaks\n\n  indented", toIssue);
    expect(said.text).toBe(`Your comment is on ${REPO}#1.`);
    expect(said.message?.replyTo).toBeDefined();
    expect(sample.issue.comments[0]?.body).toBe("“It” leaks\n\n  indented");
    expect((await ada.write("/gh react 👍", toIssue)).text).toContain("Your reaction is on");
    expect((await ada.write("/gh_pr_approve", { ...inGroup, replyTo: pull })).text).toBe(
      `You approved ${REPO}#2.`,
    );
  });

  it("is understood also where the link is under a picture", async () => {
    const { issue } = await cards();
    if (issue === undefined) throw new Error("it is shown");
    const { request } = world.telegram.people.write(
      { person: ada.person, ...inGroup, replyTo: issue },
      "/gh comment add Under it",
    );
    const update: { message: Record<string, object> } = await request.clone().json();
    const caption = "See 🖼 this";
    const shown = { type: "text_link", offset: 7, length: 4 };
    update.message["reply_to_message"] = {
      message_id: 1,
      caption,
      caption_entities: [{ ...shown, url: `https://github.com/${REPO}/issues/1` }],
    };
    await world.send(new Request(request, { method: "POST", body: JSON.stringify(update) }));
    expect(sample.issue.comments).toMatchObject([{ userId: ADA, body: "Under it" }]);
  });

  it("means a number of its repository with #, and no number where words are meant", async () => {
    const { issue } = await cards();
    if (issue === undefined) throw new Error("it is shown");
    const toIssue = { ...inGroup, replyTo: issue };
    await ada.write("/gh comment add 2 apples and/or pears", toIssue);
    expect(sample.issue.comments[0]?.body).toBe("2 apples and/or pears");
    await ada.write("/gh comment add #2 elsewhere", toIssue);
    expect(sample.pull.comments[0]?.body).toBe("elsewhere");
  });

  it("in plain words is nobody's business", async () => {
    const { issue } = await cards();
    if (issue === undefined) throw new Error("it is shown");
    expect((await ada.write("thanks!", { ...inGroup, replyTo: issue })).messages).toEqual([]);
  });
});

describe("a question for words", () => {
  it("after a press names the presser, and takes their plain reply alone", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    const { pull } = await cards();
    const asked = await ada.press(pull, "Comment");
    expect(asked.text).toBe(
      `Ada: Comment on ${REPO}#2\n\nReply to this message with: Your comment (Markdown)`,
    );
    expect(asked.message?.body["entities"]).toMatchObject([
      { type: "text_link", offset: 0, length: 3, url: `tg://user?id=${ada.person.id}` },
    ]);
    expect(asked.message?.pinged).toEqual([`user:${ada.person.id}`]);
    expect(asked.message?.body["reply_markup"]).toMatchObject({
      force_reply: true,
      selective: true,
    });
    if (asked.message === undefined) throw new Error("it asks");
    const reply = { ...inGroup, replyTo: asked.message };
    expect((await eve.write("Mine!", reply)).messages).toEqual([]);
    expect((await ada.write("Lovely", reply)).text).toBe(`Your comment is on ${REPO}#2.`);
    expect((await ada.write("Twice", reply)).messages).toEqual([]);
    expect(sample.pull.comments).toMatchObject([{ userId: ADA, body: "Lovely" }]);
  });

  it("shows the present text of a comment that is to be edited", async () => {
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Old <b>text</b>" });
    const ref = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;
    const asked = await ada.write(`/gh comment edit ${ref}`);
    expect(asked.text).toContain("Old <b>text</b>");
    // In private nobody need be picked out: after a press a selective question would reach nobody.
    expect(asked.message?.body["reply_markup"]).toMatchObject({ selective: false });
    if (asked.message === undefined) throw new Error("it asks");
    const done = await ada.write("New\ntext", { replyTo: asked.message });
    expect(done.text).toBe("Your comment is changed.");
    expect(sample.issue.comments[0]?.body).toBe("New\ntext");
  });

  it("takes plain words in private right after it, and says when it comes too late", async () => {
    const asked = await ada.write(`/gh comment add ${REPO}#1`);
    if (asked.message === undefined) throw new Error("it asks");
    expect((await ada.write("Plainly said")).text).toBe(`Your comment is on ${REPO}#1.`);
    expect(sample.issue.comments).toMatchObject([{ userId: ADA, body: "Plainly said" }]);
    const late = await ada.write("Once more", { replyTo: asked.message });
    expect(late.text).toContain("I no longer wait for an answer to that");
    expect((await ada.write("Plainly said")).text).toContain("Hello!");
    expect((await ada.write("Hm", { replyTo: late.message ?? asked.message })).text).toContain(
      "Hello!",
    );
  });

  it("takes plain words only while it is the last thing said there, and a reply all the same", async () => {
    const question = await ada.write(`/gh pr merge ${REPO}#2`);
    const begun = await ada.write("/gh login");
    const between: readonly (() => Promise<unknown>)[] = [
      () => ada.write("/gh help"),
      () => ada.write("/nonsense"),
      () => ada.press(question.message, "Merge"),
      () => notified(),
      () => throughGitHub(world, begun.buttons["Link GitHub"] ?? "", undefined),
    ];
    for (const act of between) {
      const asked = await ada.write(`/gh comment add ${REPO}#1`);
      await act();
      expect((await ada.write("thanks")).text, String(act)).toContain("Hello!");
      if (asked.message === undefined) throw new Error("it asks");
      await ada.write("Meant", { replyTo: asked.message });
    }
    expect(sample.issue.comments.map(({ body }) => body)).toEqual(between.map(() => "Meant"));
    await ada.write(`/gh comment add ${REPO}#2`);
    await ada.write(`/gh comment add ${REPO}#1`);
    expect((await ada.write("To the last")).text).toContain(`${REPO}#1`);
    expect((await ada.write("thanks")).text).toContain("Hello!");
    expect(sample.pull.comments).toEqual([]);
  });

  /** The bot says something by itself in the private chat. */
  async function notified() {
    const repository = { id: 7, full_name: REPO, html_url: `https://github.com/${REPO}` };
    const forkee = { ...repository, full_name: "ada/rocket" };
    const payload = { forkee, repository, sender: { login: "ada", id: ADA } };
    await world.hook({ event: "fork", payload });
    await world.drain();
    expect(world.telegram.log.messages().at(-1)?.chatId).toBe(ada.person.id);
  }

  it("says to a picture that only words will do, and goes on waiting for them", async () => {
    for (const isReply of [true, false]) {
      const { message } = await ada.write(`/gh comment add ${REPO}#1`);
      if (message === undefined) throw new Error("it asks");
      const where = { person: ada.person, chatId: ada.person.id };
      const sent = world.telegram.people.write(
        { ...where, ...(isReply && { replyTo: message }) },
        "A picture",
      );
      const { url, headers } = sent.request;
      const body = (await sent.request.text()).replace('"text":"A picture"', '"photo":[]');
      const request = new Request(url, { method: "POST", headers, body });
      expect((await told(world, { ...sent, request })).text).toContain("only words");
      await ada.write("In words", { replyTo: message });
    }
    expect(sample.issue.comments.map(({ body }) => body)).toEqual(["In words", "In words"]);
  });

  it("makes an issue of the words: the first line is its title", async () => {
    const asked = await ada.write(`/gh issue open ${REPO}`);
    if (asked.message === undefined) throw new Error("it asks");
    const done = await ada.write("Loose bolt\nUnder the nose", { replyTo: asked.message });
    expect(done.text).toBe(`${REPO}#3 is open.`);
    expect(world.github.thread(REPO, 3)).toMatchObject({
      title: "Loose bolt",
      body: "Under the nose",
    });
  });
});

describe("a notification's buttons", () => {
  it("act as who presses them and always stop turning", async () => {
    const { issue, pull } = await cards();
    const approved = await ada.press(pull, "Approve");
    expect(approved).toMatchObject({ notice: `You approved ${REPO}#2.`, isAlert: false });
    const closed = await ada.press(issue, "Close");
    expect(closed).toMatchObject({ notice: `${REPO}#1 is closed (completed).`, isAlert: false });
    world.github.fail({ fault: "forbidden", times: 1 });
    expect(await ada.press(pull, "Close")).toMatchObject({ isAlert: true });
    // Nothing was done, so another press is not a second one.
    expect((await ada.press(pull, "Close")).notice).toBe(`${REPO}#2 is closed.`);
    Object.assign(sample.pull, { state: "open" });
    const question = await ada.press(pull, "Merge");
    expect(question.notice).toBe("");
    const merged = await ada.press(question.message, "Merge");
    expect([merged.notice, merged.text]).toEqual(["", `${REPO}#2 is merged.`]);
    expect(merged.message?.messageId).toBe(question.message?.messageId);
    expect(merged.buttons).not.toHaveProperty("Merge");
  });

  it("open the private chat for who is not linked", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    const { pull } = await cards();
    const pressed = await eve.press(pull, "Approve");
    expect(pressed.opens).toBe("https://t.me/WebHookerBot?start=login");
    expect(pressed.messages).toEqual([]);
    expect((await eve.start("login")).buttons["Link GitHub"]).toContain("state=");
    const typed = await eve.write(`/gh comment add ${REPO}#1 Hm`, inGroup);
    expect(typed.text).toContain("needs your GitHub account. Link it, or renew its access, in the");
    expect(typed.buttons["Open the private chat"]).toBe("https://t.me/WebHookerBot?start=login");
  });

  it("lead to the private chat by a message where Telegram takes no answer to the press any more", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    const { pull } = await cards();
    if (pull === undefined) throw new Error("it is shown");
    const late = world.telegram.people.press(eve.person, pull, "Approve");
    world.pass(61_000);
    expect((await told(world, late)).buttons["Open the private chat"]).toMatch(/start=login$/);
  });

  it("post nothing in a channel: words and choices are asked for in the private chat", async () => {
    const kind = { kind: "channel", bot: "administrator" } as const;
    const channel = world.telegram.places.group({ title: "News", ...kind });
    for (const command of ["comment add", "pr merge"]) {
      const markup = telegramButton(`gh:${command}:${REPO}#2`);
      const card = await craftedOnTelegram(world, { chat_id: channel.id, reply_markup: markup });
      const pressed = await ada.press(card, "Crafted");
      expect(pressed.messages).toEqual([]);
      const asked = await ada.start(/start=(p-[\w-]{22})$/.exec(pressed.opens ?? "")?.[1] ?? "");
      expect(asked.text).toContain(`${REPO}#2`);
    }
    const markup = telegramButton(`gh:pr close:${REPO}#2`);
    const card = await craftedOnTelegram(world, { chat_id: channel.id, reply_markup: markup });
    world.github.fail({ fault: "saml", times: 1 });
    const refused = await ada.press(card, "Crafted");
    expect(refused).toMatchObject({ messages: [], isAlert: true });
    expect(refused.notice).toContain("single sign-on");
  });

  it("open the private chat for whose access was revoked", async () => {
    world.github.tokens.removeAllOf(ADA);
    const typed = await ada.write(`/gh comment add ${REPO}#1 Hm`, inGroup);
    expect(typed.text).toContain("needs your GitHub account. Link it, or renew its access, in the");
    expect(JSON.stringify(typed.messages)).not.toContain("state=");
  });

  it("act once for a double press", async () => {
    const { pull } = await cards();
    const [first, second] = await Promise.all([
      ada.press(pull, "Approve"),
      ada.press(pull, "Approve"),
    ]);
    expect(new Set([first.notice, second.notice])).toEqual(
      new Set(["This was already done.", `You approved ${REPO}#2.`]),
    );
    expect(sample.pull.pull?.reviews).toHaveLength(1);
  });

  it("ask a question that only its asker can answer", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    await eve.login("bob");
    const { pull } = await cards();
    const question = await ada.press(pull, "Merge");
    const pressed = await eve.press(question.message, "Merge");
    expect(pressed.notice).toContain("somebody else’s");
    expect(sample.pull.pull?.mergedAt).toBeNull();
    expect((await ada.press(question.message, "Merge")).text).toContain("is merged");
  });

  it("say that nothing is mergeable any more in place of the question", async () => {
    const { pull } = await cards();
    const question = await ada.press(pull, "Merge");
    Object.assign(sample.pull, { state: "closed" });
    const late = await ada.press(question.message, "Merge");
    expect(late.text).toContain("is closed");
    expect(late.buttons).toEqual({});
  });
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

describe("an update", () => {
  const update = (body: unknown, secret = "telegram-secret") =>
    world.request("/telegram/webhook", {
      method: "POST",
      headers: { "X-Telegram-Bot-Api-Secret-Token": secret },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });

  it("that Telegram repeats comments once", async () => {
    const writing = { person: ada.person, chatId: ada.person.id };
    const { request } = world.telegram.people.write(writing, `/gh comment add ${REPO}#1 Once`);
    const copy = request.clone();
    await world.send(request);
    expect((await world.send(copy)).status).toBe(200);
    expect(sample.issue.comments).toHaveLength(1);
  });

  it("without the secret is refused, with a wrong one, too", async () => {
    const forged = { update_id: 1, message: { message_id: 1, chat: { id: 1, type: "private" } } };
    expect((await update(forged, "")).status).toBe(401);
    expect((await update(forged, "telegram-secreT")).status).toBe(401);
    const bare = await world.request("/telegram/webhook", { method: "POST", body: "{}" });
    expect(bare.status).toBe(401);
  });

  it("that is nonsense or fails is answered 200: those behind it must not wait", async () => {
    const odd = ["", "{", "[]", "null", "{}", '{"update_id":"x"}', "x".repeat(1_000_001)];
    for (const body of odd) expect((await update(body)).status, body.slice(0, 20)).toBe(200);
    world.telegram.faults.add({ fault: { kind: "server_error" } });
    const { request } = world.telegram.people.write(
      { person: ada.person, chatId: ada.person.id },
      "/gh help",
    );
    expect((await world.send(request)).status).toBe(200);
  });
});

describe("attackers", () => {
  const press = async (data: string, by = ada) =>
    by.press(await craftedOnTelegram(world, { reply_markup: telegramButton(data) }), "Crafted");

  it("gain nothing from buttons and words that say what only a question may say", async () => {
    const { sha } = sample.pull.pull?.head ?? { sha: "" };
    await press(`gh:pr merge:${REPO}#2 ${sha.slice(0, 30)}`);
    await ada.write(`/gh pr merge ${REPO}#2 squash ${sha}`);
    await ada.write(`/gh pr merge ${REPO}#2 squash sha:${sha}`);
    expect(sample.pull.pull?.mergedAt).toBeNull();
  });

  it("get an answer to every odd callback_data", async () => {
    for (const data of [
      "gh",
      "gh:",
      ":::",
      "gh:__proto__:x",
      "gh:constructor:",
      "gh:confirm:",
      "gh:continue:nope",
      "x".repeat(64),
    ]) {
      const { notice } = await press(data);
      expect(notice, data).toMatch(/do not know the command|no longer open/);
    }
  });

  it("cannot use another's kept question by its id", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    await eve.login("bob");
    const question = await ada.write(`/gh pr merge ${REPO}#2`, inGroup);
    const { notice } = await press(question.buttons["Merge"] ?? "", eve);
    expect(notice).toContain("somebody else’s");
    const id = (question.buttons["Merge"] ?? "").replace("gh:confirm:", "");
    await eve.start(`p-${id}`);
    expect(sample.pull.pull?.mergedAt).toBeNull();
    await ada.press(question.message, "Merge");
    expect((await press(question.buttons["Merge"] ?? "")).notice).toContain("no longer open");
  });

  it("edit nobody's comment but with the presser's own rights", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    await eve.login("eve");
    const { id } = world.github.comment(REPO, 1, { author: "bob", body: "Bob's" });
    const link = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;
    const message = await craftedOnTelegram(world, { reply_markup: telegramButton("short") });
    for (const data of [`gh:comment del:${link} yes`, `gh:comment edit:${link} gone`]) {
      // A client may send more than a button of the bot's own can hold.
      const { request } = world.telegram.people.press(eve.person, message, "Crafted");
      const body = (await request.clone().text()).replace('"short"', JSON.stringify(data));
      expect(body).toContain(data);
      await world.send(new Request(request, { method: "POST", body }));
      await eve.write(`/gh ${data.slice(3).replace(":", " ")}`);
    }
    expect(sample.issue.comments[0]?.body).toBe("Bob's");
  });
});

it("is off without its secret, and health says so", async () => {
  world = await createWorld({ env: { TELEGRAM_WEBHOOK_SECRET: undefined } });
  const answer = await world.request("/telegram/webhook", { method: "POST", body: "{}" });
  expect(answer.status).toBe(401);
  expect(await (await world.request("/health")).text()).toContain("TELEGRAM_WEBHOOK_SECRET");
});
