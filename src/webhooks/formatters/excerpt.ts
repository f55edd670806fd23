/** What a card keeps of a description: enough to know what it is about on a phone. */
const CARD_MAX = 500;
/** What a message of its own quotes of a text; the renderers cut to their platform's limit. */
const POST_MAX = 1800;

/** Behind the end of a text that was cut stands how many characters are not there. */
const LEFT = /\uE002(\d{1,7})$/;

/** The beginning of a Markdown text as a card shows it, cut between lines or words. */
export function excerpt(markdown: string): string {
  return cut(withoutComments(markdown).trim(), CARD_MAX);
}

export function quotation(markdown: string): string {
  return cut(withoutComments(markdown).trim(), POST_MAX);
}

/** A kept text as it is read. */
export function readable(kept: string): string {
  return kept.replace(LEFT, "");
}

/** How much of it was left out when it was kept. */
export function leftOut(kept: string | undefined): number | undefined {
  const [, count] = LEFT.exec(kept ?? "") ?? [];
  return count === undefined ? undefined : Number(count);
}

/** Code, which keeps its comments, or a comment. */
const CODE_OR_COMMENT = /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|<!--[\s\S]*?-->|\uE002/g;
const UNFINISHED_COMMENT = /^ {0,3}<!--[\s\S]*/m;

/** Issue templates hide instructions in comments; they must not use up the space. */
function withoutComments(markdown: string): string {
  const text = markdown.toWellFormed();
  // Where no comment ends any more, looking for its end from each beginning would take long.
  const end = text.lastIndexOf("-->") + "-->".length;
  const read = text.slice(0, end).replace(CODE_OR_COMMENT, (_, code?: string) => code ?? "");
  return read + text.slice(end).replaceAll("\uE002", "").replace(UNFINISHED_COMMENT, "");
}

/** A line that ends needs no mark of its own: that there is more is said below. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = text.slice(0, max);
  const lineEnd = room.lastIndexOf("\n");
  if (lineEnd > max / 2) return marked(room.slice(0, lineEnd).trimEnd(), text);
  const wordEnd = room.lastIndexOf(" ");
  const words = room.slice(0, wordEnd > max / 2 ? wordEnd : lastWhole(room)).trimEnd();
  return marked(finished(words), text, " …");
}

function marked(kept: string, text: string, end = ""): string {
  return `${kept}${end}\uE002${text.length - kept.length}`;
}

/** A link or a tag that the cut went through would be shown as its marks; code and bold are closed. */
function finished(text: string): string {
  const whole = text.replace(/(?:!?\[[^\]\n]*(?:\]\([^)\n]*)?|<[a-z/][^<>\n]*)$/i, "").trimEnd();
  if (isOpen(whole, /^ {0,3}```/gm)) return whole;
  const line = whole.slice(whole.lastIndexOf("\n") + 1);
  if (isOpen(line, /`/g)) return `${whole}\``;
  return isOpen(line, /\*\*/g) ? `${whole}**` : whole;
}

function isOpen(text: string, mark: RegExp): boolean {
  return (text.match(mark) ?? []).length % 2 === 1;
}

/** Not inside a character that takes two units or joins several. */
function lastWhole(text: string): number {
  let end = 0;
  for (const { index } of new Intl.Segmenter().segment(text)) end = index;
  return end;
}
