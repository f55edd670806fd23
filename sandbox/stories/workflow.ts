import type { CheckedCommit } from "./checks.ts";
import { workflowRun } from "./checks.ts";
import { commitId } from "./forge.ts";
import type { Story } from "./story.ts";

const headOf = (number: number) => commitId(`nightly ${number}`);

const MINUTE = 60_000;

/** A workflow run on the main branch fails, is run again, and passes. */
export const workflowStory: Story = {
  id: "workflow",
  title: "Workflow: fails, is run again",
  steps: ({ number, startedAt }) => {
    const commit: CheckedCommit = {
      sha: headOf(number),
      branch: "main",
      message: "Descale on the first of the month",
      author: "tomas",
    };
    const run = { id: 310_000_000 + number * 100, runNumber: number + 400 };
    const first = { ...run, attempt: 1, startedAt };
    const second = { ...run, attempt: 2, startedAt: startedAt + 5 * MINUTE };
    return [
      workflowRun(commit, { ...first, conclusion: "requested", at: startedAt }),
      workflowRun(commit, { ...first, conclusion: "in_progress", at: startedAt + 5_000 }),
      workflowRun(commit, { ...first, conclusion: "failure", at: startedAt + 3 * MINUTE }),
      workflowRun(commit, { ...second, conclusion: "in_progress", at: startedAt + 5 * MINUTE }),
      workflowRun(commit, { ...second, conclusion: "success", at: startedAt + 8 * MINUTE }),
    ];
  },
  shows: ({ number }) => [{ contains: ["CI", "passed", headOf(number).slice(0, 7)], edited: true }],
};
