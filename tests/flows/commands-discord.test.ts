import { beforeEach, describe, expect, it } from "vitest";
import { craftedOnDiscord, discordButton } from "../support/crafted.ts";
import { createDiscordUser, type DiscordUser } from "../support/discord-user.ts";
import { deliverFromGitHub } from "../support/from-github.ts";
import { REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createWorld, sampleRoute, type World } from "../support/world.ts";

let world: World;
let sample: SampleRepository;
let ada: DiscordUser;
let github: ReturnType<typeof deliverFromGitHub>;

beforeEach(async () => {
  world = await createWorld();
  github = deliverFromGitHub(world);
  sample = sampleRepository(world);
  await world.configure([{ id: "team", name: "Team", members: [] }], [sampleRoute(world)]);
  ada = createDiscordUser(world, { name: "Ada" });
  await ada.login("ada");
});

/** The notifications of the issue and of the pull request. */
async function cards() {
  await github.arrive();
  const shown = world.discord.log
    .messages()
    .filter(({ chatId, onlyFor }) => chatId === world.channelId && onlyFor === undefined);
  return { issue: shown[0], pull: shown[1] };
}

describe("a modal", () => {
  it("asks for the words that are missing", async () => {
    const form = await ada.slash("comment add", { ref: `${REPO}#1` });
    expect([form.kind, form.text]).toEqual(["modal", `Comment on ${REPO}#1`]);
    const done = await ada.submit(form, { text: "First line\n\n- a list" });
    expect(done.text).toBe(`Your comment is on ${REPO}#1.`);
    expect(done.message?.onlyFor).toBe(ada.person.id);
    expect(sample.issue.comments[0]?.body).toBe("First line\n\n- a list");
  });

  it("takes an issue's title and body", async () => {
    const form = await ada.slash("issue open", { repo: REPO });
    const done = await ada.submit(form, { title: "Loose bolt", body: "Under the *nose*" });
    expect(done.text).toBe(`${REPO}#3 is open.`);
    expect(world.github.thread(REPO, 3)).toMatchObject({ body: "Under the *nose*" });
  });

  it("shows GitHub's text to be edited, and keeps what is not changed of it", async () => {
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Old  text\n" });
    const ref = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;
    const form = await ada.slash("comment edit", { ref });
    expect((await ada.submit(form, {})).text).toBe("Your comment is changed.");
    expect(sample.issue.comments[0]?.body).toBe("Old  text\n");
  });

  it("keeps what does not fit its id", async () => {
    const name = "a-repository-with-quite-a-long-name-".repeat(3).slice(0, 95);
    world.github.addRepository({ owner: "acme", name, permissions: { ada: "write" } });
    world.github.open(`acme/${name}`, { author: "bob", title: "Long" });
    const form = await ada.slash("comment add", { ref: `acme/${name}#1` });
    await ada.submit(form, { text: "Here" });
    expect(world.github.thread(`acme/${name}`, 1).comments).toMatchObject([{ body: "Here" }]);
  });
});

describe("an answer", () => {
  it("shows names as they are, never as markup or a mention", async () => {
    sample.pull.title = "**bold** @everyone <@1> [x](evil)";
    const { message, text } = await ada.slash("pr merge", { ref: `${REPO}#2` });
    expect(text).toContain("**bold** @everyone <@1> [x](evil)");
    expect(message?.pinged ?? []).toEqual([]);
  });
});

describe("a notification's buttons", () => {
  it("comment, approve, close and reopen as who presses them, and move with the state", async () => {
    const { issue, pull } = await cards();
    const form = await ada.press(pull, "Comment");
    await ada.submit(form, { text: "Nice" });
    expect(sample.pull.comments).toMatchObject([{ body: "Nice" }]);
    expect((await ada.press(pull, "Approve")).text).toBe(`You approved ${REPO}#2.`);
    expect((await ada.press(issue, "Close")).text).toBe(`${REPO}#1 is closed (completed).`);
    const after = await cards();
    expect((await ada.press(after.issue, "Reopen")).text).toBe(`${REPO}#1 is open again.`);
  });

  it("start the login of who is not linked", async () => {
    const eve = createDiscordUser(world, { name: "Eve" });
    const { pull } = await cards();
    const answer = await eve.press(pull, "Approve");
    expect(answer.text).toContain("must be linked");
    expect(answer.message?.onlyFor).toBe(eve.person.id);
    expect(answer.buttons["Link GitHub"]).toContain("state=");
  });

  it("act once for a double click", async () => {
    const { pull } = await cards();
    const [first, second] = await Promise.all([
      ada.press(pull, "Approve"),
      ada.press(pull, "Approve"),
    ]);
    expect([first.text, second.text].sort()).toEqual([
      "This was already done.",
      `You approved ${REPO}#2.`,
    ]);
    expect(sample.pull.pull?.reviews).toHaveLength(1);

    const question = await ada.press(pull, "Merge");
    const merges = await Promise.all([
      ada.press(question.message, "Merge"),
      ada.press(question.message, "Merge").catch(() => undefined),
    ]);
    expect(merges.map((seen) => seen?.text)).toContain(`${REPO}#2 is merged.`);
    expect(world.github.requests.filter(({ path }) => path.endsWith("/merge"))).toHaveLength(1);
  });

  it("say what stands in the way when the state has changed since", async () => {
    const { pull } = await cards();
    Object.assign(sample.pull, { state: "closed" });
    expect((await ada.press(pull, "Merge")).text).toContain("closed. Reopen it first");
  });
});

describe("an interaction that Discord repeats", () => {
  it("comments once", async () => {
    const { people } = world.discord;
    const doing = { person: ada.person, channelId: world.channelId };
    const options = { ref: `${REPO}#1`, text: "Once" };
    const sent = await people.slash(doing, ["gh", "comment", "add"], options);
    const copy = sent.request.clone();
    await world.interact(sent);
    expect((await world.send(copy)).status).toBe(200);
    expect(sample.issue.comments).toHaveLength(1);
  });
});

describe("a message's menu", () => {
  it("comments on, closes, approves and merges what the message shows", async () => {
    const { issue, pull } = await cards();
    if (issue === undefined || pull === undefined) throw new Error("both are shown");
    await ada.submit(await ada.menu("Comment on GitHub", issue), { text: "From the menu" });
    expect(sample.issue.comments).toMatchObject([{ body: "From the menu" }]);
    expect((await ada.menu("Approve on GitHub", pull)).text).toContain("You approved");
    expect((await ada.menu("Close on GitHub", issue)).text).toContain("is closed");
    const question = await ada.menu("Merge on GitHub", pull);
    expect((await ada.press(question.message, "Squash and merge")).text).toContain("is merged");
  });

  it("edits and deletes the comment that somebody linked to", async () => {
    const { id } = world.github.comment(REPO, 1, { author: "ada", body: "Old" });
    const said = world.discord.people.say(
      { person: ada.person, channelId: world.channelId },
      `see https://github.com/${REPO}/pull/2 and https://github.com/${REPO}/issues/1#issuecomment-${id}`,
    );
    const form = await ada.menu("Edit GitHub comment", said);
    await ada.submit(form, { text: "New" });
    expect(sample.issue.comments[0]?.body).toBe("New");
    const question = await ada.menu("Delete GitHub comment", said);
    expect((await ada.press(question.message, "Delete")).text).toBe("The comment is deleted.");
    expect(sample.issue.comments).toEqual([]);
  });

  it("asks which one, on a message that shows none", async () => {
    const said = world.discord.people.say(
      { person: ada.person, channelId: world.channelId },
      "hello https://example.org/acme/rocket/pull/2",
    );
    expect((await ada.menu("Merge on GitHub", said)).text).toContain(
      "Which issue or pull request?",
    );
  });
});

describe("in a thread", () => {
  it("of a notification, the notification says what is meant", async () => {
    const { pull } = await cards();
    const id = pull?.messageId ?? "";
    world.discord.places.thread({ parentId: world.channelId, name: "Talk", id });
    const answer = await ada.slash("comment add", { text: "In the thread" }, id);
    expect(answer.text).toBe(`Your comment is on ${REPO}#2.`);
  });

  it("the channel's repository counts", async () => {
    const admin = createDiscordUser(world, { name: "Boss", permissions: 32n });
    await admin.login("ada");
    await admin.slash("repo", { repo: REPO });
    const { id } = world.discord.places.thread({ parentId: world.channelId, name: "Talk" });
    expect((await ada.slash("comment add", { ref: "#1", text: "Hm" }, id)).text).toContain(
      `${REPO}#1`,
    );
    expect((await ada.slash("comment add", { text: "Hm" }, id)).text).toContain("Which issue");
  });
});

describe("who sets a chat's repository", () => {
  it("is who may manage the server", async () => {
    expect((await ada.slash("repo", { repo: REPO })).text).toContain("Only those who administer");
  });
});

describe("attackers", () => {
  const press = async (customId: string, by = ada) =>
    by.press(
      await craftedOnDiscord(world, { content: "x", components: [discordButton(customId)] }),
      "Crafted",
    );

  it("gain nothing from buttons that say what only a question may say", async () => {
    const { sha } = sample.pull.pull?.head ?? { sha: "" };
    for (const payload of [`${REPO}#2 sha:${sha}`, `${REPO}#2 squash ${sha}`]) {
      await press(`gh:pr merge:${payload}`);
    }
    const modal = {
      title: "x",
      customId: `form:pr merge:${new URLSearchParams({ ref: `${REPO}#2`, sha }).toString().slice(0, 90)}`,
      components: [],
      channelId: world.channelId,
      personId: ada.person.id,
    };
    await ada.submit({ kind: "modal", text: "", buttons: {}, modal }, {});
    expect(sample.pull.pull?.mergedAt).toBeNull();
  });

  it("gain nothing from another's question, guessed or seen", async () => {
    const eve = createDiscordUser(world, { name: "Eve" });
    await eve.login("eve");
    const question = await ada.slash("pr merge", { ref: `${REPO}#2` });
    const id = question.buttons["Merge"] ?? "";
    expect((await press(id, eve)).text).toContain("somebody else’s");
    expect(sample.pull.pull?.mergedAt).toBeNull();
    expect((await ada.press(question.message, "Merge")).text).toContain("is merged");
    expect((await press(id)).text).toContain("no longer open");
  });

  it("edit nobody's comment but with the presser's own rights", async () => {
    const eve = createDiscordUser(world, { name: "Eve" });
    await eve.login("eve");
    const { id } = world.github.comment(REPO, 1, { author: "bob", body: "Bob's" });
    const link = `https://github.com/${REPO}/issues/1#issuecomment-${id}`;
    await press(`gh:comment del:${link} yes`, eve);
    await press(`gh:comment edit:${link} gone`, eve);
    expect(sample.issue.comments[0]?.body).toBe("Bob's");
  });

  it("get an answer to every odd custom_id", async () => {
    for (const id of [
      "gh",
      "gh:",
      ":::",
      "gh:__proto__:x",
      "gh:constructor:",
      "gh:confirm:",
      "gh:continue:nope",
      "form:",
      "x".repeat(100),
    ]) {
      expect((await press(id)).text, id).toMatch(/do not know the command|no longer open/);
    }
  });

  it("cannot send what Discord did not sign, or signed long ago, or nonsense", async () => {
    const ping = async () => (await world.discord.people.ping()).request;
    const forged = await ping();
    forged.headers.set("X-Signature-Ed25519", "00".repeat(64));
    expect((await world.send(forged)).status).toBe(401);
    expect((await world.send(await ping())).status).toBe(200);
    const bare = new Request(forged.url, { method: "POST", body: "{}" });
    expect((await world.send(bare)).status).toBe(401);
    const old = await ping();
    world.pass(6 * 60_000);
    expect((await world.send(old)).status).toBe(401);
    const huge = new Request(forged.url, { method: "POST", body: "x".repeat(1_000_001) });
    expect((await world.send(huge)).status).toBe(413);
  });
});
