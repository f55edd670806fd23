import type { Stores } from "./stores.ts";

/** A Telegram group became a supergroup: routes, log targets, connected chats and who was seen there take its new id. */
export async function moveChat(
  { configuration, people }: Pick<Stores, "configuration" | "people">,
  from: string,
  to: string,
): Promise<void> {
  await configuration.moveTelegramChat(from, to);
  await people?.chats.moveTelegramChat(from, to);
  await people?.moveSeen(`telegram:${from}`, `telegram:${to}`);
}
