import { commit, commitId, REPOSITORY_URL, step } from "./forge.ts";
import type { Story } from "./story.ts";

const MINUTE = 60_000;
const BRANCH = "timer";

/** Three commits are pushed, then the branch is rewritten. */
export const pushStory: Story = {
  id: "push",
  title: "Push, then force push",
  steps: ({ number, startedAt }) => {
    const before = commitId(`timer before ${number}`);
    const commits = [
      commit(`Add a timer (#${number})`, "mei", startedAt),
      commit("Count down in whole minutes", "mei", startedAt + MINUTE),
      commit("Beep <b>once</b>, not @everyone's way", "mei", startedAt + 2 * MINUTE),
    ];
    const rewritten = commit(`Add a timer that beeps (#${number})`, "mei", startedAt + 6 * MINUTE);
    const after = commitId("Beep <b>once</b>, not @everyone's way");
    const forcedTo = commitId(`Add a timer that beeps (#${number})`);
    return [
      step("push", undefined, "mei", "pushes three commits", {
        ...range(before, after, startedAt + 3 * MINUTE),
        forced: false,
        commits,
        head_commit: commits[2] ?? null,
      }),
      step("push", undefined, "mei", "force-pushes", {
        ...range(after, forcedTo, startedAt + 7 * MINUTE),
        forced: true,
        commits: [rewritten],
        head_commit: rewritten,
      }),
    ];
  },
  shows: ({ number }) => [
    {
      contains: [BRANCH, `Add a timer (#${number})`, "Count down in whole minutes"],
      edited: false,
    },
    { contains: [BRANCH, `Add a timer that beeps (#${number})`, "force"], edited: false },
  ],
};

function range(before: string, after: string, at: number) {
  return {
    ref: `refs/heads/${BRANCH}`,
    before,
    after,
    created: false,
    deleted: false,
    base_ref: null,
    compare: `${REPOSITORY_URL}/compare/${before.slice(0, 12)}...${after.slice(0, 12)}`,
    // In seconds, unlike everywhere else.
    repository: { pushed_at: Math.floor(at / 1_000) },
    pusher: { name: "mei", email: "mei@example.com" },
  };
}
