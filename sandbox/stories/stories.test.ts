import { describe, expect, it } from "vitest";
import { examples, exampleEvents } from "./examples.ts";
import { stories } from "./index.ts";

const PLAY = { number: 12, startedAt: Date.UTC(2026, 3, 1, 9) };

describe("the examples", () => {
  it("are all 329 payloads of 58 events, each with an id of its own", () => {
    expect(examples).toHaveLength(329);
    expect(exampleEvents).toHaveLength(58);
    expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  });
});

describe.each(stories)("the story $id", (story) => {
  it("plays the same way every time", () => {
    expect(story.steps(PLAY)).toEqual(story.steps(PLAY));
  });

  it("stays in one repository", () => {
    const repositories = story
      .steps(PLAY)
      .map(({ payload }) => Object.assign({}, payload["repository"], { pushed_at: "any" }));
    expect(repositories[0]).toMatchObject({ full_name: "acme/kettle" });
    for (const repository of repositories) expect(repository).toEqual(repositories[0]);
  });

  it("leaves nothing of the examples' own people and repositories behind", () => {
    expect(JSON.stringify(story.steps(PLAY))).not.toMatch(/Codertocat|Hello-World|octo-/);
  });
});
