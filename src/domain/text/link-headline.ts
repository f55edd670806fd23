import type { Notification } from "../notification.ts";
import type { Span } from "../text.ts";

/** A headline without a title below it leads where its notification leads, wherever it leads nowhere else. */
export function linkHeadline({ headline, title, url }: Notification): readonly Span[] {
  if (title !== undefined || url === undefined) return headline;
  const leadsThere = headline.some(
    (span) => typeof span !== "string" && "url" in span && span.url === url,
  );
  if (leadsThere) return headline;
  return headline.flatMap((span) => {
    if (typeof span === "string") return linked(span, url);
    // Code stays code: where a platform knows no link in it, the link would win.
    const isPlain = "text" in span && span.code !== true && span.url === undefined;
    return isPlain ? [{ ...span, url }] : [span];
  });
}

/** The words alone: a link with a space at its edge looks torn. */
function linked(text: string, url: string): Span[] {
  const words = text.trim();
  if (words === "") return [text];
  const start = text.indexOf(words);
  const [before, after] = [text.slice(0, start), text.slice(start + words.length)];
  return [before, { text: words, url }, after].filter((span) => span !== "");
}
