import { BODY_LIMIT, refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceOf } from "../resolve.ts";

export const pullApprove: Command = {
  path: "pr approve",
  description: "commands.pr_approve.description",
  args: [
    refArgument,
    { name: "text", type: "text", description: "commands.arg.review", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  actsOnPress: true,
  messageCommand: "commands.pr_approve.menu",
  run: async (use) => {
    const reference = await referenceOf(use);
    const { url } = await use.services.github.approve(
      use.githubUserId,
      reference,
      use.args["text"] ?? "",
    );
    return doneWith(use, "commands.pr_approve.done", reference, url);
  },
};
