import { UserError } from "../../domain/user-error.ts";
import { refArgument } from "../arguments.ts";
import { askWhich } from "../confirm.ts";
import type { Command, CommandUse } from "../define.ts";
import { type Reference, referenceText } from "../references.ts";
import { privately, replaced, type Reply } from "../reply.ts";
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
  const { url } = await services.github.merge(githubUserId, reference, { method, sha });
  const done = t("commands.pr_merge.done", { ref: referenceText(reference) });
  return replaced(privately(done, [{ type: "link", label: t("commands.open"), url }]));
}

/** One button for each way that the repository allows, or the one that was asked for. */
async function question(use: CommandUse, reference: Reference): Promise<Reply> {
  const { services, t, githubUserId } = use;
  const pull = await services.github.pullForMerge(githubUserId, reference);
  const ref = referenceText(reference);
  const sha = pull.headSha;
  const asked = t("commands.pr_merge.question", { ref, title: pull.title, sha: sha.slice(0, 7) });
  const warning = WARNINGS.find((state) => state === pull.mergeableState);
  const text = warning === undefined ? asked : `${asked}\n${t(`commands.pr_merge.${warning}`)}`;
  const choices = methodsFor(use.args["method"], pull).map((method, index) => ({
    label: t(`commands.pr_merge.by_${method}`),
    args: { ref, method, sha },
    ...(index > 0 ? {} : { tone: "primary" as const }),
  }));
  return askWhich(use, text, choices);
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
