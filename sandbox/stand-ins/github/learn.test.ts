import { describe, expect, it } from "vitest";
import { openPullRequestStory } from "../../stories/open-pull-request.ts";
import { pullRequestStory } from "../../stories/pull-request.ts";
import { issueStory } from "../../stories/issue.ts";
import { examples } from "../../stories/examples.ts";
import type { Story } from "../../stories/story.ts";
import { stateOf } from "./repository-pages.ts";
import { nextNumber } from "./seed.ts";
import { createStandInGitHub } from "./stand-in.ts";

const PLAY = { number: 42, startedAt: Date.UTC(2026, 3, 1, 9) };

function gitHub() {
  return createStandInGitHub({
    githubUrl: "https://github.com",
    apiUrl: "https://api.github.com",
    app: { clientId: "c", clientSecret: "s", callbackUrl: "https://a.b/callback" },
    users: [{ id: 4101, login: "lena" }],
    repositories: [{ owner: "acme", name: "kettle", permissions: { lena: "write" } }],
  });
}

function told(story: Story) {
  const standIn = gitHub();
  for (const step of story.steps(PLAY)) standIn.learn(step);
  return { standIn, thread: standIn.thread("acme/kettle", PLAY.number) };
}

describe("a story told to the stand-in GitHub", () => {
  it("leaves the pull request as its last webhook has it, once", () => {
    const { standIn, thread } = told(pullRequestStory);
    expect(standIn.repository("acme/kettle").threads).toHaveLength(1);
    expect(stateOf(thread)).toBe("merged");
    expect(thread.pull?.reviews.map(({ state }) => state)).toEqual([
      "CHANGES_REQUESTED",
      "APPROVED",
    ]);
    expect(thread.comments.map(({ body }) => body)).toEqual(["My tea says thank you."]);
    expect(thread.pull?.size).toMatchObject({ additions: 48, changed_files: 3 });
  });

  it("leaves an open pull request that can be acted on at the head that was shown", () => {
    const { standIn, thread } = told(openPullRequestStory);
    expect(stateOf(thread)).toBe("open");
    const [opened] = openPullRequestStory.steps(PLAY);
    expect(opened?.payload).toMatchObject({
      pull_request: { head: { sha: thread.pull?.head.sha } },
    });
    expect(nextNumber(standIn.repository("acme/kettle"))).toBe(PLAY.number + 1);
  });

  it("keeps an issue's labels, assignee and reason", () => {
    const { thread } = told(issueStory);
    expect(thread).toMatchObject({ labels: ["bug", "urgent"], stateReason: "completed" });
    expect(thread.pull).toBeUndefined();
  });

  it("knows the payload's people without letting anybody sign in as them", () => {
    const { standIn } = told(issueStory);
    const signsIn = standIn.world.users.filter((user) => user.signsIn !== false);
    expect(signsIn.map(({ login }) => login)).toEqual(["lena"]);
  });
});

it("learns from every real payload without failing", () => {
  const standIn = gitHub();
  for (const example of examples) standIn.learn(example);
  expect(standIn.repository("Codertocat/Hello-World").threads.length).toBeGreaterThan(0);
});
