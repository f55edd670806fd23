import { refArgument } from "../arguments.ts";
import { askFirst } from "../confirm.ts";
import type { Command, CommandUse } from "../define.ts";
import { referenceText } from "../references.ts";
import { privately, type Reply } from "../reply.ts";
import { replaced } from "../reply.ts";
import { commentOf } from "../resolve.ts";

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
  const { reference, comment } = await commentOf(use);
  if (args["sure"] !== "yes") {
    const { url } = await services.github.commentText(githubUserId, reference, comment);
    const question = t("commands.comment_delete.question", { ref: referenceText(reference) });
    const label = t("commands.comment_delete.button");
    return askFirst(use, question, label, { ref: url, sure: "yes" });
  }
  await services.github.deleteComment(githubUserId, reference, comment);
  return replaced(privately(t("commands.comment_delete.done")));
}
