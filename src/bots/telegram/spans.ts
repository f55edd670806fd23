import type { Moment, PersonSpan, Span, StyledSpan } from "../../domain/text.ts";
import { isLinkRun, type LinkRun, linkRuns } from "../../domain/text/link-runs.ts";
import { plainMoment, plainSpans } from "../../domain/text/plain.ts";
import { escapeHtml, escapeText } from "./escape.ts";

/** Spans as Telegram's HTML. They must be clean (`domain/text/clean.ts`). */
export function renderSpans(spans: readonly Span[]): string {
  return linkRuns(spans)
    .map((one) => (isLinkRun(one) ? renderRun(one) : renderSpan(one)))
    .join("");
}

/** One link, however many styles are in it. */
function renderRun({ url, spans }: LinkRun): string {
  if (plainSpans(spans).trim() === "") return plainSpans(spans);
  return linked(spans.map((span) => styled(escapeHtml(span.text), span)).join(""), url);
}

/** Spans in bold, but for code, which Telegram keeps apart from every other style. */
export function renderBold(spans: readonly Span[]): string {
  return spans.map(renderBoldSpan).join("").replaceAll("</b><b>", "");
}

function renderBoldSpan(span: Span): string {
  if (typeof span !== "string" && "text" in span) return renderStyled({ ...span, bold: true });
  return `<b>${renderSpan(span)}</b>`;
}

function renderSpan(span: Span): string {
  if (typeof span === "string") return escapeText(span);
  if ("at" in span) return renderMoment(span);
  return "person" in span ? renderPerson(span) : renderStyled(span);
}

/** In the reader's zone; clients that cannot do that show the text, in UTC. */
function renderMoment(moment: Moment): string {
  const seconds = Math.floor(moment.at / 1000);
  const text = plainMoment(moment);
  if (text === "" || seconds < 0) return text;
  const format = { relative: "r", date: "D", time: "Dt" }[moment.style];
  return `<tg-time unix="${seconds}" format="${format}">${text}</tg-time>`;
}

/** A mention by Telegram id or `@name` would ring that person's phone: they are named, and linked to. */
function renderPerson({ person, url, telegram }: PersonSpan): string {
  const name = telegram?.name ?? person;
  const page = telegram?.url ?? url;
  return page === undefined ? escapeText(name) : linked(escapeHtml(name), page);
}

function renderStyled(span: StyledSpan): string {
  if (span.text.trim() === "") return span.text;
  // Telegram has no link inside code and no code inside a link: the link is worth more.
  if (span.code && span.url === undefined) return `<code>${escapeHtml(span.text)}</code>`;
  const html =
    span.url === undefined ? escapeText(span.text) : linked(escapeHtml(span.text), span.url);
  return styled(html, span);
}

function styled(html: string, { strike, italic, bold }: StyledSpan): string {
  const struck = strike ? `<s>${html}</s>` : html;
  const slanted = italic ? `<i>${struck}</i>` : struck;
  return bold ? `<b>${slanted}</b>` : slanted;
}

function linked(html: string, url: string): string {
  return `<a href="${escapeHtml(url)}">${html}</a>`;
}
