import type { Translate } from "../i18n/translate.ts";
import type { Command } from "./define.ts";

/** Says that there is no such command, and which ones of it were perhaps meant. */
export function unknownCommand(typed: string, commands: readonly Command[], t: Translate): string {
  const words = typed.toLowerCase().split(/\s+/).slice(0, 2);
  const near = commands.filter(({ path }) => path.split(" ").some((word) => words.includes(word)));
  const said = t("commands.unknown", { text: typed || "?" });
  if (near.length === 0) return said;
  const names = near.map(({ path }) => `/gh ${path}`).join(", ");
  return `${said}\n${t("commands.did_you_mean", { names })}`;
}
