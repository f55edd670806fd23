import type { Translate } from "../../i18n/translate.ts";
import type { Command, CommandUse } from "../define.ts";
import type { Invocation, Speaker } from "../invocation.ts";
import { privately, type Reply } from "../reply.ts";
import type { CommandServices } from "../services.ts";

export const login: Command = {
  path: "login",
  description: "commands.login.description",
  args: [{ name: "code", type: "word", description: "commands.login.arg", maxLength: 40 }],
  needs: "person",
  run: runLogin,
};

async function runLogin(use: CommandUse): Promise<Reply> {
  const { invocation, args, services, t } = use;
  const { speaker } = invocation;
  if (speaker === undefined) return privately(t("commands.nobody"));
  const code = args["code"];
  if (code === undefined) return loginAnswer(invocation, speaker, services, t);
  const account = await services.accounts.confirmLogin(
    { platform: invocation.platform, ...speaker },
    code,
  );
  return privately(
    t("commands.login.done", { login: account.login, name: account.name ?? account.login }),
  );
}

/** The start of a login: a link that belongs to this person alone, so it is only ever shown to them. */
export async function loginAnswer(
  invocation: Invocation,
  speaker: Speaker,
  services: CommandServices,
  t: Translate,
): Promise<Reply> {
  const account = { platform: invocation.platform, ...speaker };
  const started = await services.accounts.startLogin(account, invocation.place.chatId);
  const intro = invocation.path === "login" ? "commands.login.start" : "commands.login.first";
  const ending =
    invocation.platform === "discord" ? "commands.login.discord" : "commands.login.telegram";
  const answer = privately(`${t(intro, { minutes: started.validFor })}\n${t(ending)}`, [
    { type: "link", label: t("commands.login.button"), url: started.url },
    ...(invocation.platform === "discord"
      ? [
          {
            type: "command" as const,
            label: t("commands.login.enter_code"),
            command: "login code",
            payload: "",
          },
        ]
      : []),
  ]);
  return { ...answer, secret: true };
}
