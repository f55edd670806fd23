import { beforeEach, describe, expect, it } from "vitest";
import { REPO, type SampleRepository, sampleRepository } from "../support/repository.ts";
import { createSpeaker, PLATFORMS, type Speaker } from "../support/speaker.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let sample: SampleRepository;
let ada: Speaker;

/** Each platform shows less than this beside its question. */
const LONG = "x".repeat(4_001);

describe.each(PLATFORMS)("a comment that is too long to be shown in a form, on %s", (platform) => {
  beforeEach(async () => {
    world = await createWorld();
    sample = sampleRepository(world);
    ada = createSpeaker(world, platform);
    await ada.login("ada");
  });

  const commented = (body: string, kind: "issue" | "review" = "issue") => {
    const { id } = world.github.comment(REPO, 2, { author: "ada", body, kind });
    const anchor = kind === "issue" ? "issuecomment-" : "discussion_r";
    return `https://github.com/${REPO}/pull/2#${anchor}${id}`;
  };
  const bodies = () => sample.pull.comments.map(({ body }) => body);

  it("is edited on GitHub, added to here, or replaced by a text of any length", async () => {
    for (const kind of ["issue", "review"] as const) {
      const ref = commented(LONG, kind);
      const answer = await ada.say("comment edit", { ref });
      expect(answer.text).toContain("more than can be shown here without cutting it");
      expect(answer.buttons["Edit on GitHub"]).toBe(ref);

      const asked = await answer.press("Add to it");
      expect(asked.text).toContain(`Add to your comment on ${REPO}#2`);
      const comment = sample.pull.comments.at(-1);
      Object.assign(comment ?? {}, { body: `${LONG}\nedited meanwhile\n` });
      const done = await asked.fill("And\n*this*");
      expect(done.text).toBe(`It is added to your comment on ${REPO}#2.`);
      expect(bodies().at(-1)).toBe(`${LONG}\nedited meanwhile\n\nAnd\n*this*`);
      const text = "z".repeat(3_900);
      expect((await ada.say("comment edit", { ref, text })).text).toBe("Your comment is changed.");
      expect(bodies().at(-1)).toBe(text);
    }
    expect(world.github.violations).toEqual([]);
  });

  it("takes no more than GitHub does, and says how much that is", async () => {
    const ref = commented("y".repeat(65_530));
    const asked = await (await ada.say("comment edit", { ref })).press("Add to it");
    expect((await asked.fill("12345")).text).toContain("there is room for 4 characters");
    expect(bodies()).toEqual(["y".repeat(65_530)]);
    const again = await (await ada.say("comment edit", { ref })).press("Add to it");
    await again.fill("1234");
    expect(bodies()[0]).toHaveLength(65_536);
  });

  it("of somebody else is added to by nobody who may not", async () => {
    const { id } = world.github.comment(REPO, 2, { author: "bob", body: LONG });
    const eve = createSpeaker(world, platform, { name: "Eve" });
    await eve.login("eve");
    const ref = `https://github.com/${REPO}/pull/2#issuecomment-${id}`;
    const asked = await (await eve.say("comment edit", { ref })).press("Add to it");
    expect((await asked.fill("Ha")).text).toContain("you may not");
    expect(bodies()).toEqual([LONG]);
  });
});
