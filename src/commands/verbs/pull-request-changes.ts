import { BODY_LIMIT, refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceText } from "../references.ts";
import { referenceOf } from "../resolve.ts";
import { textForm } from "../text-form.ts";

export const pullRequestChanges: Command = {
  path: "pr request-changes",
  description: "commands.pr_request_changes.description",
  args: [
    refArgument,
    { name: "text", type: "text", description: "commands.arg.review", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  run: async (use) => {
    const { args, services, githubUserId } = use;
    const reference = await referenceOf(use);
    const text = args["text"];
    if (text === undefined) {
      return textForm(use, {
        path: "pr request-changes",
        ref: referenceText(reference),
        title: "commands.pr_request_changes.title",
        label: "commands.arg.review",
      });
    }
    const { url } = await services.github.requestChanges(githubUserId, reference, text);
    return doneWith(use, "commands.pr_request_changes.done", reference, url);
  },
};
