import type { InteractionMessage, MessageContent } from "./payload.ts";

/** A link ends where a character comes that none has unescaped: Chinese text and its punctuation follow without a space. */
const IN_TEXT = /https?:\/\/[\w\-.~:/?#@!$&'*+,;=%]+/g;
/** What ends a sentence, or marks text up, is not the link's. */
const TRAILING = /[.,;:!?'*_~]+$/;

/** Every link a message shows, the most telling first: its embeds' own, its buttons', then those in its text. */
export function linksOf(message: InteractionMessage): readonly string[] {
  const forwarded = (message.message_snapshots ?? []).flatMap(({ message: of }) => of ?? []);
  return [message, ...forwarded].flatMap(linksIn);
}

function linksIn({ content, embeds = [], components = [] }: MessageContent): readonly string[] {
  const buttons = components.flatMap((row) => row.components ?? []);
  const found = [
    ...embeds.map((embed) => embed.url),
    ...buttons.map((button) => button.url),
    ...inText(content),
    ...embeds.flatMap(({ description, fields = [], author }) => [
      ...inText(description),
      ...fields.flatMap(({ value }) => inText(value)),
      author?.url,
    ]),
  ];
  return found.filter((link) => link !== undefined);
}

function inText(text = ""): readonly string[] {
  return (text.match(IN_TEXT) ?? []).map((link) => link.replace(TRAILING, ""));
}
