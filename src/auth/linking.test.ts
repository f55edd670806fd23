import { beforeEach, describe, expect, it } from "vitest";
import {
  type AccountsWorld,
  accountsWorld,
  type Browser,
  browser,
  pageOfLogin,
  secretOn,
  stateOf,
  throughGitHub,
} from "../../tests/support/accounts-world.ts";
import type { ChatAccount } from "../services/account-types.ts";
import { testEnv } from "../../tests/support/env.ts";

const discord = { platform: "discord", chatUserId: "111", name: "Ada" } as const;
const telegram = { platform: "telegram", chatUserId: "222", name: "Ada T." } as const;
const mallory = { platform: "discord", chatUserId: "666", name: "Mallory" } as const;

let world: AccountsWorld;
let mine: Browser;

beforeEach(() => {
  world = accountsWorld();
  mine = browser(world);
});

const loginPage = (who: ChatAccount, as = "octocat", at = mine) =>
  pageOfLogin(world, at, { who, as });

describe("linking", () => {
  it("ends on Discord with a code that the account which began enters", async () => {
    const page = await loginPage(discord);
    expect(await world.links.find("discord", "111")).toBeUndefined();
    const code = await secretOn(page);

    const linked = await world.accounts.confirmLogin(discord, ` ${code.toLowerCase()} `);

    expect(linked).toEqual({ githubUserId: "1", login: "octocat", name: "Octo Cat" });
    expect(await world.links.find("discord", "111")).toMatchObject({ githubUserId: "1" });
    expect(await world.accounts.whoAmI(discord)).toMatchObject({ login: "octocat" });
  });

  it("ends on Telegram with a deep link that the account which began opens", async () => {
    const page = await loginPage(telegram);
    const text = await page.clone().text();
    const secret = await secretOn(page);

    expect(text).toContain(`https://t.me/webhooker_bot?start=${secret}`);
    expect(secret).toMatch(/^[\w-]{22}$/);
    expect(await world.accounts.confirmLogin(telegram, secret)).toMatchObject({ login: "octocat" });
    expect(await world.links.find("telegram", "222")).toMatchObject({ githubUserId: "1" });
  });

  it("names the chat account on the start page, sets a host cookie and lets nothing run", async () => {
    const odd = { ...discord, name: `<img src=x onerror=alert(1)> "Ada"` };
    const { url } = await world.accounts.startLogin(odd, "c");
    const page = await mine.open(url);
    const text = await page.text();

    expect(text).toContain("&lt;img src=x onerror=alert(1)&gt; &quot;Ada&quot;");
    expect(text).not.toMatch(/<script|<img|onerror=alert\(1\)>/);
    expect(page.headers.get("set-cookie")).toMatch(
      /^__Host-link-[0-9a-f]{32}=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const policy = page.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://github.test;");
    expect(policy).not.toContain("unsafe");
    expect(page.headers.get("strict-transport-security")).toContain("max-age=31536000");
    expect(page.headers.get("x-content-type-options")).toBe("nosniff");
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
  });

  it("allows exactly the style that is on the page", async () => {
    const { url } = await world.accounts.startLogin(discord, "c");
    const page = await mine.open(url);
    const style = /<style>([^]*)<\/style>/.exec(await page.text())?.[1] ?? "";
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    const hash = btoa(String.fromCharCode(...new Uint8Array(digest)));

    expect(page.headers.get("content-security-policy")).toContain(`style-src 'sha256-${hash}'`);
  });

  it("speaks the browser's language, else the chat's, else English", async () => {
    const { url } = await world.accounts.startLogin(discord, "c", { lang: "zh" });
    const text = async (accept: string) =>
      (await mine.open(url, accept === "" ? {} : { "accept-language": accept })).text();

    expect(await text("de, en;q=0.8")).toContain("Link your GitHub account");
    expect(await text("zh-CN,zh;q=0.9,en;q=0.8")).toContain("绑定 GitHub 账号");
    expect(await text("de")).toContain("绑定 GitHub 账号");
  });

  it("warns not to give the code away, and says who could act with it", async () => {
    const text = await (await loginPage(discord)).text();
    expect(text).toContain("Give this to nobody");
    expect(text).toContain("with it, Ada can act on GitHub as you");
  });

  it("asks GitHub with a fresh state of 32 hex digits and PKCE S256", async () => {
    const { url } = await world.accounts.startLogin(discord, "c");
    await mine.open(url);
    const left = await mine.submit("/auth/github", { state: stateOf(url) });
    const asked = new URL(left.headers.get("location") ?? "").searchParams;

    expect(left.status).toBe(303);
    expect(asked.get("state")).toMatch(/^[0-9a-f]{32}$/);
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("redirect_uri")).toBe("https://bot.test/auth/github/callback");
  });

  it("works in two tabs at once", async () => {
    const one = await world.accounts.startLogin(discord, "c");
    const two = await world.accounts.startLogin(telegram, "c");
    const backOne = await throughGitHub(world, mine, one.url, "octocat");
    const backTwo = await throughGitHub(world, mine, two.url, "octocat");

    const codes = [
      await secretOn(await mine.open(backOne)),
      await secretOn(await mine.open(backTwo)),
    ];
    await world.accounts.confirmLogin(discord, codes[0] ?? "");
    await world.accounts.confirmLogin(telegram, codes[1] ?? "");
    expect(await world.links.ofGithubUsers(["1"])).toHaveLength(2);
  });

  it("keeps tokens and secrets unreadable at rest", async () => {
    const secret = await secretOn(await loginPage(discord));
    const issued = world.gitHub.tokens.all()[0];
    const rows = JSON.stringify(
      (await testEnv.DB.prepare("SELECT * FROM pending_links").all()).results,
    );

    expect(rows).toContain("octocat");
    for (const text of [secret, issued?.accessToken, issued?.refreshToken]) {
      expect(rows).not.toContain(text ?? "?");
    }
  });
});

describe("attacks on linking", () => {
  it("gain nothing from a forwarded link, although the victim goes all the way", async () => {
    const { url } = await world.accounts.startLogin(mallory, "c");
    const victim = browser(world);
    const page = await victim.open(await throughGitHub(world, victim, url, "mona"));
    const seenByTheVictim = await secretOn(page);

    expect(await world.accounts.linked(mallory)).toBeUndefined();
    for (const guess of ["AAAA-AAAA", stateOf(url), ""]) {
      await expect(world.accounts.confirmLogin(mallory, guess)).rejects.toMatchObject({
        key: "accounts.code_wrong",
      });
    }
    // The victim enters it where they are themselves: void, and nobody is linked.
    await expect(world.accounts.confirmLogin(discord, seenByTheVictim)).rejects.toMatchObject({
      key: "accounts.void_opener",
    });
    await expect(world.accounts.confirmLogin(mallory, seenByTheVictim)).rejects.toMatchObject({
      key: "accounts.nothing_pending",
    });
    expect(await world.links.ofGithubUsers(["2"])).toEqual([]);
  });

  it("gain nothing from a deep link opened by another Telegram account, which voids it", async () => {
    const secret = await secretOn(await loginPage(telegram));
    const other = { ...telegram, chatUserId: "999" };

    await expect(world.accounts.confirmLogin(other, secret)).rejects.toMatchObject({
      key: "accounts.void_opener",
    });
    await expect(world.accounts.confirmLogin(telegram, secret)).rejects.toMatchObject({
      key: "accounts.nothing_pending",
    });
  });

  it("have five tries at a code, then the right one is void, too", async () => {
    const code = await secretOn(await loginPage(discord));
    const left: unknown[] = [];
    for (let tries = 0; tries < 4; tries++) {
      await world.accounts.confirmLogin(discord, "AAAA-AAAA").catch((error: unknown) => {
        left.push((error as { params: { left: number } }).params.left);
      });
    }
    expect(left).toEqual([4, 3, 2, 1]);
    await expect(world.accounts.confirmLogin(discord, "AAAA-AAAA")).rejects.toMatchObject({
      key: "accounts.void_tries",
    });
    await expect(world.accounts.confirmLogin(discord, code)).rejects.toMatchObject({
      key: "accounts.nothing_pending",
    });
  });

  it("cannot use a code twice, nor after ten minutes", async () => {
    const code = await secretOn(await loginPage(discord));
    await world.accounts.confirmLogin(discord, code);
    await expect(world.accounts.confirmLogin(discord, code)).rejects.toMatchObject({
      key: "accounts.nothing_pending",
    });

    const late = await secretOn(await loginPage(discord));
    world.pass(601_000);
    await expect(world.accounts.confirmLogin(discord, late)).rejects.toMatchObject({
      key: "accounts.code_expired",
    });
  });

  it("cannot replay a callback, one after the other or both at once", async () => {
    const { url } = await world.accounts.startLogin(discord, "c");
    const back = await throughGitHub(world, mine, url, "octocat");
    const cookies = new Map(mine.cookies);
    const twin = browser(world);
    for (const [name, value] of cookies) twin.cookies.set(name, value);

    const both = await Promise.all([mine.open(back), twin.open(back)]);
    const thief = browser(world);
    for (const [name, value] of cookies) thief.cookies.set(name, value);
    const again = await thief.open(back);

    expect(both.map((page) => page.status).toSorted((a, b) => a - b)).toEqual([200, 410]);
    expect(again.status).toBe(410);
    expect(await again.text()).toContain("used before");
  });

  it("cannot smuggle their own code into another's handshake", async () => {
    const theirs = browser(world);
    const started = await world.accounts.startLogin(mallory, "c");
    const code = new URL(await throughGitHub(world, theirs, started.url, "guest")).searchParams.get(
      "code",
    );
    const { url } = await world.accounts.startLogin(discord, "c");
    await throughGitHub(world, mine, url, "octocat");

    const page = await mine.open(`/auth/github/callback?state=${stateOf(url)}&code=${code}`);
    expect(page.status).toBe(400);
    expect(await page.text()).toContain("did not accept this sign-in");
  });

  it("cannot make a browser answer that has not seen the start page, nor post from another site", async () => {
    const { url } = await world.accounts.startLogin(mallory, "c");
    const victim = browser(world);

    const posted = await victim.submit("/auth/github", { state: stateOf(url) });
    expect(posted.status).toBe(403);
    await victim.open(url);
    const cross = await world.web.request("https://bot.test/auth/github", {
      method: "POST",
      body: new URLSearchParams({ state: stateOf(url) }),
      headers: {
        "sec-fetch-site": "cross-site",
        cookie: [...victim.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
    });
    expect(cross.status).toBe(403);
  });

  it("get nowhere with a body that is no form, or a huge one", async () => {
    const submit = async (body: string, type = "application/x-www-form-urlencoded") => {
      const headers = { "content-type": type };
      const form = { method: "POST", body, headers };
      return (await world.web.request("https://bot.test/auth/github", form)).status;
    };
    expect(await submit("x".repeat(5_000))).toBe(413);
    expect(await submit("x", "multipart/form-data")).toBe(403);
    expect(await submit("%ff=%zz")).toBe(403);
  });

  it("use nothing up with an answer in a strange browser, or by a look at the link", async () => {
    const { url } = await world.accounts.startLogin(discord, "c");
    await browser(world).open(url);
    const back = await throughGitHub(world, mine, url, "octocat");
    await browser(world).open(back);

    expect((await mine.open(back)).status).toBe(200);
  });
});
