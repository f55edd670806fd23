import type { Moment, PersonSpan, Span, StyledSpan } from "../../domain/text.ts";
import { isBlank } from "../../domain/text/clean.ts";
import { isLinkRun, type LinkRun, linkRuns } from "../../domain/text/link-runs.ts";
import { plainSpans } from "../../domain/text/plain.ts";
import { autolink, escapeMarkup, escapeText, maskedLink } from "./escape.ts";

/** Styles that already hold around the spans, so that they are not opened twice. */
export interface Around {
  bold?: boolean;
}

/** Spans as Discord's Markdown. They must be clean (`domain/text/clean.ts`). */
export function renderSpans(spans: readonly Span[], around: Around = {}): string {
  let markup = "";
  for (const span of linkRuns(spans)) {
    const next = isLinkRun(span) ? renderRun(span, around) : renderSpan(span, around);
    // `**a****b**` would be read as one odd run of stars.
    const clash = /[*_~`]$/.test(markup) && markup.at(-1) === next[0];
    markup += clash ? `\u200B${next}` : next;
  }
  return markup;
}

/** Spans in bold as a whole. */
export function renderBold(spans: readonly Span[]): string {
  return wrap("**", renderSpans(spans, { bold: true }));
}

function renderSpan(span: Span, around: Around): string {
  if (typeof span === "string") return escapeText(span);
  if ("at" in span) return renderMoment(span);
  return "person" in span ? renderPerson(span) : renderStyled(span, around);
}

/** One link, however many styles are in it. */
function renderRun({ url, spans }: LinkRun, around: Around): string {
  const text = plainSpans(spans);
  // A text with an address in it is shown beside its link, and looks at both.
  return text.includes("://")
    ? spans.map((span) => renderStyled({ ...span, url }, around)).join("")
    : link(text, renderSpans(spans, around), url);
}

/** Reader's own zone and language. */
function renderMoment({ at, style }: Moment): string {
  const seconds = Math.floor(at / 1000);
  if (!Number.isSafeInteger(seconds)) return "";
  return `<t:${seconds}:${{ relative: "R", date: "D", time: "f" }[style]}>`;
}

function renderPerson({ person, url, discordId }: PersonSpan): string {
  if (discordId !== undefined && /^\d{1,20}$/.test(discordId)) return `<@${discordId}>`;
  return url === undefined ? escapeText(person) : link(person, escapeMarkup(person), url);
}

function renderStyled(span: StyledSpan, around: Around): string {
  const plain = span.url === undefined ? escapeText(span.text) : escapeMarkup(span.text);
  let markup = span.code ? inlineCode(span.text) : plain;
  if (span.strike) markup = wrap("~~", markup);
  // Discord's italics cannot contain a star, escaped or not.
  if (span.italic && !markup.includes("*")) markup = wrap("*", markup);
  if (span.bold && !around.bold) markup = wrap("**", markup);
  return span.url === undefined ? markup : link(span.text, markup, span.url);
}

/** Discord shows no masked link whose text looks like an address itself, so that one is shown bare. */
function link(text: string, markup: string, url: string): string {
  if (isBlank(text)) return "";
  if (!text.includes("://")) return maskedLink(pairedBrackets(text, oneLine(markup)), url);
  const bare = autolink(url) ?? "";
  return text.trim().replace(/\/$/, "") === url.replace(/\/$/, "") ? bare : `${markup} (${bare})`;
}

/** Brackets end a link's text, escaped or not, unless they come in simple pairs. */
function pairedBrackets(text: string, markup: string): string {
  if (/^[^[\]]*(?:\[[^[\]]*\][^[\]]*)*$/.test(text)) return markup;
  return markup.replace(/\\?\[/g, "(").replace(/\\?\]/g, ")");
}

function oneLine(text: string): string {
  return text.replace(/\s*\n\s*/g, " ");
}

/** Code keeps every character but a run of backticks, which Discord would take for its end. */
function inlineCode(text: string): string {
  if (isBlank(text)) return text;
  const code = oneLine(text).replace(/``+/g, (run) => "'".repeat(run.length));
  if (!code.includes("`")) return `\`${code}\``;
  const start = code.startsWith("`") ? " " : "";
  const end = code.endsWith("`") ? " " : "";
  return `\`\`${start}${code}${end}\`\``;
}

/** Markers stand next to the text; spaces go outside. */
function wrap(marker: string, markup: string): string {
  const inner = markup.trim();
  if (inner === "") return markup;
  const start = markup.slice(0, markup.indexOf(inner));
  return `${start}${marker}${inner}${marker}${markup.slice(start.length + inner.length)}`;
}
