import type { Action } from "../../../domain/notification.ts";
import { formId } from "../../../commands/form-id.ts";
import type { Answer, Form } from "../../../commands/reply.ts";
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

const CONTENT_LIMIT = 2_000;
const TITLE_LIMIT = 45;
const LABEL_LIMIT = 45;
const BUTTON_LABEL_LIMIT = 80;
const CUSTOM_ID_LIMIT = 100;
const STYLES = { primary: 1, secondary: 2, success: 3, danger: 4, link: 5 } as const;

/** A message's body for an answer; markup and mentions in it are inert. */
export function answerMessage(answer: Answer): Record<string, unknown> {
  const buttons = (answer.actions ?? []).flatMap((action) => button(action)).slice(0, 5);
  return {
    content: escapeMarkdown(answer.text).slice(0, CONTENT_LIMIT),
    embeds: [],
    components: buttons.length === 0 ? [] : [{ type: 1, components: buttons }],
    allowed_mentions: { parse: [] },
    ...(answer.audience === "person" ? { flags: EPHEMERAL } : {}),
  };
}

/** A modal; `longId` names a kept use for forms whose arguments do not fit a custom_id. */
export function formModal(form: Form, longId?: string): Record<string, unknown> {
  return {
    custom_id: longId ?? formId(form.path, form.args) ?? "",
    title: shortened(form.title, TITLE_LIMIT),
    components: form.fields.map((field) => ({
      type: 18,
      label: shortened(field.label, LABEL_LIMIT),
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

function button(action: Action): readonly object[] {
  const label = shortened(action.label, BUTTON_LABEL_LIMIT);
  if (action.type === "link") return [{ type: 2, style: STYLES.link, label, url: action.url }];
  const customId = `gh:${action.command}:${action.payload}`;
  if (customId.length > CUSTOM_ID_LIMIT) return [];
  return [{ type: 2, style: STYLES[action.tone ?? "secondary"], label, custom_id: customId }];
}

/** Answers are plain sentences with names in them that anybody may have chosen. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\*_~`|<>[\]#@]/g, String.raw`\$&`);
}

function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1)}…`;
}
