import type { Command, CommandUse } from "../define.ts";
import { privately, type Reply } from "../reply.ts";

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

function help({ args, t, invocation }: CommandUse, commands: readonly Command[]): Reply {
  const asked = args["command"]?.toLowerCase().replace(/^\/?gh\s+/, "");
  const command = commands.find(({ path }) => path === asked);
  if (command !== undefined) return privately(detail(command, t));
  const group = commands.filter(({ path }) => path.split(" ")[0] === asked);
  const listed = group.length > 0 ? group : commands;
  const lines = listed.map(({ path, description }) => `/gh ${path} · ${t(description)}`);
  const intro =
    asked !== undefined && group.length === 0
      ? t("commands.unknown", { text: asked })
      : t("commands.help.intro");
  const ending = invocation.place.isPrivate
    ? t("commands.help.private")
    : t("commands.help.shared");
  return privately([intro, lines.join("\n"), ending].join("\n\n"));
}

function detail(command: Command, t: CommandUse["t"]): string {
  const usage = command.args.map(({ name, required }) =>
    required === true ? `<${name}>` : `[${name}]`,
  );
  const lines = command.args.map((argument) => {
    const choices = argument.choices?.map(({ value }) => value).join(", ");
    const described = t(argument.description);
    return choices === undefined
      ? `${argument.name}: ${described}`
      : `${argument.name}: ${described} (${choices})`;
  });
  return [`/gh ${[command.path, ...usage].join(" ")}`, t(command.description), ...lines].join("\n");
}
