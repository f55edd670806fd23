import type { Command } from "../define.ts";
import { privately } from "../reply.ts";

export const logout: Command = {
  path: "logout",
  description: "commands.logout.description",
  args: [],
  needs: "person",
  forSpeakerAlone: true,
  run: async ({ invocation, services, t }) => {
    const { platform, speaker } = invocation;
    if (speaker === undefined) return privately(t("commands.nobody"));
    const gone = await services.accounts.logout({ platform, ...speaker });
    return privately(
      gone === undefined
        ? t("commands.not_linked")
        : t("commands.logout.done", { login: gone.login }),
    );
  },
};
