import { beforeEach, describe, expect, it } from "vitest";
import { codeOn, startOn, throughGitHub } from "../support/browser.ts";
import { counted } from "../support/counted.ts";
import { createDiscordUser } from "../support/discord-user.ts";
import { createTelegramUser, told } from "../support/telegram-user.ts";
import { signedWebhook } from "../support/webhook.ts";
import { createWorld, type World } from "../support/world.ts";

const BASE = "https://webhooker.example";
const MANAGE_GUILD = 1n << 5n;

let world: World;

beforeEach(async () => {
  waiting.length = 0;
  world = await createWorld({ env: { ADMIN_USER_IDS: "11" } });
  world.github.addUser({ login: "ada", id: 11, name: "Ada" });
  world.github.addUser({ login: "bob", id: 12, name: "Bob" });
  world.github.addRepository({ owner: "ada", name: "engine", permissions: { ada: "admin" } });
  // What GitHub sends goes to the Worker, signed as the hook says.
  world.github.onWebhook(({ event, payload, hooks, deliveryId }) => {
    for (const { url, secret } of hooks) waiting.push({ event, payload, url, secret, deliveryId });
  });
});

interface Sent {
  event: string;
  payload: object;
  url: string;
  secret: string;
  deliveryId: string;
}
const waiting: Sent[] = [];

/** Lets GitHub's webhooks arrive and be shown. */
async function arrive(): Promise<void> {
  for (const { url, secret, ...webhook } of waiting.splice(0)) {
    const request = await signedWebhook(url, secret, { ...webhook, path: "" });
    const response = await world.send(request);
    if (response.status !== 202) throw new Error(`${response.status}: ${await response.text()}`);
  }
  await world.drain();
}

describe("on Discord, from nothing to the first notification", () => {
  it("takes fewer than ten messages, and only what the bot says leads the way", async () => {
    const ada = counted(createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD }), [
      "slash",
      "press",
      "submit",
    ]);
    const begun = await ada.slash("setup");
    expect(begun.text).toContain("GitHub account must be linked");
    const page = await throughGitHub(world, begun.buttons["Link GitHub"] ?? "", "ada");
    await ada.slash("login", { code: codeOn(page) });
    const offered = await ada.press(begun.message, "Linked? Go on");
    expect(offered.text).toContain("is not connected yet");
    const made = await ada.press(offered.message, "New group for this chat");
    expect(made.message?.onlyFor).toBe(ada.person.id);
    expect(made.text).toMatch(/Secret: [0-9a-f]{64}/);
    const nothing = await ada.press(made.message, "Has anything arrived?");
    expect(nothing.text).toContain("Nothing has arrived yet");
    const form = await ada.press(made.message, "Create the webhook for me");
    const hooked = await ada.submit(form, { repo: "ada/engine" });
    expect(hooked.text).toContain("The webhook on ada/engine is made");
    await arrive();
    const arrived = await ada.press(made.message, "Has anything arrived?");
    expect(arrived.text).toContain("ping of ada/engine");
    const subscribed = await ada.press(hooked.message, "Subscribe this chat");
    expect(subscribed.text).toContain("This chat now hears ada/engine");

    world.github.open("ada/engine", { author: "ada", title: "It stands still" });
    await arrive();
    const shown = world.discord.log.messages().filter(({ onlyFor }) => onlyFor === undefined);
    expect(shown.at(-1)?.text).toContain("It stands still");
    expect(ada.deeds()).toBe(9);
  });
});

describe("setting a chat up", () => {
  it("is refused to who does not administer it, and to who may make no group, saying whom to ask", async () => {
    const guest = createDiscordUser(world, { name: "Guest" });
    await guest.login("ada");
    expect((await guest.slash("setup")).text).toContain("Manage Server");
    const bob = createDiscordUser(world, { name: "Bob", permissions: MANAGE_GUILD });
    await bob.login("bob");
    expect((await bob.slash("setup")).text).toContain("Ask @ada");
  });

  it("is not set up where the bot itself is not, only the application that people bring along", async () => {
    const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
    world.discord.places.leaveGuild(world.guildId);
    await ada.login("ada");
    expect((await ada.slash("setup")).text).toContain("I am not in this server");
    const { id } = world.discord.places.dm(ada.person.id);
    expect((await ada.slash("setup", {}, id)).text).toContain("in the channel or thread");
  });
});

describe("a chat that is set up", () => {
  it("is managed by whom its owner adds, and reports where they say", async () => {
    const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
    const bob = createDiscordUser(world, { name: "Bob" });
    await ada.login("ada");
    await bob.login("bob");
    await ada.press((await ada.slash("setup")).message, "New group for this chat");
    expect((await bob.slash("members")).text).toContain("no such group");
    expect((await bob.slash("subscribe", { repo: "ada/engine" })).text).toContain("no such group");
    expect((await ada.slash("members")).text).toContain("owner: @ada");
    const added = await ada.slash("members", { login: "@bob", role: "admin" });
    expect(added.text).toContain("@bob is now admin");
    expect((await bob.slash("subscribe", { repo: "ada/engine" })).text).toContain("now hears");
    expect((await bob.slash("members", { login: "bob", role: "owner" })).text).toContain(
      "Only owners",
    );
    const settings = await bob.slash("settings", { log: "here" });
    expect(settings.text).toContain("Problems are reported here");
    const changed = await bob.slash("settings", { lang: "zh" });
    expect(changed.text).toContain("语言：zh");
    expect((await ada.slash("members", { login: "ada", role: "none" })).text).toContain(
      "needs an owner",
    );
    await ada.slash("members", { login: "bob", role: "none" });
    expect((await bob.slash("settings", { emoji: "off" })).text).toContain("no such group");
  });
});

describe("the secret of a group", () => {
  it("is removed by an owner who is asked first: then the endpoint believes nobody", async () => {
    const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
    const bob = createDiscordUser(world, { name: "Bob", permissions: MANAGE_GUILD });
    await ada.login("ada");
    await bob.login("bob");
    const made = await ada.press((await ada.slash("setup")).message, "New group for this chat");
    const [, url = "", secret = ""] = /URL: (\S+)\nSecret: (\w+)/.exec(made.text) ?? [];
    const hook = { event: "ping", payload: { zen: "Keep it logically awesome." }, path: "" };
    const sent = async (deliveryId: string) =>
      (await world.send(await signedWebhook(url, secret, { ...hook, deliveryId }))).status;
    expect(await sent("before")).toBe(202);

    await ada.slash("members", { login: "bob", role: "admin" });
    expect(Object.keys((await bob.slash("setup")).buttons)).not.toContain("Remove the secret");
    const shown = await ada.slash("setup");
    const asked = await ada.press(shown.message, "Remove the secret");
    expect(asked.text).toContain("believes nobody any more");
    expect(await sent("asked")).toBe(202);
    const gone = await ada.press(asked.message, "Remove the secret");
    expect(gone.text).toContain("The secret is removed");
    expect(await sent("after")).toBe(503);
    expect((await ada.slash("setup")).text).toMatch(/Secret: [0-9a-f]{64}/);
  });
});

describe("an invitation", () => {
  it("is passed on from Discord as a code, works once, and can be revoked", async () => {
    const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
    const bob = createDiscordUser(world, { name: "Bob" });
    await ada.login("ada");
    await ada.press((await ada.slash("setup")).message, "New group for this chat");
    const made = await ada.slash("invite", { role: "viewer" });
    expect(made.message?.onlyFor).toBe(ada.person.id);
    expect(made.text).toContain("as viewer. It works once, until Dec 8, 2026");
    const [, code = ""] = /\/gh join code:([0-9a-f]{32})/.exec(made.text) ?? [];
    expect(made.text).toContain(`https://t.me/WebHookerBot?start=i-${code}`);
    const begun = await bob.slash("join", { code });
    const page = await throughGitHub(world, begun.buttons["Link GitHub"] ?? "", "bob");
    await bob.slash("login", { code: codeOn(page) });
    const joined = await bob.press(begun.message, "Linked? Go on");
    expect(joined.text).toContain("You are now viewer of the group");
    expect((await bob.slash("join", { code })).text).toContain("was used, revoked or has expired");
    expect((await bob.slash("invite")).text).toContain("Only owners");
    const other = await ada.slash("invite");
    const listed = await ada.slash("members");
    expect(listed.text).toContain("Invited: admin, until Dec 8, 2026");
    expect((await bob.slash("members")).text).not.toContain("Invited");
    await ada.press(listed.message, "Revoke invitation: admin");
    const [, gone = ""] = /code:([0-9a-f]{32})/.exec(other.text) ?? [];
    expect((await bob.slash("join", { code: gone })).text).toContain("was used, revoked");
    expect((await bob.slash("members")).text).toContain("viewer: @bob");
  });

  it("has no link, but its code, while Telegram cannot be reached", async () => {
    world = await createWorld({ env: { TELEGRAM_API_URL: "https://telegram.invalid" } });
    world.github.addUser({ login: "ada", id: 1, name: "Ada" });
    const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
    await ada.login("ada");
    await ada.press((await ada.slash("setup")).message, "New group for this chat");
    const made = await ada.slash("invite");
    expect(made.text).toMatch(/\/gh join code:[0-9a-f]{32}/);
    expect(made.text).not.toContain("t.me");
  });

  it("is made in private on Telegram, and is a link that leads through linking", async () => {
    const ada = createTelegramUser(world, { name: "Ada" });
    const bob = createTelegramUser(world, { name: "Bob", languageCode: "zh" });
    await ada.login("ada");
    world.telegram.places.join(world.chatId, ada.person.id, "administrator");
    const started = (link: string | undefined) => new URL(link ?? "").searchParams.get("start");
    const toPrivate = async (words: string) => {
      const pointed = await ada.write(words, { chatId: world.chatId });
      expect(pointed.text).not.toMatch(/[0-9a-f]{32}/);
      expect(pointed.text).not.toContain("@ada");
      return ada.start(started(Object.values(pointed.buttons)[0]) ?? "");
    };
    const offered = await toPrivate("/gh setup");
    await ada.press(offered.message, "New group for this chat");
    const made = await toPrivate("/gh invite owner");
    expect(made.text).toContain("as owner");
    expect((await toPrivate("/gh members")).text).toContain("owner: @ada");
    const link = /https:\/\/t\.me\/\S+/.exec(made.text)?.[0];
    const begun = await bob.start(started(link) ?? "");
    const page = await throughGitHub(world, begun.buttons["绑定 GitHub"] ?? "", "bob");
    await bob.start(startOn(page));
    const joined = await bob.press(begun.message, "已绑定，继续");
    expect(joined.text).toContain("你现在是群组“Team”的 owner");
    expect((await bob.start(started(link) ?? "")).text).toContain("邀请已被使用");
  });
});

const NO_RIGHTS = {
  is_anonymous: false,
  can_delete_messages: false,
  can_manage_video_chats: false,
  can_restrict_members: false,
  can_promote_members: false,
  can_change_info: false,
  can_invite_users: false,
  can_post_stories: false,
  can_edit_stories: false,
  can_delete_stories: false,
};

/** A group that the person administers, with the bot in it. */
const GROUP_ASKED = {
  request_id: 1,
  request_title: true,
  chat_is_channel: false,
  user_administrator_rights: { ...NO_RIGHTS, can_manage_chat: true },
  bot_is_member: true,
};

/** A channel in which the person may post, which lets the bot in to post and nothing else. */
const CHANNEL_ASKED = {
  request_id: 2,
  request_title: true,
  chat_is_channel: true,
  user_administrator_rights: { ...NO_RIGHTS, can_manage_chat: true, can_post_messages: true },
  bot_administrator_rights: { ...NO_RIGHTS, can_manage_chat: true, can_post_messages: true },
};

describe("on Telegram, from nothing to the first notification", () => {
  it("takes fewer than ten messages, and leaves the group before anything secret is said", async () => {
    const inGroup = { chatId: world.chatId };
    const guest = createTelegramUser(world, { name: "Guest" });
    expect((await guest.write("/gh setup", inGroup)).text).toContain("Only an administrator");
    const ada = counted(createTelegramUser(world, { name: "Ada", username: "ada" }), [
      "write",
      "start",
      "press",
    ]);
    world.telegram.places.join(world.chatId, ada.person.id, "administrator");
    const pointed = await ada.write("/gh setup", inGroup);
    const [link] = Object.values(pointed.buttons);
    expect(link).toMatch(/^https:\/\/t\.me\/\w+\?start=p-[\w-]{22}$/);
    const begun = await ada.start(new URL(link ?? "").searchParams.get("start") ?? "");
    expect(begun.text).toContain("GitHub account must be linked");
    const page = await throughGitHub(world, begun.buttons["Link GitHub"] ?? "", "ada");
    await ada.start(startOn(page));
    const offered = await ada.press(begun.message, "Linked? Go on");
    expect(offered.text).toContain("“Team” is not connected yet");
    const made = await ada.press(offered.message, "New group for this chat");
    expect(made.text).toMatch(/Secret: [0-9a-f]{64}/);
    expect(made.message?.chatId).toBe(ada.person.id);
    const asked = await ada.press(made.message, "Create the webhook for me");
    if (asked.message === undefined) throw new Error("nothing was asked");
    const hooked = await ada.write("ada/engine", { replyTo: asked.message });
    expect(hooked.text).toContain("The webhook on ada/engine is made");
    await arrive();
    const arrived = await ada.press(made.message, "Has anything arrived?");
    expect(arrived.notice ?? arrived.text).toContain("ping of ada/engine");
    const subscribed = await ada.write("/gh subscribe ada/engine", inGroup);
    expect(subscribed.text).toContain("This chat now hears ada/engine");
    world.github.open("ada/engine", { author: "ada", title: "It stands still" });
    await arrive();
    expect(world.telegram.log.messages().at(-1)?.text).toContain("It stands still");
    expect(ada.deeds()).toBe(9);
    const heard = await ada.write("/gh list", inGroup);
    expect(heard.text).toContain("/gh subscribe ada/engine events:pulls");
    const said = world.telegram.log.messages().filter(({ chatId }) => chatId === world.chatId);
    expect(said.some(({ text }) => /[0-9a-f]{64}/.test(text))).toBe(false);
  });

  it("offers to choose the chat to who cannot speak as themselves there", async () => {
    const ada = createTelegramUser(world, { name: "Ada", started: true });
    await ada.login("ada");
    world.telegram.places.join(world.chatId, ada.person.id, "administrator");
    const anonymous = await ada.write("/gh setup", { chatId: world.chatId, as: "anonymous" });
    const [link] = Object.values(anonymous.buttons);
    expect(link).toMatch(/\?start=setup$/);
    const offered = await ada.start("setup");
    if (offered.message === undefined) throw new Error("nothing was offered");
    expect(offered.message.body["reply_markup"]).toEqual({
      keyboard: [
        [{ text: "Choose a group", request_chat: GROUP_ASKED }],
        [{ text: "Choose a channel", request_chat: CHANNEL_ASKED }],
      ],
      one_time_keyboard: true,
      resize_keyboard: true,
    });
    const { people } = world.telegram;
    const chosen = await told(
      world,
      people.shareChat(ada.person, offered.message, "Choose a group", world.chatId),
    );
    expect(chosen.text).toContain("“Team” is not connected yet");
    const foreign = { request_id: 1, chat_id: -999, title: "Not mine" };
    expect((await told(world, update(Number(ada.person.id), foreign))).text).toContain(
      "Only an administrator",
    );
  });

  function update(id: number, chatShared: object) {
    const from = { id, is_bot: false, first_name: "Ada" };
    const message = {
      message_id: 900,
      date: 1,
      chat: { id, type: "private" },
      from,
      chat_shared: chatShared,
    };
    const body = JSON.stringify({
      update_id: 7_000 + Math.abs(JSON.stringify(chatShared).length),
      message,
    });
    const headers = { "X-Telegram-Bot-Api-Secret-Token": "telegram-secret" };
    return {
      request: new Request(`${BASE}/telegram/webhook`, { method: "POST", headers, body }),
      updateId: 1,
    };
  }

  it("sets a channel up and subscribes it, all in private", async () => {
    const ada = createTelegramUser(world, { name: "Ada", started: true });
    await ada.login("ada");
    const news = world.telegram.places.group({
      title: "News",
      kind: "channel",
      bot: "administrator",
    });
    world.telegram.places.join(news.id, ada.person.id, "administrator");
    const shared = { request_id: 2, chat_id: Number(news.id), title: "News" };
    const offered = await told(world, update(Number(ada.person.id), shared));
    const made = await ada.press(offered.message, "New group for this chat");
    expect(made.text).toContain("“News” is connected");
    expect(made.text).toContain("Then press “Subscribe” below");
    expect(made.text).not.toContain("in the chat");
    const asked = await ada.press(made.message, "Subscribe");
    if (asked.message === undefined) throw new Error("nothing was asked");
    const line = "ada/engine events:issues";
    const done = await ada.write(line, { replyTo: asked.message });
    expect(done.text).toContain("This chat now hears ada/engine");
    const hook = await ada.press(done.message, "Create the webhook on ada/engine");
    expect(hook.text).toContain("The webhook on ada/engine is made");
    expect(hook.text).toContain("Next: “Subscribe” in the setup above");
    await arrive();
    world.github.open("ada/engine", { author: "ada", title: "It stands still" });
    await arrive();
    const shown = world.telegram.log.messages().filter(({ chatId }) => chatId === news.id);
    expect(shown.at(-1)?.text).toContain("It stands still");
    const heard = await ada.press(made.message, "What it hears");
    expect(heard.text).toContain(`/gh subscribe ${line}`);
    // Whoever knows the channel's id does not learn by it what it hears.
    const bob = createTelegramUser(world, { name: "Bob", started: true });
    await bob.login("bob");
    for (const command of ["setup list", "setup settings", "setup retry", "setup test"]) {
      const said = await bob.write(`/gh ${command} chat:telegram:${news.id}`);
      expect.soft(said.text, command).toContain("no such group, or you do not");
    }
    const now = await ada.press(heard.message, "Settings");
    if (now.message === undefined) throw new Error("nothing was asked");
    expect(now.text).toContain("Settings");
    const odd = await ada.write("colour:red", { replyTo: now.message });
    expect(odd.text).toContain("cannot read “colour:red”");
    const again = await ada.press(heard.message, "Settings");
    if (again.message === undefined) throw new Error("nothing was asked");
    const set = await ada.write("emoji:off style:plain log:here", { replyTo: again.message });
    expect(set.text).toContain("Emoji: off");
    expect(set.text).toContain("Problems are reported here");
    const who = await ada.press(heard.message, "Managers");
    if (who.message === undefined) throw new Error("nothing was asked");
    const added = await ada.write("@bob admin", { replyTo: who.message });
    expect(added.text).toContain("@bob is now admin");
    const which = await ada.press(heard.message, "Unsubscribe");
    if (which.message === undefined) throw new Error("nothing was asked");
    const gone = await ada.write("ada/engine", { replyTo: which.message });
    expect(gone.text).toContain("no longer hears ada/engine");
  });

  it("disconnects a chat that the bot is removed from", async () => {
    const ada = createTelegramUser(world, { name: "Ada" });
    await ada.login("ada");
    world.telegram.places.join(world.chatId, ada.person.id, "administrator");
    const pointed = await ada.write("/gh setup", { chatId: world.chatId });
    const [link] = Object.values(pointed.buttons);
    const offered = await ada.start(new URL(link ?? "").searchParams.get("start") ?? "");
    await ada.press(offered.message, "New group for this chat");
    await told(world, world.telegram.people.changeBot(ada.person, world.chatId, "kicked"));
    await told(world, world.telegram.people.changeBot(ada.person, world.chatId, "member"));
    expect((await ada.write("/gh list", { chatId: world.chatId })).text).toContain("not set up");
  });
});

describe("a repository that becomes private", () => {
  it("is no longer heard where it was public news, and the chat is told once", async () => {
    const ada = createDiscordUser(world, { name: "Ada", permissions: MANAGE_GUILD });
    await ada.login("ada");
    const made = await ada.press((await ada.slash("setup")).message, "New group for this chat");
    const form = await ada.press(made.message, "Create the webhook for me");
    await ada.submit(form, { repo: "ada/engine" });
    await ada.slash("subscribe", { repo: "ada/engine" });
    await arrive();
    const { id, hooks } = world.github.repository("ada/engine");
    const [hook] = hooks;
    if (hook === undefined) throw new Error("no hook");
    const repository = { id, full_name: "ada/engine", private: true, owner: { login: "ada" } };
    const payload = { action: "privatized", repository, sender: { login: "ada", id: 11 } };
    waiting.push({ ...hook, event: "repository", payload, deliveryId: "privatized-1" });
    await arrive();
    world.github.open("ada/engine", { author: "ada", title: "A secret plan" });
    await arrive();
    const said = world.discord.log.messages().filter(({ onlyFor }) => onlyFor === undefined);
    expect(said.at(-1)?.text).toContain("ada/engine became private");
    expect((await ada.slash("list")).text).toContain("switched off");
  });
});
