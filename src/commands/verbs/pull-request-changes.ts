import { BODY_LIMIT, MODAL_TEXT_LIMIT, refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceText } from "../references.ts";
import { referenceOf } from "../resolve.ts";

export const pullRequestChanges: Command = {
  path: "pr request-changes",
  description: "commands.pr_request_changes.description",
  args: [
    refArgument,
    { name: "text", type: "text", description: "commands.arg.review", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  run: async (use) => {
    const { args, services, t, githubUserId } = use;
    const reference = await referenceOf(use);
    const ref = referenceText(reference);
    const text = args["text"];
    if (text === undefined) {
      return {
        type: "form",
        title: t("commands.pr_request_changes.title", { ref }),
        path: "pr request-changes",
        args: { ref },
        fields: [
          {
            name: "text",
            label: t("commands.arg.review"),
            multiline: true,
            required: true,
            maxLength: MODAL_TEXT_LIMIT,
          },
        ],
      };
    }
    const { url } = await services.github.requestChanges(githubUserId, reference, text);
    return doneWith(use, "commands.pr_request_changes.done", reference, url);
  },
};
