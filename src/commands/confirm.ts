import type { Action } from "../domain/notification.ts";
import type { CommandUse } from "./define.ts";
import { type Answer, privately } from "./reply.ts";

/** One way to answer a question: what the button says, and the arguments that it stands for. */
export interface Choice {
  label: string;
  args: Readonly<Record<string, string>>;
  tone?: "primary" | "danger";
}

/** Asks once before something that cannot be taken back. */
export function askFirst(
  use: CommandUse,
  question: string,
  label: string,
  args: Readonly<Record<string, string>>,
): Promise<Answer> {
  return askWhich(use, question, [{ label, args, tone: "danger" }]);
}

/** The same with several ways to go on. A button works for this person, here, once. */
export async function askWhich(
  use: CommandUse,
  question: string,
  choices: readonly Choice[],
): Promise<Answer> {
  const { invocation, services } = use;
  const { platform, place, path, speaker } = invocation;
  const owner = { platform, chatUserId: speaker?.chatUserId ?? "", chatId: place.chatId };
  const actions: Action[] = [];
  for (const { label, args, tone } of choices) {
    const payload = await services.pending.put({ path, args }, owner);
    actions.push({ type: "command", label, command: "confirm", payload, ...(tone && { tone }) });
  }
  return privately(question, actions);
}
