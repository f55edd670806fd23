import { beforeEach, describe, expect, it } from "vitest";
import { throughGitHub } from "../support/browser.ts";
import { craftedOnTelegram, telegramButton } from "../support/crafted.ts";
import { ADA, REPO } from "../support/repository.ts";
import { type TelegramGroup, telegramGroup } from "../support/telegram-group.ts";
import { createTelegramUser, type TelegramUser, told } from "../support/telegram-user.ts";
import type { World } from "../support/world.ts";

let world: World;
let sample: TelegramGroup["sample"];
let ada: TelegramUser;
let github: TelegramGroup["github"];
let inGroup: TelegramGroup["inGroup"];

beforeEach(async () => {
  ({ world, sample, ada, github, inGroup } = await telegramGroup());
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
