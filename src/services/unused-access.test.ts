import { beforeEach, describe, expect, it } from "vitest";
import {
  type AccountsWorld,
  accountsWorld,
  type Browser,
  browser,
  pageOfLogin,
  secretOn,
  throughGitHub,
} from "../../tests/support/accounts-world.ts";
import type { ChatAccount } from "./account-types.ts";

const discord = { platform: "discord", chatUserId: "111", name: "Ada" } as const;
const telegram = { platform: "telegram", chatUserId: "222", name: "Ada T." } as const;
const mallory = { platform: "discord", chatUserId: "666", name: "Mallory" } as const;

let world: AccountsWorld;
let mine: Browser;

beforeEach(() => {
  world = accountsWorld();
  mine = browser(world);
});

const loginPage = (who: ChatAccount) => pageOfLogin(world, mine, { who, as: "octocat" });

describe("access that nobody will use is ended at GitHub", () => {
  const refused = { key: expect.stringMatching(/^accounts\./) as string };
  const left = () => world.gitHub.tokens.all().map(({ userId }) => userId);

  it("when a login is void, replaced, too late or given up, and no other access of the person's", async () => {
    await world.accounts.confirmLogin(telegram, await secretOn(await loginPage(telegram)));
    const kept = left();

    const opened = await secretOn(await loginPage(discord));
    await expect(world.accounts.confirmLogin(mallory, opened)).rejects.toMatchObject(refused);
    expect(left()).toEqual(kept);

    await loginPage(discord);
    for (let tries = 0; tries < 5; tries++) {
      await expect(world.accounts.confirmLogin(discord, "AAAA-AAAA")).rejects.toMatchObject(
        refused,
      );
    }
    expect(left()).toEqual(kept);

    await loginPage(discord);
    const newer = await secretOn(await loginPage(discord));
    expect(left()).toHaveLength(2);
    world.pass(601_000);
    await expect(world.accounts.confirmLogin(discord, newer)).rejects.toMatchObject(refused);
    expect(left()).toEqual(kept);

    await loginPage(discord);
    await world.accounts.logout(discord);
    expect(left()).toEqual(kept);
    expect(await world.accounts.whoAmI(telegram)).toMatchObject({ login: "octocat" });
  });

  it("when nobody came back in time, a few at once", async () => {
    for (let nth = 0; nth < 6; nth++) await loginPage({ ...discord, chatUserId: `${nth}` });
    await world.accounts.endUnfinished();
    expect(left()).toHaveLength(6);
    world.pass(601_000);
    await world.accounts.endUnfinished();
    expect(left()).toHaveLength(1);
    await world.accounts.endUnfinished();
    expect(left()).toEqual([]);
  });

  it("as far as GitHub can be reached: nobody has to wait for it", async () => {
    const opened = await secretOn(await loginPage(telegram));
    world.gitHub.fail({ fault: "server_error" });
    await expect(world.accounts.confirmLogin(mallory, opened)).rejects.toMatchObject({
      key: "accounts.nothing_pending",
    });
    await expect(
      world.accounts.confirmLogin({ ...telegram, chatUserId: "999" }, opened),
    ).rejects.toMatchObject({ key: "accounts.void_opener" });
  });

  it("when GitHub gave it but does not say whose it is", async () => {
    const { url } = await world.accounts.startLogin(discord, "c");
    const back = await throughGitHub(world, mine, url, "octocat");
    world.gitHub.fail({ fault: "bad_gateway", path: /^\/user/, times: 1 });
    expect((await mine.open(back)).status).toBe(400);
    expect(left()).toEqual([]);
  });
});
