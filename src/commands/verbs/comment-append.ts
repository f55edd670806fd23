import { BODY_LIMIT, refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { commentLink, referenceText } from "../references.ts";
import { commentOf } from "../resolve.ts";
import { textForm } from "../text-form.ts";

/** The button under a comment that is too long to be edited in a chat: what is written is added at its end. */
export const commentAppend: Command = {
  path: "comment append",
  description: "commands.comment_append.description",
  args: [
    { ...refArgument, description: "commands.arg.comment_ref" },
    { name: "text", type: "text", description: "commands.arg.comment", maxLength: BODY_LIMIT },
  ],
  needs: "linked",
  hidden: true,
  run: async (use) => {
    const { args, invocation, services, githubUserId } = use;
    const { reference, comment } = await commentOf(use);
    const text = args["text"];
    if (text === undefined) {
      return textForm(use, {
        path: "comment append",
        ref: referenceText(reference),
        target: commentLink(services.githubUrl, reference, comment),
        title: "commands.comment_append.title",
        label: "commands.arg.comment",
      });
    }
    const onceKey = `${invocation.platform}:${invocation.id}`;
    const { url } = await services.github.appendToComment(
      githubUserId,
      { ...reference, comment },
      text,
      onceKey,
    );
    return doneWith(use, "commands.comment_append.done", reference, url);
  },
};
