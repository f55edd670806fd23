import { checkRun, workflowRun } from "./checks.ts";
import { label } from "./forge.ts";
import { comment, commitOf, pullStep, review, runId, type Topic } from "./pull-steps.ts";
import type { Play, Story, StoryStep } from "./story.ts";

const WARM: Topic = {
  title: "Keep the water warm for an hour",
  branch: "keep-warm",
  author: "lena",
  body: [
    "The kettle forgets its water as soon as it has boiled.",
    "",
    "- [x] a timer of 60 minutes",
    "- [x] stops when the kettle is lifted",
    "",
    "Fixes #7",
  ].join("\n"),
};

const MINUTE = 60_000;

/** A pull request from opened to merged: a failing check, a review that asks for changes, an approval. */
export const pullRequestStory: Story = {
  id: "pull-request",
  title: "Pull request: opened to merged",
  steps: (play) => [...openedAndRefused(play), ...mendedAndMerged(play)],
  shows: ({ number }) => [{ contains: [`#${number}`, WARM.title, "merged"], edited: true }],
};

function openedAndRefused(play: Play): StoryStep[] {
  const at = (minutes: number) => play.startedAt + minutes * MINUTE;
  const first = commitOf(WARM, play, "first");
  const run = { id: runId(play), runNumber: play.number + 200, attempt: 1, startedAt: at(2) };
  const pull = { head: first.sha, labels: [label("enhancement", "a2eeef")] };
  const asked = { ...pull, reviewers: ["tomas"] as const };
  return [
    pullStep(WARM, play, "opened", "lena", "opened", { at: at(0), head: first.sha }),
    pullStep(
      WARM,
      play,
      "labeled",
      "lena",
      "labelled",
      { ...pull, at: at(1) },
      { label: pull.labels[0] },
    ),
    pullStep(WARM, play, "review_requested", "lena", "asks Tomas for a review", {
      ...asked,
      at: at(2),
    }),
    workflowRun(first, { ...run, conclusion: "requested", at: at(2) }),
    checkRun(first, "lint", runId(play) + 11, "success", at(3)),
    checkRun(first, "test", runId(play) + 12, "failure", at(4)),
    workflowRun(first, { ...run, conclusion: "failure", at: at(4) }),
    review(WARM, play, "changes_requested", "The timer keeps running when the lid is open.", {
      ...asked,
      at: at(6),
    }),
  ];
}

function mendedAndMerged(play: Play): StoryStep[] {
  const at = (minutes: number) => play.startedAt + minutes * MINUTE;
  const second = commitOf(WARM, play, "second");
  const run = { id: runId(play) + 40, runNumber: play.number + 201, attempt: 1, startedAt: at(9) };
  const pull = { head: second.sha, labels: [label("enhancement", "a2eeef")], commits: 2 };
  return [
    pullStep(
      WARM,
      play,
      "synchronize",
      "lena",
      "pushes a fix",
      { ...pull, at: at(9) },
      {
        before: commitOf(WARM, play, "first").sha,
        after: second.sha,
      },
    ),
    checkRun(second, "lint", runId(play) + 51, "success", at(10)),
    checkRun(second, "test", runId(play) + 52, "success", at(11)),
    workflowRun(second, { ...run, conclusion: "success", at: at(11) }),
    review(WARM, play, "approved", "Lovely. Ship it!", { ...pull, at: at(13) }),
    comment(WARM, play, "mei", "My tea says thank you.", at(14)),
    pullStep(WARM, play, "closed", "lena", "merges", { ...pull, at: at(15), mergedBy: "lena" }),
  ];
}
