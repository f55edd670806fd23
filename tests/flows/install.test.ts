import { beforeEach, describe, expect, it } from "vitest";
import { type Browser, createBrowser } from "../support/browser.ts";
import { testEnv } from "../support/env.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
/** Of acme, as the stand-in numbers it. */
let id: string;

const member = (userId: string, login: string, role: string) => ({ userId, login, role });

beforeEach(async () => {
  world = await createWorld({ env: { GITHUB_APP_ID: "7", ALLOW_SELF_SIGNUP: "true" } });
  world.github.addUser({ login: "ada", id: 11 });
  world.github.addUser({ login: "mallory", id: 13 });
  const permissions = { ada: "admin", mallory: "write" } as const;
  id = String(world.github.addRepository({ owner: "acme", name: "engine", permissions }).id);
  await world.configure(
    [
      {
        id: "builders",
        name: "Builders",
        members: [member("11", "ada", "owner")] as never,
        owners: [],
      },
      {
        id: "lookers",
        name: "Lookers",
        members: [member("11", "ada", "viewer")] as never,
        owners: [],
      },
      {
        id: "theirs",
        name: "Theirs",
        members: [member("13", "mallory", "owner")] as never,
        owners: [],
      },
    ],
    [],
  );
});

const PAGE = "/auth/github/install";
const pageOf = (installation = id) =>
  `${PAGE}?installation_id=${installation}&setup_action=install`;

async function signIn(browser: Browser, page: string, login: string): Promise<Response> {
  const text = await (await browser.open(page)).text();
  const redirectTo = /name="redirectTo" value="([^"]+)"/.exec(text)?.[1] ?? "";
  const left = await browser.submit("/auth/github", { redirectTo });
  const back = await world.github.decide(left.headers.get("location") ?? "", login);
  const landed = await browser.open(back);
  return browser.open(landed.headers.get("location") ?? "");
}

async function signedIn(login: string): Promise<Browser> {
  const browser = createBrowser(world);
  await signIn(browser, pageOf(), login);
  return browser;
}

const bindingOf = async (group: string) => {
  const row = await testEnv.DB.prepare("SELECT * FROM d1_groups WHERE id = ?1").bind(group).first();
  return JSON.stringify(row);
};
const groupCount = async () =>
  (await testEnv.DB.prepare("SELECT COUNT(*) AS n FROM d1_groups").first<number>("n")) ?? 0;

describe("the page after installing the GitHub App", () => {
  it("leads through signing in to the groups that the person may bind, and binds by a press", async () => {
    const browser = createBrowser(world);
    const first = await browser.open(pageOf());
    expect(first.headers.get("content-security-policy")).toContain("default-src 'none'");
    const offered = await signIn(browser, pageOf(), "ada");
    const text = await offered.text();
    expect(offered.headers.get("content-security-policy")).not.toContain("script-src");
    expect(text).toContain("The GitHub App is on acme");
    expect(text).toContain("Builders");
    expect(text).toContain("New group for acme");
    expect(text).not.toMatch(/Lookers|Theirs|<script/);
    const done = await browser.submit(PAGE, { installation: id, group: "builders" });
    expect(await done.text()).toContain("Events of acme now enter the group “Builders”");
    expect(await bindingOf("builders")).toContain("acme");
    expect(await (await browser.open(pageOf())).text()).toContain("Heard already by: Builders");
  });

  it("speaks the reader's language", async () => {
    const chinese = new Request(`https://webhooker.example${pageOf()}`, {
      headers: { "accept-language": "zh-CN" },
    });
    expect(await (await world.send(chinese)).text()).toContain("GitHub App 已安装");
  });

  it("makes one group, however often the button is pressed", async () => {
    const browser = await signedIn("ada");
    const before = await groupCount();
    const press = () => browser.submit(PAGE, { installation: id, group: "" });
    expect(await (await press()).text()).toContain("now enter the group “acme”");
    expect(await (await press()).text()).toContain("now enter the group “acme”");
    expect(await groupCount()).toBe(before + 1);
  });

  it("says whom to ask where only the operators make groups", async () => {
    world = await createWorld({ env: { GITHUB_APP_ID: "7" } });
    world.github.addUser({ login: "zoe", id: 15 });
    const own = world.github.addRepository({
      owner: "zoe",
      name: "x",
      permissions: { zoe: "admin" },
    });
    const browser = createBrowser(world);
    const page = await signIn(browser, pageOf(String(own.id)), "zoe");
    expect(await page.text()).toContain("You own no group that could hear it");
    const forced = await browser.submit(PAGE, { installation: String(own.id), group: "" });
    expect(forced.status).toBe(403);
  });
});

describe("somebody who does not own the account of an installation", () => {
  it("learns nothing by its number, and binds nothing", async () => {
    world.github.addRepository({ owner: "secretive", name: "x", permissions: {} });
    const foreign = String(world.github.repository("secretive/x").id);
    const browser = await signedIn("ada");
    const page = await browser.open(pageOf(foreign));
    expect(page.status).toBe(403);
    expect(await page.text()).not.toContain("secretive");
    const bound = await browser.submit(PAGE, { installation: foreign, group: "builders" });
    expect(bound.status).toBe(403);
    expect(await bindingOf("builders")).not.toContain("secretive");
  });

  it("is refused as a member of the organisation, too", async () => {
    const browser = createBrowser(world);
    const page = await signIn(browser, pageOf(), "mallory");
    expect(page.status).toBe(403);
    expect(await page.text()).toContain("Only owners of acme");
    for (const group of ["theirs", ""]) {
      const bound = await browser.submit(PAGE, { installation: id, group });
      expect(bound.status).toBe(403);
    }
    expect(await bindingOf("theirs")).not.toContain("acme");
    expect(await groupCount()).toBe(3);
  });

  it("cannot bind one's own installation to a group of others", async () => {
    const browser = await signedIn("ada");
    for (const group of ["theirs", "lookers", "no-such-group"]) {
      const bound = await browser.submit(PAGE, { installation: id, group });
      expect(bound.status).toBe(403);
    }
    expect(await bindingOf("theirs")).not.toContain("acme");
  });
});

describe("a form from elsewhere", () => {
  it("binds nothing: neither from another site nor without a session", async () => {
    const browser = await signedIn("ada");
    const body = new URLSearchParams({ installation: id, group: "builders" });
    const cross = await browser.send(PAGE, {
      method: "POST",
      body,
      headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
    });
    expect(cross.status).toBe(403);
    const other = await createBrowser(world).submit(PAGE, { installation: id, group: "builders" });
    expect(await other.text()).toContain("Sign in");
    expect(await bindingOf("builders")).not.toContain("acme");
  });

  it("is told when it cannot be read, and when it is huge", async () => {
    const browser = await signedIn("ada");
    const odd = await browser.submit(PAGE, { installation: "1 OR 1=1", group: "builders" });
    expect(odd.status).toBe(400);
    const huge = await browser.submit(PAGE, { installation: id, group: "x".repeat(9000) });
    expect(huge.status).toBeGreaterThanOrEqual(400);
  });

  it("only says that the App is installed for a number that is none", async () => {
    const page = await createBrowser(world).open(pageOf("%3Cb%3E"));
    expect(await page.text()).toContain("The GitHub App is installed");
  });
});
