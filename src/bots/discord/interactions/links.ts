import type { InteractionMessage } from "./payload.ts";

const IN_TEXT = /https?:\/\/[^\s<>()[\]"]+/g;

/** Every link a message shows, the most telling first: its embeds' own, its buttons', then those in its text. */
export function linksOf(message: InteractionMessage): readonly string[] {
  const embeds = message.embeds ?? [];
  const buttons = (message.components ?? []).flatMap((row) => row.components ?? []);
  const found = [
    ...embeds.map((embed) => embed.url),
    ...buttons.map((button) => button.url),
    ...(message.content?.match(IN_TEXT) ?? []),
    ...embeds.flatMap((embed) => embed.description?.match(IN_TEXT) ?? []),
  ];
  return found.filter((link) => link !== undefined);
}
