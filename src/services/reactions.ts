import { UserError } from "../domain/user-error.ts";
import { type Reaction, REACTIONS } from "../github/refs.ts";

const EMOJI: Readonly<Record<string, Reaction>> = {
  "👍": "+1",
  "👎": "-1",
  "😄": "laugh",
  "😕": "confused",
  "❤": "heart",
  "🎉": "hooray",
  "🚀": "rocket",
  "👀": "eyes",
};

/** GitHub's word for a reaction, from that word or from the emoji. Throws for any other. */
export function reactionOf(text: string): Reaction {
  // Hearts come with and without a variation selector, thumbs with a skin tone.
  const plain = text.trim().replace(/\uFE0F|\p{Emoji_Modifier}/gu, "");
  const known = REACTIONS.find((reaction) => reaction === plain) ?? EMOJI[plain];
  if (known === undefined) throw new UserError("github.no_such_reaction");
  return known;
}
