import { BODY_LIMIT, MODAL_TEXT_LIMIT, refArgument } from "../arguments.ts";
import type { Command, CommandUse } from "../define.ts";
import { type CommentReference, type Reference, referenceText } from "../references.ts";
import { privately, type Reply } from "../reply.ts";
import { commentOf } from "../resolve.ts";

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
  const { args, services, t, githubUserId } = use;
  const { reference, comment } = await commentOf(use);
  const text = args["text"];
  if (text === undefined) return form(use, reference, comment);
  const { url } = await services.github.editComment(githubUserId, reference, comment, text);
  return privately(t("commands.comment_edit.done"), [
    { type: "link", label: t("commands.open"), url },
  ]);
}

/** Shows GitHub's present text; what is longer than a modal holds is edited on GitHub, never cut. */
async function form(
  use: CommandUse,
  reference: Reference,
  comment: CommentReference,
): Promise<Reply> {
  const { services, t, githubUserId } = use;
  const present = await services.github.commentText(githubUserId, reference, comment);
  const elsewhere = { label: t("commands.edit_on_github"), url: present.url };
  if (present.body.length > MODAL_TEXT_LIMIT) {
    return privately(t("commands.comment_edit.too_long", { limit: MODAL_TEXT_LIMIT }), [
      { type: "link", ...elsewhere },
    ]);
  }
  return {
    type: "form",
    title: t("commands.comment_edit.title", { ref: referenceText(reference) }),
    path: "comment edit",
    args: { ref: present.url },
    elsewhere,
    fields: [
      {
        name: "text",
        label: t("commands.arg.comment"),
        multiline: true,
        required: true,
        maxLength: MODAL_TEXT_LIMIT,
        value: present.body,
      },
    ],
  };
}
