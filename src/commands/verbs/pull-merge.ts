import { UserError } from "../../domain/user-error.ts";
import { refArgument } from "../arguments.ts";
import { askWhich } from "../confirm.ts";
import type { Command, CommandUse } from "../define.ts";
import { doneWith } from "../done.ts";
import { type Reference, referenceText } from "../references.ts";
import { type Answer, replaced, type Reply } from "../reply.ts";
import { referenceOf } from "../resolve.ts";
import type { MergeMethod, PullForMerge } from "../services.ts";

const METHODS = ["merge", "squash", "rebase"] as const;

export const pullMerge: Command = {
  path: "pr merge",
  description: "commands.pr_merge.description",
  args: [
    refArgument,
    {
      name: "method",
      type: "choice",
      description: "commands.arg.method",
      choices: METHODS.map((value) => ({ value, label: { literal: value } })),
    },
    // The head that the question showed; merging anything newer than what was seen is refused by GitHub.
    { name: "sha", type: "hidden", description: "commands.arg.sha", maxLength: 64 },
  ],
  needs: "linked",
  messageCommand: "commands.pr_merge.menu",
  run: merge,
};

async function merge(use: CommandUse): Promise<Reply> {
  const { args, services, t, githubUserId } = use;
  const reference = await referenceOf(use);
  const sha = args["sha"];
  if (sha === undefined) return question(use, reference);
  const method = METHODS.find((value) => value === args["method"]) ?? "merge";
  try {
    const { url } = await services.github.merge(githubUserId, reference, { method, sha });
    return replaced(doneWith(use, "commands.pr_merge.done", reference, url));
  } catch (error) {
    if (!(error instanceof UserError) || error.key !== "github.head_moved") throw error;
    // What was agreed to is no longer what would be merged: the new head is asked about by itself.
    return replaced(await question(use, reference, `${t("github.head_moved")}\n`));
  }
}

/** One button for each way that the repository allows, or the one that was asked for. */
async function question(use: CommandUse, reference: Reference, first = ""): Promise<Answer> {
  const { invocation, services, t, githubUserId } = use;
  const pull = await services.github.pullForMerge(githubUserId, reference);
  const ref = referenceText(reference);
  const sha = pull.headSha;
  const shown = { ref, title: pull.title, sha: sha.slice(0, 7) };
  const isUntitled = invocation.isOverheard && pull.isPrivate;
  const asked = t(`commands.pr_merge.${isUntitled ? "question_untitled" : "question"}`, shown);
  const warning = WARNINGS.find((state) => state === pull.mergeableState);
  const text = warning === undefined ? asked : `${asked}\n${t(`commands.pr_merge.${warning}`)}`;
  const choices = methodsFor(use.args["method"], pull).map((method, index) => ({
    label: t(`commands.pr_merge.by_${method}`),
    args: { ref, method, sha },
    ...(index > 0 ? {} : { tone: "primary" as const }),
  }));
  return askWhich(use, first + text, choices);
}

/** What GitHub says of a pull request that some people may merge all the same. */
const WARNINGS = ["blocked", "behind", "unstable"] as const;

function methodsFor(asked: string | undefined, { methods }: PullForMerge): readonly MergeMethod[] {
  const chosen = asked === undefined ? methods : methods.filter((value) => value === asked);
  if (chosen.length > 0) return chosen;
  throw new UserError("commands.pr_merge.method_refused", {
    method: asked ?? "",
    allowed: methods.join(", "),
  });
}
