import { createExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { GitHubFault } from "../../sandbox/stand-ins/github/faults.ts";
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
import { accountsOff } from "../services/accounts.ts";
import { authRoutes } from "./router.ts";
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

const webhook = { applicationId: "app", token: "an-interaction" };
const LINES = {
  discord: { platform: "discord", ...webhook },
  telegram: { platform: "telegram", chatId: telegram.chatUserId },
} as const;

/** Ends of a login in the browser: the page's status and words, and what the chat says where it knows more than before. */
const ENDS: readonly [way: string, status: number, words: string, chat?: string][] = [
  ["denied", 400, "You did not authorize", "You said no at GitHub"],
  ["wrong app settings", 400, "own credentials", "own credentials"],
  ["unknown to GitHub", 400, "own credentials", "own credentials"],
  ["somebody else's code", 400, "did not accept this sign-in", "did not accept this sign-in"],
  ["GitHub busy", 400, "Wait 1 minute", "Wait 1 minute"],
  ["GitHub down", 400, "cannot be reached", "cannot be reached"],
  ["GitHub silent", 400, "did not answer in time", "did not answer in time"],
  ["GitHub's nobody", 400, "did not accept this sign-in", "did not accept this sign-in"],
  ["GitHub odd", 400, "do not understand", "do not understand"],
  ["our own failure", 500, "wrong on our side", "wrong on our side"],
  // Nobody did anything: what the link's message said still holds.
  ["expired", 410, "This link has expired"],
  // Nobody is known who could be told.
  ["forged", 410, "was not copied whole"],
  // The chat was told the first time.
  ["opened again", 410, "This link was used before"],
  ["denied and loaded again", 410, "This link was used before"],
  ["replayed", 410, "This link was used before"],
  // Still open for whoever began it.
  ["another browser", 403, "begun in another browser"],
];

describe("each end in the browser has its page and, on both platforms, its word in the chat", () => {
  it.each(ENDS)("%s", async (way, status, words, chat) => {
    for (const who of [discord, telegram]) {
      const { platform, chatUserId } = who;
      const { url } = await world.accounts.startLogin(who, chatUserId, {
        ...(platform === "discord" && { webhook }),
      });
      world.told.length = 0;
      const page = (await WAYS[way]?.(url)) ?? Response.error();

      expect(page.status).toBe(status);
      const text = await page.text();
      expect(text).toContain(words);
      if (chat !== "own credentials") expect(text).toContain("/gh login");
      expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(await world.links.find(platform, chatUserId)).toBeUndefined();
      const told = { line: LINES[platform], loginButton: "Link GitHub" };
      expect(world.told).toEqual(
        chat === undefined ? [] : [{ ...told, text: expect.stringContaining(chat) }],
      );
    }
  });
});

const back = async (url: string, login: string | undefined = "octocat"): Promise<string> =>
  throughGitHub(world, mine, url, login);
const backFrom =
  (fault: GitHubFault, path = /access_token/) =>
  async (url: string) => {
    const to = await back(url);
    world.gitHub.fail({ fault, path });
    return mine.open(to);
  };
const backWith = (name: "error" | "code", value: string) => async (url: string) => {
  const to = new URL(await back(url));
  to.searchParams.delete("code");
  to.searchParams.set(name, value);
  return mine.open(to.href);
};
const no = (url: string) => throughGitHub(world, mine, url, undefined);

const WAYS: Readonly<Record<string, (url: string) => Promise<Response>>> = {
  denied: async (url) => mine.open(await no(url)),
  async "denied and loaded again"(url) {
    const to = await no(url);
    await mine.open(to);
    world.told.length = 0;
    return mine.open(to);
  },
  "wrong app settings": backWith("error", "redirect_uri_mismatch"),
  "somebody else's code": backWith("code", "0123456789abcdef0123"),
  "unknown to GitHub": backFrom("not_found"),
  "GitHub busy": backFrom("secondary_limit_429"),
  "GitHub down": backFrom("bad_gateway"),
  "GitHub silent": backFrom("timeout"),
  "GitHub's nobody": backFrom("unauthorized", /\/user$/),
  "GitHub odd": backFrom("gone"),
  async "our own failure"(url) {
    const to = await back(url);
    await testEnv.DB.exec("DROP TABLE IF EXISTS pending_links");
    return mine.open(to);
  },
  async expired(url) {
    world.pass(601_000);
    return mine.open(url);
  },
  forged: () => mine.open(`/auth/github?state=${"0".repeat(32)}`),
  async "opened again"(url) {
    await mine.open(await back(url));
    return mine.open(url);
  },
  async replayed(url) {
    const to = await back(url);
    const thief = browser(world);
    for (const [name, value] of mine.cookies) thief.cookies.set(name, value);
    await mine.open(to);
    return thief.open(to);
  },
  "another browser": async (url) => browser(world).open(await back(url)),
};

describe("the unhappy ways each have their page", () => {
  it("also where the chat takes no word any more, or takes its time", async () => {
    const lost = async (): Promise<never> => {
      throw new Error("the webhook is gone");
    };
    for (const tellPerson of [lost, () => scheduler.wait(60_000)]) {
      const web = authRoutes({ ...world.authDeps, tellPerson });
      const { url } = await world.accounts.startLogin(discord, "c", { webhook });
      const to = new URL(await throughGitHub(world, mine, url, undefined));
      const cookie = [...mine.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const address = `https://bot.test${to.pathname.replace("/auth", "")}${to.search}`;
      const init = { headers: { cookie } };
      const page = await web.request(address, init, {}, createExecutionContext());
      expect([page.status, await page.text()]).toEqual([
        400,
        expect.stringContaining("You did not authorize"),
      ]);
    }
  });

  it("too many sign-ins from one address", async () => {
    const web = authRoutes({
      ...world.authDeps,
      maySignIn: async (address) => address !== "1.2.3.4",
    });
    const press = (address: string) =>
      web.request("https://bot.test/github", {
        method: "POST",
        body: new URLSearchParams({ redirectTo: "/admin" }),
        headers: { "cf-connecting-ip": address },
      });
    expect((await press("1.2.3.4")).status).toBe(429);
    expect((await press("5.6.7.8")).status).toBe(303);
  });

  it("a deployment that is not set up for accounts", async () => {
    const web = authRoutes({ ...world.authDeps, accounts: accountsOff() });
    const page = await web.request(`https://bot.test/github?state=${"a".repeat(32)}`);
    expect(page.status).toBe(503);
    expect(await page.text()).toContain("not set up on this deployment");
  });

  it.each([discord, telegram])(
    "a reload of the last page shows it again, in that browser alone: $platform",
    async (who) => {
      const { url } = await world.accounts.startLogin({ ...who, name: "Ada; 阿达" }, "c");
      const back = await throughGitHub(world, mine, url, "octocat");
      const stranger = browser(world);
      for (const [name, value] of mine.cookies) stranger.cookies.set(name, value);
      const first = await mine.open(back);
      const again = await mine.open(back);

      expect(again.status).toBe(410);
      expect(await again.text()).toBe(await first.text());
      expect((await browser(world).open(back)).status).toBe(403);
      expect((await stranger.open(back)).status).toBe(410);
      world.pass(599_000);
      mine.cookies.set(`__Host-last-step-${stateOf(url)}`, "%7Bnonsense");
      expect((await mine.open(back)).status).toBe(410);
    },
  );

  it("says after the installation of the App what to do next", async () => {
    const text = await (await mine.open("/auth/github/install?installation_id=9")).text();
    expect(text).toContain("/gh setup");
    const asked = await mine.open("/auth/github/install?setup_action=request");
    expect(await asked.text()).toContain("Once an owner of the organization approves");
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

describe("the console's sign-in", () => {
  const signIn = async (redirectTo: string): Promise<Response> => {
    const page = await mine.open(`/auth/github?redirectTo=${encodeURIComponent(redirectTo)}`);
    const shown = /name="redirectTo" value="([^"]*)"/.exec(await page.text())?.[1] ?? "";
    expect(shown).not.toBe("");
    const left = await mine.submit("/auth/github", { redirectTo });
    return mine.open(await world.gitHub.decide(left.headers.get("location") ?? "", "mona"));
  };

  it("gives a session and leads to where one wanted to go", async () => {
    const done = await signIn("/admin/groups?x=1");

    expect(done.status).toBe(303);
    expect(done.headers.get("location")).toBe("/admin/groups?x=1");
    expect(await world.sessions.read(mine.cookies.get("__Host-session") ?? "")).toEqual({
      userId: "2",
      login: "mona",
    });
  });

  it("leads nowhere else", async () => {
    for (const target of ["//evil.test", "/\\evil.test", "/\t/evil.test", "https://evil.test"]) {
      expect((await signIn(target)).headers.get("location")).toBe("/admin");
    }
  });
});

describe("ending an access", () => {
  it("with the last link is told to GitHub", async () => {
    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord)));
    await world.accounts.confirmLogin(telegram, await secretOn(await loginPage(telegram)));

    expect(await world.accounts.logout(telegram)).toMatchObject({ login: "octocat" });
    expect(await world.accounts.whoAmI(discord)).toMatchObject({ login: "octocat" });
    expect(await world.accounts.logout(discord)).toMatchObject({ login: "octocat" });
    expect(world.gitHub.tokens.all()).toEqual([]);
    expect(await world.tokens.current("1")).toBeUndefined();
    expect(await world.accounts.logout(discord)).toBeUndefined();
  });

  it("works with an expired token, and says so when GitHub cannot be told", async () => {
    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord)));
    world.pass(9 * 3_600_000);
    await world.accounts.logout(discord);
    expect(world.gitHub.tokens.all()).toEqual([]);

    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord)));
    world.gitHub.fail({ fault: "server_error" });
    await expect(world.accounts.logout(discord)).rejects.toMatchObject({
      key: "accounts.not_revoked",
    });
    expect(await world.accounts.linked(discord)).toBeUndefined();
    expect(await world.tokens.current("1")).toBeUndefined();
  });

  it("moves to another GitHub account without leaving the old one's access behind", async () => {
    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord, "octocat")));
    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord, "mona")));

    expect(await world.accounts.linked(discord)).toMatchObject({ githubUserId: "2" });
    expect(await world.tokens.current("1")).toBeUndefined();
    expect(world.gitHub.tokens.all().map((token) => token.userId)).toEqual([2]);
  });

  it("by DELETE is for oneself and for super admins, and needs a session", async () => {
    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord)));
    const as = async (session?: { userId: string; login: string }): Promise<number> => {
      const at = browser(world);
      if (session) at.cookies.set("__Host-session", await world.sessions.create(session));
      return (await at.send("DELETE", "/auth/token/1")).status;
    };

    const octocat = await world.sessions.create({ userId: "1", login: "octocat" });
    const forged = await world.web.request("https://bot.test/auth/token/1", {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site", cookie: `__Host-session=${octocat}` },
    });
    expect([forged.status, await forged.json()]).toEqual([403, { ok: false, error: "cross_site" }]);
    expect(await as()).toBe(401);
    expect(await as({ userId: "3", login: "guest" })).toBe(403);
    expect(await as({ userId: "1", login: "octocat" })).toBe(200);
    expect(await world.accounts.whoAmI(discord)).toMatchObject({ needsLogin: true });
    expect(await as({ userId: "1", login: "octocat" })).toBe(404);

    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord)));
    expect(await as({ userId: "2", login: "mona" })).toBe(200);

    await world.accounts.confirmLogin(discord, await secretOn(await loginPage(discord)));
    world.gitHub.fail({ fault: "server_error" });
    expect(await as({ userId: "1", login: "octocat" })).toBe(502);
    expect(await world.tokens.current("1")).toBeUndefined();
    const acts = await testEnv.DB.prepare("SELECT action FROM audit_logs").all<{
      action: string;
    }>();
    expect(acts.results.map((row) => row.action)).toEqual([
      "account.linked",
      "account.revoked",
      "account.linked",
      "account.revoked",
      "account.linked",
      "account.revoked",
    ]);
  });
});
