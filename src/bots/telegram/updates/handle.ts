import type { MemberUpdate, Update } from "./payload.ts";
import { pressed } from "./pressed.ts";
import { said } from "./said.ts";
import type { UpdateDeps } from "./update-deps.ts";

const GONE: readonly string[] = ["left", "kicked"];

/** What an update means: something said, a button pressed, the bot added or removed. */
export async function handleUpdate(update: Update, deps: UpdateDeps): Promise<void> {
  if (update.callback_query !== undefined)
    return pressed(update.callback_query, update.update_id, deps);
  if (update.my_chat_member !== undefined) return memberChanged(update.my_chat_member, deps);
  if (update.message !== undefined) return said(update.message, update.update_id, deps);
}

/** Greets where it was added, with the next step; notes where it was removed. */
async function memberChanged(update: MemberUpdate, deps: UpdateDeps): Promise<void> {
  const { chat, old_chat_member: before, new_chat_member: after, from } = update;
  if (GONE.includes(after.status)) return deps.chatLost(String(chat.id));
  if (!GONE.includes(before.status) || chat.type === "private") return;
  const t = await deps.translate(from.language_code ?? "en");
  // In a channel nobody could answer, and it would be a post: who added the bot is told, if they talk to it.
  const [chatId, text] =
    chat.type === "channel"
      ? [from.id, t("commands.telegram.greeting_channel", { chat: chat.title ?? "" })]
      : [chat.id, t("commands.telegram.greeting")];
  await deps.call("sendMessage", { chat_id: chatId, text });
}
