import type { MessageKey } from "../i18n/translate.ts";
import type { CommandUse } from "./define.ts";
import { type Reference, referenceText } from "./references.ts";
import { type Answer, privately } from "./reply.ts";

/** Says what was done to which thing, with the way to see it. */
export function doneWith(
  use: CommandUse,
  key: MessageKey,
  reference: Reference,
  url: string,
): Answer {
  return privately(use.t(key, { ref: referenceText(reference) }), [
    { type: "link", label: use.t("commands.open"), url },
  ]);
}
