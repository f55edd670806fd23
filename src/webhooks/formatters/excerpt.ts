/** What a card keeps of a description: enough to know what it is about on a phone. */
const CARD_MAX = 500;
/** What a message of its own quotes of a text; the renderers cut to their platform's limit. */
const POST_MAX = 1800;

/** The beginning of a Markdown text as a card shows it, cut between lines or words. */
export function excerpt(markdown: string): string {
  return cut(withoutComments(markdown).trim(), CARD_MAX);
}

export function quotation(markdown: string): string {
  return cut(withoutComments(markdown).trim(), POST_MAX);
}

/** Issue templates hide instructions in comments; they must not use up the space. */
function withoutComments(markdown: string): string {
  return markdown.toWellFormed().replace(/<!--[\s\S]*?(-->|$)/g, "");
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = text.slice(0, max);
  const lineEnd = room.lastIndexOf("\n");
  const wordEnd = room.lastIndexOf(" ");
  const end = lineEnd > max / 2 ? lineEnd : wordEnd > max / 2 ? wordEnd : lastWhole(room);
  return `${room.slice(0, end).trimEnd()} …`;
}

/** Not inside a character that takes two units or joins several. */
function lastWhole(text: string): number {
  let end = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) end = index;
  return end;
}
