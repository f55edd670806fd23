import type { ShownMessage } from "./payload.ts";

/** Every link a message shows, in its text or under its picture, and on its buttons. */
export function linksOf(message: ShownMessage): readonly string[] {
  const text = message.text ?? message.caption ?? "";
  const entities = message.entities ?? message.caption_entities ?? [];
  const inText = entities.flatMap(({ type, url, offset, length }) => {
    if (type === "text_link") return url ?? [];
    return type === "url" ? text.slice(offset, offset + length) : [];
  });
  const buttons = (message.reply_markup?.inline_keyboard ?? []).flat();
  return [...inText, ...buttons.flatMap(({ url }) => url ?? [])];
}
