import type { Span, StyledSpan } from "../../domain/text.ts";
import type { MarkdownContext } from "./context.ts";
import { withEmoji } from "./emoji.ts";

export type Style = Omit<StyledSpan, "text">;

const REFERENCE = new RegExp(
  [
    String.raw`(?<![\w/@#.-])@(?<user>[a-z\d](?:[a-z\d-]{0,38}))(?<bot>\[bot\])?(?![\w/-])`,
    String.raw`(?<![\w/.-])(?<repo>[\w.-]{1,100}\/[\w.-]{1,100})(?:#(?<number>\d{1,9})|@(?<theirs>[\da-f]{7,40}))(?![\w-])`,
    String.raw`(?<![\w/&#.-])(?:#|GH-)(?<issue>\d{1,9})\b`,
    String.raw`(?<![\w/@#.-])(?<sha>[\da-f]{40}|(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{7,12})(?![\w-])`,
  ].join("|"),
  "gi",
);

/** Text in a style, with emoji codes replaced and what it refers to linked. Code and links stay as they are. */
export function textSpans(text: string, style: Style, context: MarkdownContext): Span[] {
  if (style.code) return [styled(text, style)];
  if (style.url !== undefined) return [styled(withEmoji(text), style)];
  const spans: Span[] = [];
  let end = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const url = urlOf(match.groups ?? {}, context);
    if (url === undefined) continue;
    if (match.index > end) spans.push(styled(withEmoji(text.slice(end, match.index)), style));
    spans.push(reference(match[0], match.groups ?? {}, url, style));
    end = match.index + match[0].length;
  }
  if (end < text.length) spans.push(styled(withEmoji(text.slice(end)), style));
  return spans;
}

/** A plain string where there is no style. */
export function styled(text: string, style: Style): Span {
  return Object.keys(style).length === 0 ? text : { text, ...style };
}

type Groups = Readonly<Record<string, string | undefined>>;

function reference(text: string, groups: Groups, url: string, style: Style): Span {
  const { repo, theirs, sha } = groups;
  if (sha !== undefined) return { text: shortSha(sha), ...style, url, code: true };
  const named = theirs === undefined ? text : `${repo}@${shortSha(theirs)}`;
  return { text: named, ...style, url };
}

function urlOf(groups: Groups, { forgeUrl, repoUrl }: MarkdownContext): string | undefined {
  const { user, bot, repo, number, theirs, issue, sha } = groups;
  if (user !== undefined)
    return forgeUrl && `${forgeUrl}/${bot === undefined ? "" : "apps/"}${user}`;
  if (theirs !== undefined) return forgeUrl && `${forgeUrl}/${repo}/commit/${theirs}`;
  if (repo !== undefined) return forgeUrl && `${forgeUrl}/${repo}/issues/${number}`;
  if (issue !== undefined) return repoUrl && `${repoUrl}/issues/${issue}`;
  return repoUrl && `${repoUrl}/commit/${sha}`;
}

function shortSha(sha: string): string {
  return sha.slice(0, 7);
}
