import { UserError } from "../domain/user-error.ts";
import { choiceOf } from "./choices.ts";
import type { Argument, Command } from "./define.ts";

/** Only declared arguments, within their bounds: everything comes from outside, buttons included. */
export function checkedArguments(
  command: Command,
  given: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const args: Record<string, string> = {};
  for (const argument of command.args) {
    const value = Object.hasOwn(given, argument.name) ? given[argument.name] : undefined;
    if (value !== undefined && value !== "") args[argument.name] = checked(argument, value);
    else if (argument.required === true) {
      throw new UserError("commands.missing_argument", {
        name: argument.name,
        command: command.path,
      });
    }
  }
  return args;
}

function checked({ name, maxLength, choices }: Argument, value: string): string {
  if (maxLength !== undefined && value.length > maxLength) {
    throw new UserError("commands.too_long", { name, limit: maxLength });
  }
  if (choices === undefined) return value;
  const chosen = choiceOf(choices, value);
  if (chosen !== undefined) return chosen.value;
  const listed = choices.map((choice) => choice.value).join(", ");
  throw new UserError("commands.not_a_choice", { name, choices: listed });
}
