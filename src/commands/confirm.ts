import type { CommandUse } from "./define.ts";
import { privately, type Reply } from "./reply.ts";

/** Asks once before something that cannot be taken back. The button works for this person, here, once. */
export async function askFirst(
  use: CommandUse,
  question: string,
  label: string,
  args: Readonly<Record<string, string>>,
): Promise<Reply> {
  const { invocation, services } = use;
  const { platform, place, path, speaker } = invocation;
  const owner = { platform, chatUserId: speaker?.chatUserId ?? "", chatId: place.chatId };
  const id = await services.pending.put({ path, args }, owner);
  return privately(question, [
    { type: "command", label, command: "confirm", payload: id, tone: "danger" },
  ]);
}
