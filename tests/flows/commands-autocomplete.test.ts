import { beforeEach, describe, expect, it } from "vitest";
import { createDiscordUser, type DiscordUser } from "../support/discord-user.ts";
import { REPO, sampleRepository } from "../support/repository.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let ada: DiscordUser;

beforeEach(async () => {
  world = await createWorld();
  sampleRepository(world);
  ada = createDiscordUser(world, { name: "Ada" });
  await ada.login("ada");
});

describe("autocomplete", () => {
  it("offers repositories and the issues of the named or the chat's one", async () => {
    const admin = createDiscordUser(world, { name: "Boss", permissions: 8n });
    await admin.login("ada");
    expect(await ada.typing("repo", { repo: "rock" }, "repo")).toEqual([REPO]);
    const issues = await ada.typing("comment add", { ref: `${REPO}#` }, "ref");
    expect(issues).toEqual([`#1 It leaks = ${REPO}#1`, `#2 Land softly = ${REPO}#2`]);
    expect(await ada.typing("comment add", { ref: "leak" }, "ref")).toEqual([]);
    for (const ref of ["", "rock", "acme/roc"]) {
      expect(await ada.typing("comment add", { ref }, "ref")).toEqual([REPO]);
    }
    await admin.slash("repo", { repo: REPO });
    expect(await ada.typing("comment add", { ref: "leak" }, "ref")).toEqual([
      `#1 It leaks = ${REPO}#1`,
    ]);
  });

  it("finds issues by the beginning of their number and by half-typed words, closed ones by all of it", async () => {
    for (let n = 3; n <= 21; n++) world.github.open(REPO, { author: "bob", title: "Bolt" });
    const second = world.github.thread(REPO, 2);
    second.state = "closed";
    const typed = async (ref: string) => ada.typing("comment add", { ref }, "ref");
    expect(await typed(`${REPO}#2`)).toEqual([
      `#2 Land softly = ${REPO}#2`,
      `#20 Bolt = ${REPO}#20`,
      `#21 Bolt = ${REPO}#21`,
    ]);
    expect(await typed(`${REPO}#19`)).toEqual([`#19 Bolt = ${REPO}#19`]);
    expect(await typed(`${REPO} lea`)).toEqual([`#1 It leaks = ${REPO}#1`]);
    expect(await typed(`${REPO}#leaks it`)).toEqual([`#1 It leaks = ${REPO}#1`]);
    expect(await typed(`${REPO}#softly`)).toEqual([`#2 Land softly = ${REPO}#2`]);
    expect(await typed(REPO)).toHaveLength(20);
    expect(await typed("#4")).toEqual([`${REPO}#4`]);
  });

  it("offers nothing to who is not linked, and nothing while GitHub is away", async () => {
    const eve = createDiscordUser(world, { name: "Eve" });
    expect(await eve.typing("repo", { repo: "rock" }, "repo")).toEqual([]);
    world.github.fail({ fault: "server_error" });
    expect(await ada.typing("repo", { repo: "rock" }, "repo")).toEqual([]);
  });
});
