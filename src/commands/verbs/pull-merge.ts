import { UserError } from "../../domain/user-error.ts";
import { refArgument } from "../arguments.ts";
import { askFirst } from "../confirm.ts";
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

async function question(use: CommandUse, reference: Reference): Promise<Reply> {
  const { services, t, githubUserId } = use;
  const pull = await services.github.pullForMerge(githubUserId, reference);
  const ref = referenceText(reference);
  const method = chosenMethod(use.args["method"], pull);
  const text = t("commands.pr_merge.question", {
    ref,
    title: pull.title,
    method,
    sha: pull.headSha.slice(0, 7),
  });
  return askFirst(use, text, t("commands.pr_merge.button"), { ref, method, sha: pull.headSha });
}

function chosenMethod(asked: string | undefined, pull: PullForMerge): MergeMethod {
  const allowed = pull.methods;
  const method = asked === undefined ? allowed[0] : allowed.find((value) => value === asked);
  if (method === undefined) {
    throw new UserError("commands.pr_merge.method_refused", {
      method: asked ?? "",
      allowed: allowed.join(", "),
    });
  }
  return method;
}
