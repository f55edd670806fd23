import { beforeEach, describe, expect, it } from "vitest";
import {
  codeOn,
  createBrowser,
  decideAtGitHub,
  startOn,
  throughGitHub,
} from "../support/browser.ts";
import { testEnv } from "../support/env.ts";
import { createDiscordUser, type DiscordUser } from "../support/discord-user.ts";
import { createTelegramUser, type TelegramUser } from "../support/telegram-user.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let ada: DiscordUser;
let adaT: TelegramUser;

beforeEach(async () => {
  world = await createWorld();
  world.github.addUser({ login: "ada", id: 11, name: "Ada Lovelace" });
  world.github.addUser({ login: "eve", id: 66, name: "Eve" });
  ada = createDiscordUser(world, { name: "Ada" });
  adaT = createTelegramUser(world, { name: "Ada T" });
});

const linkOf = ({ buttons }: { buttons: Readonly<Record<string, string>> }): string =>
  buttons["Link GitHub"] ?? "";

describe("a login on Discord", () => {
  it("begins privately, shows a code in the browser, and ends with the slash form", async () => {
    const begun = await ada.slash("login");
    expect(begun.message?.onlyFor).toBe(ada.person.id);
    expect(begun.text).toContain("10 minutes");

    const page = await throughGitHub(world, linkOf(begun), "ada");
    expect(page).toContain("Nothing is linked yet");
    expect((await ada.slash("whoami")).text).toContain("not linked");

    const done = await ada.slash("login", { code: codeOn(page) });
    expect(done.text).toBe(
      "Linked: you act on GitHub as @ada (Ada Lovelace). /gh logout undoes it.",
    );
    expect(done.message?.onlyFor).toBe(ada.person.id);
    expect((await ada.slash("whoami")).text).toContain("You act on GitHub as @ada.");
  });

  it("begins with the button of whoami and ends with the one that asks for the code, too", async () => {
    const begun = await ada.press((await ada.slash("whoami")).message, "Link GitHub");
    const page = await throughGitHub(world, linkOf(begun), "ada");
    const form = await ada.press(begun.message, "Enter the code");
    const done = await ada.submit(form, {
      code: ` ${codeOn(page).toLowerCase().replace("-", " ")}`,
    });
    expect(done.text).toContain("@ada");
  });

  it("gives five tries at the code, then none, and says how to go on", async () => {
    const page = await throughGitHub(world, linkOf(await ada.slash("login")), "ada");
    const answers = [];
    for (let nth = 0; nth < 5; nth += 1) {
      answers.push((await ada.slash("login", { code: "AAAA-AAAA" })).text);
    }
    expect(answers[0]).toContain("4 tries are left");
    expect(answers[4]).toContain("wrong too often");
    expect(world.github.tokens.all()).toEqual([]);
    const right = await ada.slash("login", { code: codeOn(page) });
    expect(right.text).toMatch(/\/gh login/);
    expect((await ada.slash("whoami")).text).toContain("not linked");
  });

  it("links nothing with a code from somebody else's browser", async () => {
    const eve = createDiscordUser(world, { name: "Eve" });
    const page = await throughGitHub(world, linkOf(await ada.slash("login")), "ada");
    expect((await eve.slash("login", { code: codeOn(page) })).text).toContain("/gh login");
    expect((await eve.slash("whoami")).text).toContain("not linked");
  });

  it("cannot be ended by the victim of a forwarded link for its sender", async () => {
    const eve = createDiscordUser(world, { name: "Eve" });
    const forwarded = linkOf(await eve.slash("login"));
    const page = await throughGitHub(world, forwarded, "ada");
    expect(page).toContain("with it, Eve can act on GitHub as you");
    expect((await eve.slash("whoami")).text).toContain("not linked");
    const victim = await ada.slash("login", { code: codeOn(page) });
    expect(victim.text).toContain("begun by another chat account");
    expect(victim.text).toContain("/gh login");
    expect((await ada.slash("whoami")).text).toContain("not linked");
    expect(world.github.tokens.all()).toEqual([]);
  });

  it("that was denied or has expired has its page with the way on", async () => {
    const denied = await throughGitHub(world, linkOf(await ada.slash("login")), undefined);
    expect(denied).toContain("nothing was linked");
    expect(denied).toContain("/gh login");

    const link = linkOf(await ada.slash("login"));
    world.pass(11 * 60_000);
    const old = await createBrowser(world).open(link);
    expect(old.status).toBe(410);
    expect(await old.text()).toContain("/gh login");
  });

  it("that nobody finishes leaves no access behind", async () => {
    await throughGitHub(world, linkOf(await ada.slash("login")), "ada");
    world.pass(11 * 60_000);
    await world.tick();
    expect(world.github.tokens.all()).toEqual([]);
  });

  it("takes GitHub's answer once, in the browser that asked", async () => {
    const browser = createBrowser(world);
    const back = await decideAtGitHub(world, browser, linkOf(await ada.slash("login")), "ada");
    expect((await createBrowser(world).open(back)).status).toBe(403);
    const page = await browser.open(back);
    expect(page.status).toBe(200);
    const code = codeOn(await page.text());
    expect(codeOn(await (await browser.open(back)).text())).toBe(code);
    expect((await createBrowser(world).open(back)).status).toBe(403);
    expect((await ada.slash("login", { code })).text).toContain("@ada");
  });

  it("speaks the chat's language, page and all, when the browser asks for none", async () => {
    const li = createDiscordUser(world, { name: "Li", locale: "zh-CN" });
    const begun = await li.slash("login");
    expect(begun.text).toContain("10 分钟内有效");
    const page = await throughGitHub(world, begun.buttons["绑定 GitHub"] ?? "", "ada");
    expect(page).toContain("还差一步");
    expect((await li.slash("login", { code: codeOn(page) })).text).toContain("已绑定");
  });

  it("says each way it can end in Chinese, too", async () => {
    const li = createDiscordUser(world, { name: "Li", locale: "zh-CN" });
    const link = async () => (await li.slash("login")).buttons["绑定 GitHub"] ?? "";
    expect(await throughGitHub(world, await link(), undefined)).toContain("你没有在 GitHub 授权");

    const used = await link();
    const browser = createBrowser(world);
    await browser.open(await decideAtGitHub(world, browser, used, "ada"));
    const chinese = { headers: { "accept-language": "zh" } };
    expect(await (await browser.send(used, chinese)).text()).toContain("链接已使用过");
    const told = [];
    for (let nth = 0; nth < 6; nth += 1) {
      told.push((await li.slash("login", { code: "AAAA-AAAA" })).text);
    }
    expect(told[0]).toContain("还可以试 4 次");
    expect(told[4]).toContain("验证码错误次数过多");
    expect(told[5]).toContain("没有等待完成的登录");

    const page = await throughGitHub(world, await link(), "ada");
    const code = codeOn(page);
    const eve = createDiscordUser(world, { name: "夏娃", locale: "zh-CN" });
    expect((await eve.slash("login", { code })).text).toContain("由另一个聊天账号发起");
    const late = await link();
    const lateCode = codeOn(await throughGitHub(world, late, "ada"));
    world.pass(11 * 60_000);
    expect((await li.slash("login", { code: lateCode })).text).toContain("已过期");
    expect(await (await browser.send(late, chinese)).text()).toContain("链接已过期");
  });
});

describe("a login on Telegram", () => {
  it("begins in the private chat and ends by the deep link", async () => {
    const begun = await adaT.write("/gh login");
    const page = await throughGitHub(world, linkOf(begun), "ada");
    const done = await adaT.start(startOn(page));
    expect(done.text).toBe(
      "Linked: you act on GitHub as @ada (Ada Lovelace). /gh logout undoes it.",
    );
    expect((await adaT.write("/gh whoami")).text).toContain("@ada");
  });

  it("ends by the message that the page shows, too", async () => {
    const page = await throughGitHub(world, linkOf(await adaT.write("/gh login")), "ada");
    const typed = await adaT.write(/\/start [\w-]+/.exec(page)?.[0] ?? "");
    expect(typed.text).toContain("@ada");
  });

  it("that was used or has expired leads back to the private chat", async () => {
    const leadsTo = async (url: string) =>
      startOn(await (await createBrowser(world).open(url)).text());
    const link = linkOf(await adaT.write("/gh login"));
    await throughGitHub(world, link, "ada");
    expect(await leadsTo(link)).toBe("login");
    const late = linkOf(await adaT.write("/gh login"));
    world.pass(11 * 60_000);
    expect(await leadsTo(late)).toBe("login");
  });

  it("never shows its link in a group: there a button opens the private chat", async () => {
    const inGroup = await adaT.write("/gh login", { chatId: world.chatId });
    expect(inGroup.buttons).toEqual({
      "Open the private chat": "https://t.me/WebHookerBot?start=login",
    });
    expect(JSON.stringify(world.telegram.log.messages())).not.toContain("state=");
    const begun = await adaT.start("login");
    expect(linkOf(begun)).toContain("state=");
  });

  it("is void once another account opens its deep link", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    const payload = startOn(
      await throughGitHub(world, linkOf(await adaT.write("/gh login")), "ada"),
    );
    expect((await eve.start(payload)).text).toContain("begun by another chat account");
    expect((await adaT.start(payload)).text).toContain("/gh login");
    expect((await adaT.write("/gh whoami")).text).toContain("not linked");
    expect(world.github.tokens.all()).toEqual([]);
  });

  it("cannot be ended by the victim of a forwarded link for its sender", async () => {
    const eve = createTelegramUser(world, { name: "Eve" });
    const page = await throughGitHub(world, linkOf(await eve.write("/gh login")), "ada");
    expect(page).toContain("with it, Eve can act on GitHub as you");
    expect((await adaT.start(startOn(page))).text).toContain("begun by another chat account");
    for (const { text } of [await eve.write("/gh whoami"), await adaT.write("/gh whoami")]) {
      expect(text).toContain("not linked");
    }
    expect(world.github.tokens.all()).toEqual([]);
  });
});

describe("a login that ends at GitHub", () => {
  it("is told to who began it on Telegram, once, with a button that begins anew", async () => {
    const browser = createBrowser(world);
    const link = linkOf(await adaT.write("/gh login"));
    const back = await decideAtGitHub(world, browser, link, undefined);
    await browser.open(back);
    await browser.open(back);
    const said = world.telegram.log
      .messages()
      .filter(({ text }) => text.includes("You said no at GitHub"));
    expect(said.map(({ chatId }) => chatId)).toEqual([adaT.person.id]);
    expect(linkOf(await adaT.press(said[0], "Link GitHub"))).toContain("state=");
  });

  it("is told to who began it on Discord, and nobody else sees it", async () => {
    const browser = createBrowser(world);
    const link = linkOf(await ada.slash("login"));
    const back = await decideAtGitHub(world, browser, link, undefined);
    await browser.open(back);
    await browser.open(back);
    const said = world.discord.log.messages().filter(({ text }) => text.includes("You said no"));
    expect(said.map(({ onlyFor }) => onlyFor)).toEqual([ada.person.id]);
    const anew = await ada.press(said[0], "Link GitHub");
    expect(anew.message?.onlyFor).toBe(ada.person.id);
    expect(await throughGitHub(world, linkOf(anew), "ada")).toContain("One step left");
  });

  it("is told on Discord also where another command began it", async () => {
    const first = await ada.slash("pr merge", { ref: "acme/rocket#1" });
    await throughGitHub(world, linkOf(first), undefined);
    const [said] = world.discord.log.messages().slice(-1);
    expect([said?.text, said?.onlyFor]).toEqual([
      expect.stringContaining("You said no"),
      ada.person.id,
    ]);
  });

  it("has its page even where Discord takes no word any more, and the link's secret lies sealed", async () => {
    const link = linkOf(await ada.slash("login"));
    const state = await testEnv.KV.get(`state:${new URL(link).searchParams.get("state")}`);
    expect(state).toContain("discordWebhook");
    expect(state).not.toContain("interaction-token");
    world.discord.faults.add({ fault: { kind: "server_error", status: 503 } });
    expect(await throughGitHub(world, link, undefined)).toContain("You did not authorize");
  });
});

interface LastStep {
  /** A login as far as its last step; gives what ends it. */
  secret: () => Promise<string>;
  enter: (secret: string) => Promise<{ text: string }>;
  /** The same by somebody else. */
  enterAsEve: (secret: string) => Promise<{ text: string }>;
  wrong: string;
}

function lastStepOn(platform: "discord" | "telegram"): LastStep {
  if (platform === "discord") {
    const eve = createDiscordUser(world, { name: "Eve" });
    return {
      secret: async () =>
        codeOn(await throughGitHub(world, linkOf(await ada.slash("login")), "ada")),
      enter: (code) => ada.slash("login", { code }),
      enterAsEve: (code) => eve.slash("login", { code }),
      wrong: "AAAA-AAAA",
    };
  }
  const eve = createTelegramUser(world, { name: "Eve" });
  return {
    secret: async () =>
      startOn(await throughGitHub(world, linkOf(await adaT.write("/gh login")), "ada")),
    enter: (secret) => adaT.start(secret),
    enterAsEve: (secret) => eve.start(secret),
    wrong: "A".repeat(22),
  };
}

describe.each(["discord", "telegram"] as const)("the last step on %s", (platform) => {
  it("says what is wrong with it, and the way on", async () => {
    const { secret, enter, enterAsEve, wrong } = lastStepOn(platform);
    const right = await secret();
    expect((await enter(wrong)).text).toMatch(/4 tries are left\..* \/gh login/);
    expect((await enter(right)).text).toContain("Linked");
    expect((await enter(right)).text).toMatch(/No sign-in of yours is waiting.* \/gh login/);

    const late = await secret();
    world.pass(11 * 60_000);
    expect((await enter(late)).text).toMatch(/has expired.* \/gh login/);

    const forwarded = await secret();
    expect((await enterAsEve(forwarded)).text).toMatch(/another chat account.* \/gh login/);
    expect((await enter(forwarded)).text).toMatch(/No sign-in of yours is waiting.* \/gh login/);
  });
});

describe("logging out", () => {
  it("unlinks, and revokes at GitHub with the last chat account", async () => {
    await ada.login("ada");
    await adaT.login("ada");
    expect((await ada.slash("logout")).text).toContain("@ada is unlinked");
    expect(world.github.tokens.all()).not.toEqual([]);
    expect((await adaT.write("/gh whoami")).text).toContain("@ada");
    expect((await adaT.write("/gh logout")).text).toContain("@ada is unlinked");
    expect(world.github.tokens.all()).toEqual([]);
    expect((await ada.slash("logout")).text).toContain("not linked");
  });
});

it("says where to look when accounts are not set up", async () => {
  world = await createWorld({ env: { GITHUB_CLIENT_SECRET: undefined } });
  ada = createDiscordUser(world, { name: "Ada" });
  expect((await ada.slash("login")).text).toContain("/health");
  const health = await (await world.request("/health")).text();
  expect(health).toContain("GITHUB_CLIENT_SECRET");
});

it("works with an OAuth App, whose tokens have no end and name their rights", async () => {
  world = await createWorld({ registeredAs: "oauth" });
  world.github.addUser({ login: "ada", id: 11, name: "Ada Lovelace" });
  ada = createDiscordUser(world, { name: "Ada" });
  await ada.login("ada");
  expect((await ada.slash("whoami")).text).toContain("Rights: repo, read:org");
  world.pass(90 * 86_400_000);
  expect((await ada.slash("whoami")).text).toContain("Rights: repo, read:org");
  world.github.tokens.removeAllOf(11);
  expect((await ada.slash("whoami")).text).toContain("renew it with /gh login");
});

it("works in the direct conversation with the bot, too", async () => {
  const { id } = world.discord.places.dm(ada.person.id);
  const begun = await ada.slash("login", {}, id);
  const page = await throughGitHub(world, linkOf(begun), "ada");
  expect((await ada.slash("login", { code: codeOn(page) }, id)).text).toContain("@ada");
  expect((await ada.slash("whoami", {}, id)).text).toContain("@ada");
});
