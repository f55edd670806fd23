import { createExecutionContext } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { GitHubFault } from "../../sandbox/stand-ins/github/faults.ts";
import {
  type AccountsWorld,
  accountsWorld,
  type Browser,
  browser,
  stateOf,
  throughGitHub,
} from "../../tests/support/accounts-world.ts";
import { accountsOff } from "../services/accounts.ts";
import { authRoutes } from "./router.ts";
import { testEnv } from "../../tests/support/env.ts";

const discord = { platform: "discord", chatUserId: "111", name: "Ada" } as const;
const telegram = { platform: "telegram", chatUserId: "222", name: "Ada T." } as const;

let world: AccountsWorld;
let mine: Browser;

beforeEach(() => {
  world = accountsWorld();
  mine = browser(world);
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
