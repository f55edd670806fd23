import type { Action } from "../domain/notification.ts";

/** What a command answers, in no platform's words. */
export type Reply = Answer | Form;

export interface Answer {
  type: "answer";
  /** `person`: only whoever asked sees it, where the platform can; `chat`: everybody. */
  audience: "person" | "chat";
  text: string;
  actions?: readonly Action[];
  /** Takes the place of the message whose button was pressed. */
  replacesQuestion?: boolean;
}

export interface FormField {
  name: string;
  label: string;
  multiline: boolean;
  required: boolean;
  maxLength: number;
  value?: string;
}

/** Asks for more words: a modal on Discord, a question to reply to on Telegram. */
export interface Form {
  type: "form";
  title: string;
  fields: readonly FormField[];
  /** The command that gets the words, with the arguments that are known already. */
  path: string;
  args: Readonly<Record<string, string>>;
}

export function privately(text: string, actions: readonly Action[] = []): Answer {
  return { type: "answer", audience: "person", text, actions };
}

export function publicly(text: string, actions: readonly Action[] = []): Answer {
  return { type: "answer", audience: "chat", text, actions };
}

/** The answer takes the place of the question it answers. */
export function replaced(answer: Answer): Answer {
  return { ...answer, replacesQuestion: true };
}
