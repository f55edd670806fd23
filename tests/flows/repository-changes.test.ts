import { beforeEach, describe, expect, it } from "vitest";
import type { Filter } from "../../src/domain/filter.ts";
import { issueIn, repositoryOf } from "../support/crafted-issue.ts";
import { createWorld, type World } from "../support/world.ts";

const OWNER = { userId: "11", login: "ada", role: "owner" } as const;
const sender = { id: 11, login: "ada" };

let world: World;

/** The Discord channel hears acme/app by its name, the Telegram group all of acme. */
beforeEach(async () => {
  world = await createWorld({ env: { GITHUB_APP_ID: "7" } });
  const byName = { platform: "discord" as const, channelId: world.channelId };
  const byOwner = { platform: "telegram" as const, chatId: world.chatId };
  const route = { groupId: "team", enabled: true };
  await world.configure(
    [{ id: "team", name: "Team", members: [OWNER], owners: ["acme"], logTarget: byName }],
    [
      {
        ...route,
        id: "one",
        name: "acme/app",
        targets: [byName],
        filters: [
          { type: "repo", match: "acme/app#7" },
          { type: "event", match: "issues" },
        ],
      },
      {
        ...route,
        id: "all",
        name: "acme",
        targets: [byOwner],
        filters: [
          { type: "repo", match: "acme/*" },
          { type: "event", match: "issues" },
        ],
      },
    ],
  );
});

let count = 0;
async function sent(event: string, payload: object, deliveryId = `d-${(count += 1)}`) {
  const response = await world.hook({ event, payload: { sender, ...payload }, deliveryId });
  await world.drain();
  return response.status;
}

/** How often a text was said: by name, by owner. */
const said = (text: string) => [
  world.discord.log.messages().filter((message) => message.text.includes(text)).length,
  world.telegram.log.messages().filter((message) => message.text.includes(text)).length,
];

/** Opens an issue; who hears of it. */
async function hears(fullName: string, about: Parameters<typeof issueIn>[2] = {}) {
  const title = `Something in ${fullName} ${(count += 1)}`;
  await sent("issues", issueIn(fullName, title, about));
  return said(title);
}

describe("a repository that chats hear by its name and by its owner", () => {
  it("is heard in both under its first name", async () => {
    expect(await hears("acme/app")).toEqual([1, 1]);
    expect(await hears("acme/lib", { id: 8 })).toEqual([0, 1]);
  });

  it("is heard under its new name, and another one that takes the old name is not", async () => {
    const changes = { repository: { name: { from: "app" } } };
    const repository = repositoryOf("acme/moon");
    await sent("repository", { action: "renamed", repository, changes });
    expect(await hears("acme/moon")).toEqual([1, 1]);
    expect(await hears("acme/app", { id: 9 })).toEqual([0, 1]);
  });

  it("is no longer heard when it moves to whom the group does not hear, and that is said once", async () => {
    const changes = { owner: { from: { organization: { login: "acme" } } } };
    const repository = repositoryOf("orbit/app");
    await sent("repository", { action: "transferred", repository, changes }, "moved");
    await sent("repository", { action: "transferred", repository, changes }, "moved again");
    expect(said("Events of orbit do not enter this group")).toEqual([1, 0]);
    expect(said("This chat hears all of acme, so nothing more of it comes")).toEqual([0, 1]);
    expect(await hears("orbit/app")).toEqual([0, 0]);
  });

  it("is no longer heard when it becomes private, and each chat is told once", async () => {
    const repository = repositoryOf("acme/app", { private: true });
    for (const delivery of ["private", "private", "private of another hook"]) {
      await sent("repository", { action: "privatized", repository }, delivery);
    }
    expect(said("acme/app became private")).toEqual([1, 1]);
    expect(await hears("acme/app", { private: true })).toEqual([0, 0]);
    expect(await hears("acme/lib", { id: 8 })).toEqual([0, 1]);
  });

  it("stays subscribed while it is archived, and who hears it is told once, whatever hook says it", async () => {
    const repository = repositoryOf("acme/app");
    for (const action of ["archived", "unarchived"]) {
      await sent("repository", { action, repository }, action);
      await sent("repository", { action, repository }, action);
    }
    expect(said("acme/app was archived")).toEqual([1, 1]);
    expect(said("acme/app is no longer archived")).toEqual([1, 1]);
    expect(await hears("acme/app")).toEqual([1, 1]);
  });

  it("ends with its deletion, which is said once where it was heard", async () => {
    const deleted = { action: "deleted", repository: repositoryOf("acme/app") };
    for (const delivery of ["gone", "gone"]) await sent("repository", deleted, delivery);
    expect(said("acme/app was deleted")).toEqual([1, 1]);
    expect(said("its subscription here is switched off")).toEqual([1, 0]);
    expect(await hears("acme/app", { id: 10 })).toEqual([0, 1]);
  });
});

describe("what becomes of a repository", () => {
  /** The Telegram group hears what this says of acme. */
  const hearing = async (...more: Filter[]) => {
    const targets = [{ platform: "telegram" as const, chatId: world.chatId }];
    const filters: Filter[] = [{ type: "repo", match: "acme/*" }, ...more];
    const route = { groupId: "team", id: "all", name: "acme", enabled: true };
    await world.configure(
      [{ id: "team", name: "Team", members: [OWNER], owners: ["acme"] }],
      [{ ...route, targets, filters }],
    );
  };

  it("is not told in a chat whose rule leaves it out", async () => {
    await hearing(
      { type: "repo", match: "acme/*#private", exclude: true },
      { type: "event", match: "issues" },
    );
    const hidden = repositoryOf("acme/plan", { private: true });
    await sent("repository", { action: "archived", repository: hidden });
    await sent("repository", { action: "deleted", repository: hidden });
    expect(said("acme/plan")).toEqual([0, 0]);
    await sent("repository", { action: "archived", repository: repositoryOf("acme/app") });
    expect(said("acme/app was archived")).toEqual([0, 1]);
  });

  it("is told by the event alone where that is heard", async () => {
    await hearing({ type: "event", match: "repository" });
    await sent("repository", { action: "archived", repository: repositoryOf("acme/app") });
    expect(said("acme/app was archived: it is read-only")).toEqual([0, 0]);
    expect(said("ada archived acme/app")).toEqual([0, 1]);
  });
});

describe("an owner that is called otherwise now", () => {
  it("is heard as before, is told of once, and who takes the old name is not heard", async () => {
    const changes = { login: { from: "acme" } };
    const organization = { id: 500, login: "orbit" };
    const renamed = { action: "renamed", changes };
    const installation = { id: 3 };
    await sent("installation_target", {
      ...renamed,
      account: organization,
      installation,
      target_type: "Organization",
    });
    await sent("organization", { ...renamed, organization });
    expect(said("acme is now called orbit")).toEqual([1, 0]);
    expect(await hears("orbit/app")).toEqual([1, 1]);
    expect(await hears("orbit/lib", { id: 8 })).toEqual([0, 1]);
    expect(await hears("acme/app", { id: 99 })).toEqual([0, 0]);
  });
});
