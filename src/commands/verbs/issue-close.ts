import { refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { done, doneWith } from "../done.ts";
import { referenceText } from "../references.ts";
import { referenceOf } from "../resolve.ts";

const REASONS = ["completed", "not_planned", "duplicate"] as const;

export const issueClose: Command = {
  path: "issue close",
  description: "commands.issue_close.description",
  args: [
    refArgument,
    {
      name: "reason",
      type: "choice",
      description: "commands.arg.reason",
      choices: REASONS.map((value) => ({ value, label: `commands.reason.${value}` as const })),
    },
  ],
  needs: "linked",
  actsOnPress: true,
  messageCommand: "commands.issue_close.menu",
  run: async (use) => {
    const { args, services, t, githubUserId } = use;
    const reference = await referenceOf(use);
    const reason = REASONS.find((value) => value === args["reason"]) ?? "completed";
    const { url, isPull } = await services.github.closeIssue(githubUserId, reference, reason);
    if (isPull) return doneWith(use, "commands.pr_close.done", reference, url);
    const text = t("commands.issue_close.done", {
      ref: referenceText(reference),
      reason: t(`commands.reason.${reason}`),
    });
    return done(use, text, url);
  },
};
