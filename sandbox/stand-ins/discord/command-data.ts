import type { DiscordCore } from "./core.ts";
import { channelResource, memberResource, roleResource, userResource } from "./resources.ts";
import { recordsOf, textOf } from "./validate.ts";

type Item = Readonly<Record<string, unknown>>;
export type OptionValues = Readonly<Record<string, string | number | boolean>>;

const SUBCOMMAND = 1;
const SUBCOMMAND_GROUP = 2;
const USER = 6;
const CHANNEL = 7;
const ROLE = 8;

export interface Typed {
  guildId?: string;
  /** `gh issue create` as three words. */
  path: readonly string[];
  options: OptionValues;
  /** The option the person is in, while the answer is a list of choices. */
  focused?: string;
}

/**
 * The `data` of a typed command. Once commands are registered a person can only use those, with
 * their own options: anything else throws. Before that, types are taken from the values.
 */
export function commandData(core: DiscordCore, typed: Typed): Record<string, unknown> {
  const [name = "", ...rest] = typed.path;
  const command = registeredCommand(core, typed.guildId, 1, name);
  const definition = command && subcommandOf(command, rest);
  const options = optionItems(typed, definition);
  return {
    id: command?.["id"] ?? core.newId(),
    name,
    type: 1,
    ...(typed.guildId === undefined ? {} : { guild_id: typed.guildId }),
    ...(typed.path.length + options.length > 1 ? { options: nested(rest, options) } : {}),
    ...resolved(core, options),
  };
}

/** Undefined while nothing at all is registered. */
export function registeredCommand(
  core: DiscordCore,
  guildId: string | undefined,
  type: number,
  name: string,
): Item | undefined {
  const scopes = ["global", ...(guildId === undefined ? [] : [guildId])];
  const known = scopes.flatMap((scope) => core.commands.get(scope)?.list ?? []);
  const found = known.find((command) => command["type"] === type && command["name"] === name);
  if (!found && core.commands.size > 0) throw new Error(`No command "${name}" is registered here`);
  return found;
}

function subcommandOf(command: Item, path: readonly string[]): Item {
  let node = command;
  for (const word of path) {
    const next = recordsOf(node["options"]).find(({ name }) => name === word);
    if (!next) throw new Error(`No subcommand "${word}" in "${textOf(node["name"])}"`);
    node = next;
  }
  if (
    recordsOf(node["options"]).some(({ type }) => type === SUBCOMMAND || type === SUBCOMMAND_GROUP)
  ) {
    throw new Error(`"${textOf(node["name"])}" needs a subcommand`);
  }
  return node;
}

function optionItems(typed: Typed, definition: Item | undefined): Item[] {
  const defined = recordsOf(definition?.["options"]);
  const missing = defined.find(
    ({ name, required }) => required === true && typed.options[textOf(name)] === undefined,
  );
  if (missing && typed.focused === undefined) {
    throw new Error(`The option "${textOf(missing["name"])}" is required`);
  }
  return Object.entries(typed.options).map(([name, value]) => {
    const option = defined.find((candidate) => candidate["name"] === name);
    if (definition && !option) throw new Error(`No option "${name}" is registered`);
    const isFocused = name === typed.focused;
    if (option && isFocused && option["autocomplete"] !== true) {
      throw new Error(`"${name}" is registered without autocomplete`);
    }
    if (option && !isFocused) refuseBadValue(option, value);
    const type = option?.["type"] ?? typeOfValue(value);
    return { name, type, value, ...(isFocused ? { focused: true } : {}) };
  });
}

/** What Discord's client does not let a person send. */
function refuseBadValue(option: Item, value: string | number | boolean): void {
  const choices = recordsOf(option["choices"]);
  const isChoice = choices.length === 0 || choices.some((choice) => choice["value"] === value);
  const length = typeof value === "string" ? value.length : 0;
  if (!isChoice || length > Number(option["max_length"] ?? 6000)) {
    throw new Error(`"${String(value)}" is no value for "${textOf(option["name"])}"`);
  }
}

function typeOfValue(value: string | number | boolean): number {
  if (typeof value === "string") return 3;
  if (typeof value === "boolean") return 5;
  return Number.isInteger(value) ? 4 : 10;
}

function nested(path: readonly string[], options: readonly Item[]): readonly Item[] {
  const [group, subcommand] = path;
  if (group === undefined) return options;
  if (subcommand === undefined) return [{ name: group, type: SUBCOMMAND, options }];
  const inner = [{ name: subcommand, type: SUBCOMMAND, options }];
  return [{ name: group, type: SUBCOMMAND_GROUP, options: inner }];
}

function resolved(core: DiscordCore, options: readonly Item[]): Record<string, unknown> {
  const idsOf = (type: number): string[] =>
    options.filter((option) => option["type"] === type).map(({ value }) => String(value));
  const people = idsOf(USER).map((id) => core.places.personOf(id));
  const channels = idsOf(CHANNEL).map((id) => core.places.channelOfPeople(id));
  const roles = core.places
    .guilds()
    .flatMap((guild) => guild.roles)
    .filter(({ id }) => idsOf(ROLE).includes(id));
  if (people.length + channels.length + roles.length === 0) return {};
  return {
    resolved: {
      users: Object.fromEntries(people.map((person) => [person.id, userResource(person)])),
      members: Object.fromEntries(people.map((person) => [person.id, memberResource(person)])),
      channels: Object.fromEntries(
        channels.map((channel) => [channel.id, channelResource(channel)]),
      ),
      roles: Object.fromEntries(roles.map((role) => [role.id, roleResource(role)])),
    },
  };
}
