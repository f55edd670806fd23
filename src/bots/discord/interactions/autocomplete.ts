import { commandAt } from "../../../commands/registry.ts";
import type { CommandServices } from "../../../commands/services.ts";
import { cutText } from "../../../domain/text/cut.ts";
import { describeError, logWarning } from "../../../observability/log.ts";
import { commandPath, placeOf } from "./invocation.ts";
import type { Interaction } from "./payload.ts";
import { suggest } from "../../../commands/suggest.ts";
import { ResponseKind } from "./answer.ts";

const MOST_CHOICES = 25;
const CHOICE_LIMIT = 100;

/** Suggestions while a person types; what fails or takes too long is no suggestion, never an error. */
export async function autocompleteAnswer(
  interaction: Interaction,
  services: CommandServices,
): Promise<object> {
  const choices = await suggestions(interaction, services).catch((error: unknown) => {
    logWarning("autocomplete failed", { error: describeError(error) });
    return [];
  });
  const shown = choices
    .filter(({ value }) => value.length > 0 && value.length <= CHOICE_LIMIT)
    .slice(0, MOST_CHOICES)
    .map(({ name, value }) => ({ name: cutText(name, CHOICE_LIMIT), value }));
  return { type: ResponseKind.choices, data: { choices: shown } };
}

async function suggestions(interaction: Interaction, services: CommandServices) {
  const person = interaction.member?.user ?? interaction.user;
  const { path, args } = commandPath(interaction.data);
  const focused = focusedOption(interaction.data?.options ?? []);
  const argument = commandAt(path)?.args.find(({ name }) => name === focused);
  if (person === undefined || argument === undefined) return [];
  return suggest({
    argument,
    words: args[argument.name] ?? "",
    args,
    account: { platform: "discord", chatUserId: person.id, name: person.username },
    place: placeOf(interaction),
    services,
  });
}

interface FocusableOption {
  name: string;
  focused?: boolean | undefined;
  options?: readonly FocusableOption[] | undefined;
}

function focusedOption(options: readonly FocusableOption[]): string | undefined {
  for (const option of options) {
    if (option.focused === true) return option.name;
    const inner = focusedOption(option.options ?? []);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
