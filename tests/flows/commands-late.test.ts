import { beforeEach, describe, expect, it } from "vitest";
import { createDiscordUser, type DiscordUser } from "../support/discord-user.ts";
import { testEnv } from "../support/env.ts";
import { forgetfulD1 } from "../support/faulty-bindings.ts";
import { deliverFromGitHub } from "../support/from-github.ts";
import { REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createTelegramUser, type Told, type TelegramUser } from "../support/telegram-user.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

/** Longer than Discord is kept waiting. */
const LATE_MS = 2_100;

let world: World;
let sample: SampleRepository;
let ada: DiscordUser;

beforeEach(async () => {
  world = await createWorld();
  sample = sampleRepository(world);
  ada = createDiscordUser(world, { name: "Ada", permissions: 8n });
});

describe("what takes too long to be the first answer on Discord", () => {
  it("is deferred and completed for whom it is, never left thinking, and a form opens by a button", async () => {
    const github = deliverFromGitHub(world);
    await world.configure([{ id: "team", name: "Team", members: [] }], [sampleRoute(world)]);
    const pull = world.github.open(REPO, { author: "bob", title: "Late", pull: {} });
    await github.arrive();
    await ada.login("ada");
    const card = world.discord.log.messages().find(({ text }) => text.includes("Late"));
    const mergeQuestion = await ada.slash("pr merge", { ref: `${REPO}#2` });
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Old" });
    const ref = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;

    world.slowDown(/api\.github\.com/, LATE_MS);
    const [comment, repo, refused, edit, pressed, merged, suggested] = await Promise.all([
      ada.slash("comment add", { ref: `${REPO}#1`, text: "Hm" }),
      ada.slash("repo", { repo: REPO }),
      ada.slash("repo", { repo: "acme/hidden" }),
      ada.slash("comment edit", { ref }),
      ada.press(card, "Approve"),
      ada.press(mergeQuestion.message, "Merge"),
      ada.typing("repo", { repo: "rock" }, "repo"),
    ]);
    world.slowDown(/never/, 0);

    // What concerns one person is seen by nobody else, and what is for everybody by everybody.
    expect([comment.kind, comment.text]).toEqual(["deferred", `Your comment is on ${REPO}#1.`]);
    expect(comment.message?.onlyFor).toBe(ada.person.id);
    expect([repo.kind, repo.text]).toEqual([
      "deferred",
      `From now on “#12” means ${REPO}#12 in this chat.`,
    ]);
    expect(repo.message).toMatchObject({ chatId: world.channelId });
    expect(repo.message?.onlyFor).toBeUndefined();
    expect(refused.text).toContain("GitHub knows nothing by this name");
    expect(refused.message?.onlyFor).toBe(ada.person.id);
    expect([pressed.text, pressed.message?.onlyFor]).toEqual([
      `You approved ${REPO}#${pull.number}.`,
      ada.person.id,
    ]);
    expect([merged.kind, sample.pull.pull?.mergedById]).toEqual(["deferred_update", 11]);
    const question = world.discord.log
      .messages()
      .find(({ messageId }) => messageId === mergeQuestion.message?.messageId);
    expect(question?.text).toBe(`${REPO}#2 is merged.`);

    expect(suggested).toEqual([]);

    expect([edit.kind, edit.text]).toEqual(["deferred", `Edit your comment on ${REPO}#1`]);
    const form = await ada.press(edit.message, "Continue");
    expect((await ada.submit(form, { text: "New" })).text).toBe("Your comment is changed.");
    expect(sample.issue.comments[0]?.body).toBe("New");
  });
});

describe("an answer that something keeps from arriving", () => {
  let keepsNothing = false;
  let adaT: TelegramUser;

  beforeEach(async () => {
    keepsNothing = false;
    const DB = forgetfulD1(
      testEnv.DB,
      ([sql]) => keepsNothing && sql?.includes("pending_uses") === true,
    );
    world = await createWorld({ env: { DB } });
    sample = sampleRepository(world);
    ada = createDiscordUser(world, { name: "Ada", permissions: 8n });
    adaT = createTelegramUser(world, { name: "Ada" });
  });

  it("is another answer on Discord: nobody is left thinking", async () => {
    await ada.login("ada");
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Old" });
    const ref = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;
    keepsNothing = true;
    const long = `${"a".repeat(39)}/${"b".repeat(90)}#1`;
    expect((await ada.slash("comment add", { ref: long })).text).toContain("wrong on my side");

    world.slowDown(/api\.github\.com/, LATE_MS);
    world.discord.faults.add({ fault: { kind: "server_error" }, on: "edit", times: 1 });
    world.discord.faults.add({ fault: { kind: "server_error" }, on: "post", times: 1 });
    const [unkept, lost, lostForAll] = await Promise.all([
      ada.slash("comment edit", { ref }),
      ada.slash("comment add", { ref: `${REPO}#1`, text: "Hm" }),
      ada.slash("repo", { repo: "acme/hidden" }),
    ]);
    const texts = [unkept, lost, lostForAll].map(({ text }) => text);
    expect(texts[0]).toMatch(/wrong on my side|may not have reached you/);
    expect(texts[1]).toMatch(/Your comment is on|may not have reached you/);
    expect(texts[2]).toContain("may not have reached you");
    expect(texts.filter((text) => text.includes("may not have reached"))).toHaveLength(2);
    expect(lostForAll.message?.onlyFor).toBe(ada.person.id);
  });

  it("is another answer on Telegram, where words are not taken for a greeting either", async () => {
    await adaT.login("ada");
    const inGroup = { chatId: world.chatId };
    const ask = () => adaT.write(`/gh comment add ${REPO}#1`, inGroup);
    const question = await ask();
    await adaT.write(`/gh comment add ${REPO}#1`);
    const card = await adaT.write("/gh help", inGroup);
    keepsNothing = true;
    const unread = "cannot look up just now";
    expect((await adaT.write("Hm")).text).toContain(unread);
    const reply = (to: Told) =>
      adaT.write("Hm", { ...inGroup, ...(to.message && { replyTo: to.message }) });
    expect((await reply(question)).text).toContain(unread);
    expect((await reply(card)).text).toBe("");
    expect((await ask()).text).toContain("wrong on my side");
    keepsNothing = false;

    world.telegram.faults.add({ fault: { kind: "rejected" }, on: "post", times: 1 });
    expect((await adaT.write("/gh whoami")).text).toContain("may not have reached you");
  });

  it("waits on Telegram as long as that asks for, if that is not long", async () => {
    const busy = (retryAfterSeconds: number, times: number) =>
      world.telegram.faults.add({ fault: { kind: "rate_limited", retryAfterSeconds }, times });
    busy(5, 1);
    expect((await adaT.write("/gh whoami")).text).toContain("not linked");
    busy(30, 1);
    expect((await adaT.write("/gh whoami")).text).toContain("may not have reached you");
    busy(5, 3);
    expect((await adaT.write("/gh whoami")).text).toContain("may not have reached you");
    world.telegram.faults.clear();
  });
});
