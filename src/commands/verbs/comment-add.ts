import { BODY_LIMIT, MODAL_TEXT_LIMIT, refArgument } from "../arguments.ts";
import type { Command, CommandUse } from "../define.ts";
import { referenceText } from "../references.ts";
import { privately, type Reply } from "../reply.ts";
import { referenceOf } from "../resolve.ts";

export const commentAdd: Command = {
  path: "comment add",
  description: "commands.comment_add.description",
  args: [
    refArgument,
    { name: "text", type: "text", description: "commands.arg.comment", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  messageCommand: "commands.comment_add.menu",
  run: comment,
};

async function comment(use: CommandUse): Promise<Reply> {
  const { args, invocation, services, t, githubUserId } = use;
  const reference = await referenceOf(use);
  const ref = referenceText(reference);
  const text = args["text"];
  if (text === undefined) {
    return {
      type: "form",
      title: t("commands.comment_add.title", { ref }),
      path: "comment add",
      args: { ref },
      fields: [
        {
          name: "text",
          label: t("commands.arg.comment"),
          multiline: true,
          required: true,
          maxLength: MODAL_TEXT_LIMIT,
        },
      ],
    };
  }
  const onceKey = `${invocation.platform}:${invocation.id}`;
  const { url } = await services.github.comment(githubUserId, reference, text, onceKey);
  return privately(t("commands.comment_add.done", { ref }), [
    { type: "link", label: t("commands.open"), url },
  ]);
}
