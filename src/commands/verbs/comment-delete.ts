import { UserError } from "../../domain/user-error.ts";
import { refArgument } from "../arguments.ts";
import { askFirst } from "../confirm.ts";
import type { Command, CommandUse } from "../define.ts";
import { referenceText } from "../references.ts";
import { privately, type Reply } from "../reply.ts";
import { replaced } from "../reply.ts";
import { referenceOf } from "../resolve.ts";

export const commentDelete: Command = {
  path: "comment del",
  description: "commands.comment_delete.description",
  args: [
    { ...refArgument, description: "commands.arg.comment_ref" },
    {
      name: "sure",
      type: "choice",
      description: "commands.arg.sure",
      choices: [{ value: "yes", label: "commands.yes" }],
    },
  ],
  needs: "linked",
  messageCommand: "commands.comment_delete.menu",
  run: deleteComment,
};

async function deleteComment(use: CommandUse): Promise<Reply> {
  const { args, services, t, githubUserId } = use;
  const reference = await referenceOf(use);
  if (reference.comment === undefined) throw new UserError("commands.comment_link_missing");
  if (args["sure"] !== "yes") {
    const { url } = await services.github.commentText(githubUserId, reference, reference.comment);
    const question = t("commands.comment_delete.question", { ref: referenceText(reference) });
    return askFirst(use, question, t("commands.comment_delete.button"), { ref: url, sure: "yes" });
  }
  await services.github.deleteComment(githubUserId, reference, reference.comment);
  return replaced(privately(t("commands.comment_delete.done")));
}
