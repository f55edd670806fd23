import { expect, it } from "vitest";
import { markOf, nextPullRequest, nextPush } from "./load.ts";

it("tells one event from the next by its mark, which is in the stories' own words", () => {
  const [first, second] = [nextPush(), nextPush()];
  expect(first.body.toString()).toContain(markOf(first.number));
  expect(second.body.toString()).not.toContain(markOf(first.number));
  expect(String(nextPullRequest().body)).not.toBe(String(nextPullRequest().body));
});
