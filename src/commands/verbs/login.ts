import { languageOf, type Translate } from "../../i18n/translate.ts";
import type { Command, CommandUse } from "../define.ts";
import type { Invocation, Speaker } from "../invocation.ts";
import { type Answer, privately, type Reply } from "../reply.ts";
import type { CommandServices } from "../services.ts";

export const login: Command = {
  path: "login",
  description: "commands.login.description",
  args: [{ name: "code", type: "word", description: "commands.login.arg", maxLength: 40 }],
  needs: "person",
  forSpeakerAlone: true,
  run: runLogin,
};

async function runLogin(use: CommandUse): Promise<Reply> {
  const { invocation, args, services, t } = use;
  const { speaker } = invocation;
  if (speaker === undefined) return privately(t("commands.nobody"));
  const code = args["code"];
  if (code === undefined) {
    return loginAnswer(invocation, speaker, services, t, "commands.login.start");
  }
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
  intro: "commands.login.start" | "commands.login.first" | "commands.login.again",
): Promise<Answer> {
  const { platform, place, locale, isOverheard, webhook } = invocation;
  // Why it is needed, a first time or again, is between the two of us as well.
  if (isOverheard) {
    const resume = { path: login.path, args: {} };
    return { ...privately(t("commands.login.in_private")), secret: true, resume };
  }
  const account = { platform, ...speaker };
  const { url, validFor } = await services.accounts.startLogin(account, place.chatId, {
    lang: languageOf(locale),
    webhook,
  });
  const text = `${t(intro, { minutes: validFor })}\n${t(`commands.login.${platform}`)}`;
  const link = { type: "link", label: t("commands.login.button"), url } as const;
  const enterCode = {
    type: "command",
    label: t("commands.login.enter_code"),
    command: "login code",
    payload: "",
  } as const;
  const actions = platform === "discord" ? [link, enterCode] : [link];
  return { ...privately(text, actions), secret: true };
}
