import type { Thread } from "../../sandbox/stand-ins/github/world.ts";
import type { World } from "./world.ts";

export const REPO = "acme/rocket";
export const ADA = 11;

export interface SampleRepository {
  /** #1, by bob. */
  issue: Thread;
  /** #2, by bob. */
  pull: Thread;
}

/** A repository where ada may write, with bob's issue and pull request in it; eve may only read. */
export function sampleRepository(world: World): SampleRepository {
  for (const [login, id] of [
    ["ada", ADA],
    ["bob", 12],
    ["eve", 66],
  ] as const) {
    world.github.addUser({ login, id, name: login });
  }
  world.github.addRepository({ owner: "acme", name: "rocket", permissions: { ada: "write" } });
  return {
    issue: world.github.open(REPO, { author: "bob", title: "It leaks" }),
    pull: world.github.open(REPO, { author: "bob", title: "Land softly", pull: {} }),
  };
}
