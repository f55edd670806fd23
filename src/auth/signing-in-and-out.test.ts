import { beforeEach, describe, expect, it } from "vitest";
import {
  type AccountsWorld,
  accountsWorld,
  type Browser,
  browser,
  pageOfLogin,
  secretOn,
} from "../../tests/support/accounts-world.ts";
import type { ChatAccount } from "../services/account-types.ts";
import { testEnv } from "../../tests/support/env.ts";

const discord = { platform: "discord", chatUserId: "111", name: "Ada" } as const;
const telegram = { platform: "telegram", chatUserId: "222", name: "Ada T." } as const;

let world: AccountsWorld;
let mine: Browser;

beforeEach(() => {
  world = accountsWorld();
  mine = browser(world);
});

const loginPage = (who: ChatAccount, as = "octocat", at = mine) =>
  pageOfLogin(world, at, { who, as });

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
