import { checkRun, workflowRun } from "./checks.ts";
import { label } from "./forge.ts";
import { commitOf, pullStep, runId, type Topic } from "./pull-steps.ts";
import type { Story } from "./story.ts";

const WHISTLE: Topic = {
  title: "Whistle a tune when the water boils",
  branch: "whistle",
  author: "tomas",
  body: ["A tune is kinder than a beep.", "", "- [x] three tunes", "- [ ] a quiet mode"].join("\n"),
};

const MINUTE = 60_000;

/** A pull request that is left open, for whoever wants to act on it. */
export const openPullRequestStory: Story = {
  id: "open-pull-request",
  title: "Pull request: open, your turn",
  steps: (play) => {
    const at = (minutes: number) => play.startedAt + minutes * MINUTE;
    const commit = commitOf(WHISTLE, play, "first");
    const pull = { head: commit.sha, labels: [label("enhancement", "a2eeef")] };
    const run = { id: runId(play), runNumber: play.number + 300, attempt: 1, startedAt: at(1) };
    return [
      pullStep(WHISTLE, play, "opened", "tomas", "opened", { at: at(0), head: commit.sha }),
      pullStep(
        WHISTLE,
        play,
        "labeled",
        "tomas",
        "labelled",
        { ...pull, at: at(1) },
        { label: pull.labels[0] },
      ),
      checkRun(commit, "lint", runId(play) + 11, "success", at(2)),
      checkRun(commit, "test", runId(play) + 12, "success", at(3)),
      workflowRun(commit, { ...run, conclusion: "success", at: at(3) }),
    ];
  },
  shows: ({ number }) => [{ contains: [`#${number}`, WHISTLE.title], edited: true }],
};
