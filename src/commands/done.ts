import type { MessageKey } from "../i18n/translate.ts";
import type { CommandUse } from "./define.ts";
import { type Reference, referenceText } from "./references.ts";
import { type Answer, privately } from "./reply.ts";

/** Says what was done, with the way to see it. */
export function done({ t }: Pick<CommandUse, "t">, text: string, url: string): Answer {
  return {
    ...privately(text, [{ type: "link", label: t("commands.open"), url }]),
    isDone: true,
  };
}

/** The same of one thing. */
export function doneWith(
  use: CommandUse,
  key: MessageKey,
  reference: Reference,
  url: string,
): Answer {
  return done(use, use.t(key, { ref: referenceText(reference) }), url);
}
