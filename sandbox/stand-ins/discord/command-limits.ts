import { type FormIssue, issue } from "./errors.ts";
import { isPresent, isRecord, recordsOf, textOf } from "./validate.ts";

const CHAT_INPUT = 1;
const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
/** Of names, descriptions and values together, each at its longest localisation. */
const COMMAND_SIZE_LIMIT = 8000;
const COUNT_LIMITS: Readonly<Record<number, number>> = { 1: 100, 2: 15, 3: 15, 4: 1 };
const CHAT_INPUT_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;
const LOCALES = new Set(
  (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg " +
    "ru uk hi th zh-CN ja zh-TW ko"
  ).split(" "),
);

type Path = readonly (string | number)[];
type Item = Readonly<Record<string, unknown>>;

/** What Discord documents about a scope's set of commands beyond its specification's schemas. */
export function commandSetIssues(
  commands: readonly Item[],
  scope: "global" | "guild",
): FormIssue[] {
  return [
    ...countIssues(commands),
    ...duplicateNames(
      commands.map((command) => `${typeOf(command)}:${String(command["name"])}`),
      [],
    ),
    ...commands.flatMap((command, index) => commandIssues(command, [index], scope)),
  ];
}

const typeOf = (command: Item): number => Number(command["type"] ?? CHAT_INPUT);

function countIssues(commands: readonly Item[]): FormIssue[] {
  return Object.entries(COUNT_LIMITS).flatMap(([type, limit]) => {
    const count = commands.filter((command) => typeOf(command) === Number(type)).length;
    const why = `Maximum number of application commands reached (${limit})`;
    return count > limit ? [issue([], "APPLICATION_COMMANDS_LIMIT", why)] : [];
  });
}

function commandIssues(command: Item, at: Path, scope: "global" | "guild"): FormIssue[] {
  const isChatInput = typeOf(command) === CHAT_INPUT;
  const scoped = ["contexts", "integration_types"].filter((field) => isPresent(command[field]));
  return [
    ...(isChatInput ? nameIssues(command, at) : contextMenuIssues(command, at)),
    ...(isChatInput && textOf(command["description"]).trim() === ""
      ? [issue([...at, "description"], "BASE_TYPE_REQUIRED", "This field is required")]
      : []),
    ...localeIssues(command, at),
    ...(scope === "guild"
      ? scoped.map((field) => issue([...at, field], "GUILD_COMMAND_FIELD", "Only for global ones"))
      : []),
    ...optionListIssues(command, at),
    ...(sizeOf(command) > COMMAND_SIZE_LIMIT
      ? [issue(at, "APPLICATION_COMMAND_TOO_LARGE", `Command exceeds maximum size (8000)`)]
      : []),
  ];
}

function contextMenuIssues(command: Item, at: Path): FormIssue[] {
  const foreign = ["description", "options"].filter((field) => {
    const value = command[field];
    return Array.isArray(value) ? value.length > 0 : textOf(value) !== "";
  });
  return foreign.map((field) =>
    issue([...at, field], "APPLICATION_COMMAND_CONTEXT_MENU_FIELD", "Context menu: must be empty"),
  );
}

function nameIssues(item: Item, at: Path): FormIssue[] {
  const localized = isRecord(item["name_localizations"]) ? item["name_localizations"] : {};
  const names: [unknown, Path][] = [
    [item["name"], ["name"]],
    ...Object.entries(localized).map(([locale, name]): [unknown, Path] => [
      name,
      ["name_localizations", locale],
    ]),
  ];
  return names
    .filter(([name]) => !CHAT_INPUT_NAME.test(textOf(name)) || isUpper(textOf(name)))
    .map(([, path]) => issue([...at, ...path], "APPLICATION_COMMAND_INVALID_NAME", "Invalid name"));
}

const isUpper = (name: string): boolean => name !== name.toLowerCase();

function localeIssues(item: Item, at: Path): FormIssue[] {
  return ["name_localizations", "description_localizations"].flatMap((field) => {
    const localized = item[field];
    return Object.keys(isRecord(localized) ? localized : {})
      .filter((locale) => !LOCALES.has(locale))
      .map((locale) => issue([...at, field, locale], "BASE_TYPE_CHOICES", "Not a locale"));
  });
}

function optionListIssues(parent: Item, at: Path): FormIssue[] {
  const options = recordsOf(parent["options"]);
  const path = [...at, "options"];
  const nested = options.filter(isNested).length;
  const firstOptional = options.findIndex((option) => option["required"] !== true);
  const isLateRequired = options.some(
    (option, index) => option["required"] === true && firstOptional >= 0 && index > firstOptional,
  );
  return [
    ...(nested > 0 && nested < options.length
      ? [issue(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", MIXED)]
      : []),
    ...(isLateRequired
      ? [issue(path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", REQUIRED_FIRST)]
      : []),
    ...duplicateNames(
      options.map((option) => String(option["name"])),
      path,
    ),
    ...options.flatMap((option, index) => optionIssues(option, [...path, index])),
  ];
}

const MIXED = "Sub-command and sub-command group option types are mutually exclusive to all others";
const REQUIRED_FIRST = "Required options must be placed before non-required options";

function optionIssues(option: Item, at: Path): FormIssue[] {
  const choices = recordsOf(option["choices"]);
  return [
    ...nameIssues(option, at),
    ...localeIssues(option, at),
    ...(choices.length > 0 && option["autocomplete"] === true
      ? [issue(at, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "Either choices or autocomplete")]
      : []),
    ...duplicateNames(
      choices.map((choice) => String(choice["name"])),
      [...at, "choices"],
    ),
    ...(isNested(option) ? optionListIssues(option, at) : []),
  ];
}

const isNested = (option: Item): boolean =>
  option["type"] === SUBCOMMAND || option["type"] === SUBCOMMAND_GROUP;

function duplicateNames(names: readonly string[], at: Path): FormIssue[] {
  return names.flatMap((name, index) =>
    names.indexOf(name) < index
      ? [issue([...at, index, "name"], "APPLICATION_COMMANDS_DUPLICATE_NAME", "Names are unique")]
      : [],
  );
}

function sizeOf(item: Item): number {
  const own = longest(item, "name") + longest(item, "description");
  const value = item["value"];
  const inner = [...recordsOf(item["options"]), ...recordsOf(item["choices"])];
  return inner.reduce((sum, child) => sum + sizeOf(child), own + textOf(value).length);
}

function longest(item: Item, field: string): number {
  const localized = item[`${field}_localizations`];
  const texts = [item[field], ...Object.values(isRecord(localized) ? localized : {})];
  return Math.max(...texts.map((text) => textOf(text).length));
}
