import { refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceOf } from "../resolve.ts";

export const pullClose: Command = {
  path: "pr close",
  description: "commands.pr_close.description",
  args: [refArgument],
  needs: "linked",
  actsOnPress: true,
  run: async (use) => {
    const reference = await referenceOf(use);
    const { url } = await use.services.github.closePull(use.githubUserId, reference);
    return doneWith(use, "commands.pr_close.done", reference, url);
  },
};
