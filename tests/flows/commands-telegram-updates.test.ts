import { beforeEach, describe, expect, it } from "vitest";
import { craftedOnTelegram, telegramButton } from "../support/crafted.ts";
import { REPO } from "../support/repository.ts";
import { type TelegramGroup, telegramGroup } from "../support/telegram-group.ts";
import { createTelegramUser, type TelegramUser } from "../support/telegram-user.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let sample: TelegramGroup["sample"];
let ada: TelegramUser;
let inGroup: TelegramGroup["inGroup"];

beforeEach(async () => {
  ({ world, sample, ada, inGroup } = await telegramGroup());
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
