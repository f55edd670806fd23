import { issueStory } from "./issue.ts";
import { openPullRequestStory } from "./open-pull-request.ts";
import { pullRequestStory } from "./pull-request.ts";
import { pushStory } from "./push.ts";
import type { Story } from "./story.ts";
import { workflowStory } from "./workflow.ts";

/** All stories there are, in the order the page lists them. */
export const stories: readonly Story[] = [
  openPullRequestStory,
  pullRequestStory,
  workflowStory,
  pushStory,
  issueStory,
];
