import type { Command, CommandUse } from "../define.ts";
import { privately, type Reply } from "../reply.ts";
import { defaultRepoOf } from "../resolve.ts";
import { unknownCommand } from "../unknown.ts";

/** Help needs the list that it is itself part of, so it gets it handed in. */
export function helpOf(list: () => readonly Command[]): Command {
  return {
    path: "help",
    description: "commands.help.description",
    args: [{ name: "command", type: "text", description: "commands.help.arg", maxLength: 50 }],
    needs: "nobody",
    run: async (use) => help(use, list()),
  };
}

async function help(use: CommandUse, commands: readonly Command[]): Promise<Reply> {
  const { args, t } = use;
  const asked = args["command"]
    ?.toLowerCase()
    .replace(/^\/?gh\s+/, "")
    .trim();
  const command = commands.find(({ path }) => path === asked);
  if (command !== undefined) return privately(detail(command, t));
  const group = commands.filter(({ path }) => path.split(" ")[0] === asked);
  if (asked !== undefined && group.length === 0)
    return privately(unknownCommand(asked, commands, t));
  const listed = group.length > 0 ? group : commands;
  const lines = listed.map(({ path, description }) => `/gh ${path} · ${t(description)}`);
  return privately([t("commands.help.intro"), lines.join("\n"), await here(use)].join("\n\n"));
}

/** Who the reader is on GitHub, unless others read it, and what a bare number means here, as far as that is known. */
async function here({ invocation, services, t }: CommandUse): Promise<string> {
  const { platform, place, speaker, isOverheard } = invocation;
  const account = speaker && !isOverheard ? { platform, ...speaker } : undefined;
  const linked = account && (await services.accounts.linked(account).catch(() => undefined));
  const repo = await defaultRepoOf(services.chats, place).catch(() => undefined);
  return [
    linked === undefined
      ? t("commands.help.not_linked")
      : t("commands.whoami.linked", { login: linked.login }),
    repo === undefined ? t("commands.help.reference") : t("commands.repo.is", { repo }),
  ].join("\n");
}

function detail(command: Command, t: CommandUse["t"]): string {
  const args = command.args.filter(({ type }) => type !== "hidden");
  const usage = args.map(({ name, required }) => (required === true ? `<${name}>` : `[${name}]`));
  const lines = args.map((argument) => {
    const choices = argument.choices?.map(({ value }) => value).join(", ");
    const described = t(argument.description);
    return choices === undefined
      ? `${argument.name}: ${described}`
      : `${argument.name}: ${described} (${choices})`;
  });
  return [`/gh ${[command.path, ...usage].join(" ")}`, t(command.description), ...lines].join("\n");
}
