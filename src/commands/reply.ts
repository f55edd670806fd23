import { z } from "zod";
import type { Action } from "../domain/notification.ts";

/** What a command answers, in no platform's words. */
export type Reply = Answer | Form;

export interface Answer {
  type: "answer";
  /** `person`: only whoever asked sees it, where the platform can; `chat`: everybody. */
  audience: "person" | "chat";
  text: string;
  actions?: readonly Action[];
  /** Holds what must never be seen by others: in a shared chat it is said in the private one. */
  secret?: boolean;
  /**
   * With `secret`, in a shared chat: the use that goes on in the private one. `text` then says why, without a secret
   * in it. Absent: the login.
   */
  resume?: { path: string; args: Readonly<Record<string, string>> };
  /** Labels that offer to choose a chat which the reader administers, where the platform can; `setup chat` gets it. */
  chooseChat?: { group: string; channel: string };
  /** It says that what was asked for was done, and nothing else that one must have read. */
  isDone?: boolean;
  /** Takes the place of the message whose button was pressed. */
  replacesQuestion?: boolean;
}

const FormField = z.object({
  name: z.string(),
  label: z.string(),
  multiline: z.boolean(),
  required: z.boolean(),
  /** In characters. */
  maxLength: z.number(),
  value: z.string().optional(),
});

/**
 * Asks for more words: a modal on Discord, a question to reply to on Telegram. `path` and `args` are
 * the command that gets the words, with what is known already. A schema, because a form may be kept.
 */
export const Form = z.object({
  type: z.literal("form"),
  title: z.string(),
  fields: z.array(FormField),
  path: z.string(),
  args: z.record(z.string(), z.string()),
});
export type Form = z.infer<typeof Form>;

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
