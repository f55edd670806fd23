import type { Command } from "../define.ts";
import { privately } from "../reply.ts";

/** The first thing said to a bot: what it does, and the next step. */
export const start: Command = {
  path: "start",
  description: "commands.help.description",
  args: [],
  needs: "nobody",
  hidden: true,
  run: async ({ t }) => privately(t("commands.start")),
};
