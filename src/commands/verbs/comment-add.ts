import { BODY_LIMIT, refArgument } from "../arguments.ts";
import type { Command, CommandUse } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceText } from "../references.ts";
import type { Reply } from "../reply.ts";
import { referenceOf } from "../resolve.ts";
import { textForm } from "../text-form.ts";

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
  const { args, invocation, services, githubUserId } = use;
  const reference = await referenceOf(use);
  const text = args["text"];
  if (text === undefined) {
    return textForm(use, {
      path: "comment add",
      ref: referenceText(reference),
      title: "commands.comment_add.title",
      label: "commands.arg.comment",
    });
  }
  const onceKey = `${invocation.platform}:${invocation.id}`;
  const { url } = await services.github.comment(githubUserId, reference, text, onceKey);
  return doneWith(use, "commands.comment_add.done", reference, url);
}
