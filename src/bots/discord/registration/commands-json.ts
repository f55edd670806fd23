import type { Argument, Command } from "../../../commands/define.ts";
import { listedCommands } from "../../../commands/registry.ts";
import { en } from "../../../i18n/en/index.ts";
import type { MessageKey } from "../../../i18n/translate.ts";
import { zh } from "../../../i18n/zh/index.ts";

/** https://docs.discord.com/developers/interactions/application-commands */
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const STRING = 3;
const MESSAGE_MENU = 3;
/** A string option's limit, in characters. */
const OPTION_LENGTH = 6_000;
const DESCRIPTION_LIMIT = 100;
/** Discord's names of the languages we speak besides English. */
const CHINESE = ["zh-CN", "zh-TW"] as const;

/** The application commands as Discord wants them: `/gh` with all subcommands, and the message menu. */
export function discordCommands(scope: "global" | "guild"): readonly object[] {
  // Only a global set says where it may be used; a guild's is used there.
  const where = scope === "global" ? { integration_types: [0, 1], contexts: [0, 1, 2] } : {};
  const slash = {
    type: 1,
    name: "gh",
    ...described("commands.gh.description"),
    options: [...groups(), ...single()],
    ...where,
  };
  return [slash, ...messageMenu().map((menu) => ({ ...menu, ...where }))];
}

function single(): readonly object[] {
  return listedCommands
    .filter(({ path }) => !path.includes(" "))
    .map((command) => subcommand(command, command.path));
}

function groups(): readonly object[] {
  const grouped = listedCommands.filter(({ path }) => path.includes(" "));
  const names = [...new Set(grouped.map(({ path }) => path.split(" ")[0] ?? ""))];
  return names.map((name) => ({
    type: SUBCOMMAND_GROUP,
    name,
    // The type of message keys checks that each group has its sentence.
    ...described(`commands.group.${name}` as MessageKey),
    options: grouped
      .filter(({ path }) => path.startsWith(`${name} `))
      .map((command) => subcommand(command, command.path.slice(name.length + 1))),
  }));
}

function subcommand(command: Command, name: string): object {
  const args = command.args.filter(({ type }) => type !== "hidden");
  const requiredFirst = [...args].sort(
    (a, b) => Number(b.required ?? false) - Number(a.required ?? false),
  );
  return {
    type: SUBCOMMAND,
    name,
    ...described(command.description),
    options: requiredFirst.map(option),
  };
}

function option(argument: Argument): object {
  const completes = argument.type === "ref" || argument.type === "repo";
  const choices = argument.choices?.map(({ value, label }) =>
    typeof label === "string"
      ? { name: en[label], value, name_localizations: inChinese(label) }
      : { name: label.literal, value },
  );
  return {
    type: STRING,
    name: argument.name,
    ...described(argument.description),
    required: argument.required ?? false,
    ...(completes ? { autocomplete: true } : {}),
    ...(choices === undefined
      ? { max_length: Math.min(argument.maxLength ?? OPTION_LENGTH, OPTION_LENGTH) }
      : { choices }),
  };
}

function messageMenu(): readonly object[] {
  return listedCommands.flatMap(({ messageCommand }) =>
    messageCommand === undefined
      ? []
      : [
          {
            type: MESSAGE_MENU,
            name: en[messageCommand],
            name_localizations: inChinese(messageCommand),
          },
        ],
  );
}

function described(key: MessageKey): object {
  return {
    description: en[key].slice(0, DESCRIPTION_LIMIT),
    description_localizations: inChinese(key),
  };
}

function inChinese(key: MessageKey): Readonly<Record<string, string>> {
  return Object.fromEntries(CHINESE.map((locale) => [locale, zh[key].slice(0, DESCRIPTION_LIMIT)]));
}
