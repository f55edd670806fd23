import { refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceOf } from "../resolve.ts";

export const issueReopen: Command = {
  path: "issue reopen",
  description: "commands.issue_reopen.description",
  args: [refArgument],
  needs: "linked",
  actsOnPress: true,
  run: async (use) => {
    const reference = await referenceOf(use);
    const { url } = await use.services.github.reopenIssue(use.githubUserId, reference);
    return doneWith(use, "commands.issue_reopen.done", reference, url);
  },
};
