import { refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceOf } from "../resolve.ts";

export const pullReopen: Command = {
  path: "pr reopen",
  description: "commands.pr_reopen.description",
  args: [refArgument],
  needs: "linked",
  actsOnPress: true,
  run: async (use) => {
    const reference = await referenceOf(use);
    const { url } = await use.services.github.reopenPull(use.githubUserId, reference);
    return doneWith(use, "commands.pr_reopen.done", reference, url);
  },
};
