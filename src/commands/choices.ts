import type { Choice } from "./define.ts";

/** The choice a word (or two: `not planned`) means: by its value, or by a label that is the same in every language, such as an emoji. */
export function choiceOf(choices: readonly Choice[], word: string): Choice | undefined {
  const wanted = plain(word);
  const joined = wanted.trim().replace(/[\s-]+/g, "_");
  return choices.find(
    ({ value, label }) =>
      value === wanted ||
      value === joined ||
      (typeof label === "object" && plain(label.literal) === wanted),
  );
}

/** Hearts come with and without a variation selector, thumbs with a skin tone. */
const plain = (word: string): string =>
  word.toLowerCase().replace(/\uFE0F|\p{Emoji_Modifier}/gu, "");
