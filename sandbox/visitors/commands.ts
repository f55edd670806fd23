import { recordOf, recordsOf, textOf } from "../stand-ins/discord/validate.ts";

type Item = Readonly<Record<string, unknown>>;

export interface ShownOption {
  name: string;
  description: string;
  required: boolean;
  /** The bot suggests values while one types. */
  completes: boolean;
  choices: { name: string; value: string }[];
}

/** A command as Discord's list shows it: `["gh", "pr", "merge"]`. */
export interface ShownCommand {
  path: string[];
  description: string;
  options: ShownOption[];
}

/** A command as somebody uses it: `["gh", "pr", "merge"]`. */
export interface CommandUse {
  path: readonly string[];
  /** As typed. */
  options: Readonly<Record<string, string>>;
}

const SLASH = 1;
const OF_MESSAGES = 3;
const NESTING = [1, 2];
const INTEGER = 4;
const BOOLEAN = 5;
const NUMBER = 10;

/** Everything a person can type after `/`, in their language. */
export function slashCommands(registered: readonly Item[], locale: string): ShownCommand[] {
  return registered
    .filter(({ type }) => type === SLASH)
    .flatMap((command) =>
      leaves(command, []).map(({ path, item }) => shownCommand(path, item, locale)),
    );
}

/** The commands of a message's own menu, by their English names. */
export function messageCommands(
  registered: readonly Item[],
  locale: string,
): { name: string; label: string }[] {
  return registered
    .filter(({ type }) => type === OF_MESSAGES)
    .map((item) => ({ name: textOf(item["name"]), label: localized(item, "name", locale) }));
}

/**
 * `/gh issue close reason:"not planned"`, the way Discord reads it: the words before the first option
 * are the path, and an option takes everything up to the next one that the command has.
 */
export function typedCommand(registered: readonly Item[], text: string): CommandUse {
  const [, said = "", rest = ""] = /^\/([^:]*?)(?=\s+[\w-]+:|\s*$)([^]*)$/.exec(text) ?? [];
  const path = said.split(/\s+/).filter(Boolean);
  const names = optionsOf(registered, path).map(({ name }) => textOf(name));
  const starts = [...rest.matchAll(/\s([\w-]+):/g)].filter(
    ([, name = ""], index) => index === 0 || names.includes(name),
  );
  const options = starts.map(({ index, 0: start, 1: name = "" }, at) => {
    const value = rest.slice(index + start.length, starts[at + 1]?.index).trim();
    return [name, /^"([^"]*)"$/.exec(value)?.[1] ?? value] as const;
  });
  return { path, options: Object.fromEntries(options) };
}

/** A typed text in the type that its option has: what is no number or yes or no stays text. */
export function typedOptions(
  registered: readonly Item[],
  path: readonly string[],
  texts: Readonly<Record<string, string>>,
): Record<string, string | number | boolean> {
  const types = new Map(
    optionsOf(registered, path).map((option) => [textOf(option["name"]), option["type"]]),
  );
  return Object.fromEntries(
    Object.entries(texts).map(([option, text]) => [option, valueOf(types.get(option), text)]),
  );
}

function optionsOf(registered: readonly Item[], path: readonly string[]): Item[] {
  const name = path.join(" ");
  const item = registered
    .flatMap((command) => leaves(command, []))
    .find((leaf) => leaf.path.join(" ") === name)?.item;
  return recordsOf(item?.["options"]);
}

function valueOf(type: unknown, text: string): string | number | boolean {
  if (type === BOOLEAN) return text.toLowerCase() === "true";
  return type === INTEGER || type === NUMBER ? Number(text) : text;
}

/** Subcommands, however deep; a command without any is its own. */
function leaves(item: Item, above: readonly string[]): { path: string[]; item: Item }[] {
  const path = [...above, textOf(item["name"])];
  const inner = recordsOf(item["options"]).filter(({ type }) => NESTING.includes(Number(type)));
  return inner.length === 0 ? [{ path, item }] : inner.flatMap((child) => leaves(child, path));
}

function shownCommand(path: string[], item: Item, locale: string): ShownCommand {
  return {
    path,
    description: localized(item, "description", locale),
    options: recordsOf(item["options"]).map((option) => ({
      name: textOf(option["name"]),
      description: localized(option, "description", locale),
      required: option["required"] === true,
      completes: option["autocomplete"] === true,
      choices: recordsOf(option["choices"]).map((choice) => ({
        name: localized(choice, "name", locale),
        value: textOf(choice["value"]),
      })),
    })),
  };
}

function localized(item: Item, field: "name" | "description", locale: string): string {
  const translations = recordOf(item[`${field}_localizations`]);
  return textOf(translations[locale]) || textOf(item[field]);
}
