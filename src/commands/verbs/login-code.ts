import type { Command } from "../define.ts";
import type { Reply } from "../reply.ts";

/** The button under a login link: asks for the code that the browser shows. */
export const loginCode: Command = {
  path: "login code",
  description: "commands.login.enter_code",
  args: [],
  needs: "person",
  hidden: true,
  forSpeakerAlone: true,
  run: async ({ t }): Promise<Reply> => ({
    type: "form",
    title: t("commands.login.enter_code"),
    path: "login",
    args: {},
    fields: [
      {
        name: "code",
        label: t("commands.login.code_label"),
        multiline: false,
        required: true,
        maxLength: 40,
      },
    ],
  }),
};
