import { beforeEach, describe, expect, it } from "vitest";
import { ADA, REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createSpeaker, PLATFORMS, type Speaker } from "../support/speaker.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let sample: SampleRepository;
let ada: Speaker;

describe.each(PLATFORMS)("/gh pr merge, on %s,", (platform) => {
  beforeEach(async () => {
    world = await createWorld();
    sample = sampleRepository(world);
    ada = createSpeaker(world, platform);
    await ada.login("ada");
  });

  it("merges after one question, in a way that the repository allows", async () => {
    const question = await ada.say("pr merge", { ref: `${REPO}#2` });
    expect(question.text).toContain(`Merge ${REPO}#2 “Land softly” at`);
    expect(Object.keys(question.buttons)).toEqual([
      "Merge",
      "Squash and merge",
      "Rebase and merge",
    ]);
    const merged = await question.press("Rebase and merge");
    expect(merged.text).toBe(`${REPO}#2 is merged.`);
    expect(sample.pull.pull?.mergedById).toBe(ADA);
    expect(world.github.requests.at(-1)?.body).toContain('"merge_method":"rebase"');
  });

  it("asks about the named way alone, and refuses one that the repository does not allow", async () => {
    const squash = await ada.say("pr merge", { ref: `${REPO}#2`, method: "squash" });
    expect(Object.keys(squash.buttons)).toEqual(["Squash and merge"]);
    world.github.repository(REPO).mergeMethods = ["squash"];
    const refused = await ada.say("pr merge", { ref: `${REPO}#2`, method: "rebase" });
    expect(refused.text).toBe("The repository does not allow “rebase”. Allowed: squash.");
  });

  it("says why a merge is refused", async () => {
    const { pull } = sample;
    const ref = `${REPO}#2`;
    if (pull.pull === undefined) throw new Error("#2 is a pull request");
    pull.pull.draft = true;
    expect((await ada.say("pr merge", { ref })).text).toContain("still a draft");
    Object.assign(pull.pull, { draft: false, conflicts: true });
    expect((await ada.say("pr merge", { ref })).text).toContain("has conflicts");
    pull.pull.conflicts = false;

    const question = await ada.say("pr merge", { ref });
    pull.pull.conflicts = true;
    expect((await question.press("Merge")).text).toContain("has conflicts");
    expect(pull.pull.mergedAt).toBeNull();

    for (const path of ["pr merge", "pr approve", "pr close"]) {
      expect((await ada.say(path, { ref: `${REPO}#1` })).text).toContain("This is an issue");
      expect((await ada.say(path, { ref: `${REPO}#9` })).text).toContain(
        "GitHub knows nothing by this name",
      );
    }
  });

  it("warns of what stands in the way for some people only, and says so where it does for them", async () => {
    const { pull } = sample;
    const ref = `${REPO}#2`;
    if (pull.pull === undefined) throw new Error("#2 is a pull request");
    const rules = [
      ["blocked", "reviews or checks that the branch’s rules ask for", "rules block the merge"],
      ["behind", "its branch is behind", "Update it on GitHub first"],
      ["unstable", "some of its checks fail", `${ref} is merged.`],
    ] as const;
    for (const [standing, warning, end] of rules) {
      pull.pull.standing = standing;
      const question = await ada.say("pr merge", { ref });
      expect(question.text).toContain(`Careful: ${warning}`);
      expect((await question.press("Merge")).text).toContain(end);
    }
  });

  it("asks anew, about the new head, when commits arrive before the answer", async () => {
    const { pull } = sample;
    const question = await ada.say("pr merge", { ref: `${REPO}#2`, method: "squash" });
    const head = world.github.push(REPO, 2, "bob");
    const renewed = await question.press("Squash and merge");
    expect(renewed.text).toContain("New commits arrived");
    expect(renewed.text).toContain(`at ${head.slice(0, 7)}?`);
    expect(pull.pull?.mergedAt).toBeNull();
    expect((await renewed.press("Squash and merge")).text).toBe(`${REPO}#2 is merged.`);
    expect(pull.pull?.mergedById).toBe(ADA);
  });
});
