import { BODY_LIMIT, refArgument } from "../arguments.ts";
import type { Command, CommandUse } from "../define.ts";
import { doneWith } from "../done.ts";
import { keptButton } from "../group-use.ts";
import { type CommentReference, type Reference, referenceText } from "../references.ts";
import { privately, type Reply } from "../reply.ts";
import { commentOf } from "../resolve.ts";
import { textForm } from "../text-form.ts";

export const commentEdit: Command = {
  path: "comment edit",
  description: "commands.comment_edit.description",
  args: [
    { ...refArgument, description: "commands.arg.comment_ref" },
    { name: "text", type: "text", description: "commands.arg.comment", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  messageCommand: "commands.comment_edit.menu",
  run: editComment,
};

async function editComment(use: CommandUse): Promise<Reply> {
  const { args, services, githubUserId } = use;
  const { reference, comment } = await commentOf(use);
  const text = args["text"];
  if (text === undefined) return form(use, reference, comment);
  const { url } = await services.github.editComment(githubUserId, reference, comment, text);
  return doneWith(use, "commands.comment_edit.done", reference, url);
}

/** Shows GitHub's present text; one that cannot be shown whole is edited on GitHub or added to, never cut. */
async function form(
  use: CommandUse,
  reference: Reference,
  comment: CommentReference,
): Promise<Reply> {
  const { invocation, services, t, githubUserId } = use;
  const { body, url } = await services.github.commentText(githubUserId, reference, comment);
  const limit = invocation.editableLength;
  if (body.length > limit) {
    const kept = { path: "comment append", args: { ref: url } };
    return privately(t("commands.comment_edit.too_long", { limit }), [
      { type: "link", label: t("commands.edit_on_github"), url },
      await keptButton(use, t("commands.comment_append.button"), kept),
    ]);
  }
  return textForm(use, {
    path: "comment edit",
    ref: referenceText(reference),
    target: url,
    title: "commands.comment_edit.title",
    label: "commands.arg.comment",
    value: body,
  });
}
