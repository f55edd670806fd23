import type { MessageKey } from "../i18n/translate.ts";
import { MODAL_TEXT_LIMIT } from "./arguments.ts";
import type { CommandUse } from "./define.ts";
import type { Form } from "./reply.ts";

interface Asked {
  path: string;
  /** Named in the title. */
  ref: string;
  title: MessageKey;
  label: MessageKey;
  /** What the command finds its thing by, if not by `ref`. */
  target?: string;
  /** The present text, to be changed. */
  value?: string;
}

/** Asks for the words that a command about one thing still lacks: they come back as its `text`. */
export function textForm({ t }: Pick<CommandUse, "t">, asked: Asked): Form {
  const { path, ref, title, label, target = ref, value } = asked;
  const field = {
    name: "text",
    label: t(label),
    multiline: true,
    required: true,
    maxLength: MODAL_TEXT_LIMIT,
    ...(value === undefined ? {} : { value }),
  };
  return { type: "form", title: t(title, { ref }), path, args: { ref: target }, fields: [field] };
}
