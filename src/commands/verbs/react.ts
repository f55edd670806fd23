import { refArgument } from "../arguments.ts";
import type { Command } from "../define.ts";
import { doneWith } from "../done.ts";
import { referenceOf } from "../resolve.ts";

/** GitHub's eight reactions, and the emoji people type for them. */
const REACTIONS: Readonly<Record<string, string>> = {
  "+1": "👍",
  "-1": "👎",
  laugh: "😄",
  confused: "😕",
  heart: "❤️",
  hooray: "🎉",
  rocket: "🚀",
  eyes: "👀",
};

export const react: Command = {
  path: "react",
  description: "commands.react.description",
  args: [
    {
      name: "emoji",
      type: "choice",
      description: "commands.arg.emoji",
      required: true,
      choices: Object.entries(REACTIONS).map(([value, emoji]) => ({
        value,
        label: { literal: emoji },
      })),
    },
    refArgument,
  ],
  needs: "linked",
  run: async (use) => {
    const reference = await referenceOf(use);
    const { url } = await use.services.github.react(
      use.githubUserId,
      reference,
      use.args["emoji"] ?? "",
    );
    return doneWith(use, "commands.react.done", reference, url);
  },
};
