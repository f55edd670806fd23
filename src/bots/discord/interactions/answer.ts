import type { Action } from "../../../domain/notification.ts";
import { cutText } from "../../../domain/text/cut.ts";
import { fitText } from "../../../domain/text/fit.ts";
import { formId } from "../../../commands/form-id.ts";
import type { Answer, Form } from "../../../commands/reply.ts";
import { escapeText } from "../escape.ts";
import {
  BUTTON_LABEL_MAX,
  BUTTONS_IN_ROW,
  CONTENT_MAX,
  CUSTOM_ID_MAX,
  DESCRIPTION_MAX,
  ROWS_MAX,
} from "../limits.ts";
import { EPHEMERAL } from "./payload.ts";

/** https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object */
export const ResponseKind = {
  pong: 1,
  message: 4,
  deferredMessage: 5,
  deferredUpdate: 6,
  update: 7,
  choices: 8,
  modal: 9,
} as const;

const TITLE_LIMIT = 45;
const LABEL_LIMIT = 45;
const STYLES = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 } as const;

/** A message's body for an answer; markup and mentions in it are inert. */
export function answerMessage(answer: Answer): Record<string, unknown> {
  const buttons = (answer.actions ?? []).flatMap((action) => button(action));
  const rows = Array.from({ length: ROWS_MAX }, (_, row) =>
    buttons.slice(row * BUTTONS_IN_ROW, (row + 1) * BUTTONS_IN_ROW),
  );
  return {
    ...shown(answer.text),
    components: rows.filter((row) => row.length > 0).map((components) => ({ type: 1, components })),
    allowed_mentions: { parse: [] },
    ...(answer.audience === "person" ? { flags: EPHEMERAL } : {}),
  };
}

/** A modal; `longId` names a kept use for forms whose arguments do not fit a custom_id. */
export function formModal(form: Form, longId?: string): Record<string, unknown> {
  return {
    custom_id: longId ?? formId(form.path, form.args) ?? "",
    title: cutText(form.title, TITLE_LIMIT),
    components: form.fields.map((field) => ({
      type: 18,
      label: cutText(field.label, LABEL_LIMIT),
      component: {
        type: 4,
        custom_id: field.name,
        style: field.multiline ? 2 : 1,
        required: field.required,
        max_length: field.maxLength,
        ...(field.value === undefined ? {} : { value: field.value }),
      },
    })),
  };
}

/** Answers are plain sentences with names in them that anybody may have chosen. A long one needs an embed. */
function shown(text: string): object {
  const escaped = escapeText(text);
  if (escaped.length <= CONTENT_MAX) return { content: escaped, embeds: [] };
  return { content: "", embeds: [{ description: fitText(text, DESCRIPTION_MAX, escapeText) }] };
}

function button(action: Action): readonly object[] {
  const label = cutText(action.label, BUTTON_LABEL_MAX);
  if (action.type === "link") return [{ type: 2, style: STYLES.link, label, url: action.url }];
  const customId = `gh:${action.command}:${action.payload}`;
  if (customId.length > CUSTOM_ID_MAX) return [];
  return [{ type: 2, style: STYLES[action.tone ?? "secondary"], label, custom_id: customId }];
}
