import type { Command } from "../define.ts";
import { privately } from "../reply.ts";

export const whoami: Command = {
  path: "whoami",
  description: "commands.whoami.description",
  args: [],
  needs: "person",
  forSpeakerAlone: true,
  run: async ({ invocation, services, t }) => {
    const { platform, speaker } = invocation;
    if (speaker === undefined) return privately(t("commands.nobody"));
    const account = await services.accounts.whoAmI({ platform, ...speaker });
    if (account === undefined) {
      const label = t("commands.login.button");
      const login = { type: "command", label, command: "login", payload: "" } as const;
      return privately(t("commands.not_linked"), [login]);
    }
    const lines = [t("commands.whoami.linked", { login: account.login })];
    if (account.linkedAt !== undefined)
      lines.push(t("commands.whoami.since", { date: new Date(account.linkedAt) }));
    if (account.needsLogin === true) lines.push(t("commands.whoami.needs_login"));
    else if (account.scopes === undefined || account.scopes.length === 0)
      lines.push(t("commands.whoami.app_rights"));
    else lines.push(t("commands.whoami.scopes", { scopes: account.scopes.join(", ") }));
    const page = {
      type: "link" as const,
      label: `@${account.login}`,
      url: `${services.githubUrl}/${account.login}`,
    };
    return privately(lines.join("\n"), [page]);
  },
};
