import { z } from "zod";
import type { Json } from "../../domain/json.ts";
import type { Block, Span } from "../../domain/text.ts";
import type { Translate } from "../../i18n/translate.ts";
import { withEmoji } from "../markdown/emoji.ts";
import { defined } from "./facets.ts";
import { wholeStart, firstLine, line, link, list, object, shortSha, text } from "./fields.ts";
import { lineList } from "./line-list.ts";
import { code, linked } from "./sentence.ts";

/** A commit as a push lists it. */
export const commit = object({
  id: line,
  message: text,
  url: link,
  distinct: z.boolean().optional().catch(undefined),
  author: object({ name: line, username: line }),
});
export const commitList = list(commit);
type CommitList = z.infer<typeof commitList>;

/** The commits of a push as they are told: the first few, and how many there are. */
export const Commits = z.object({
  total: z.number(),
  url: z.string().optional(),
  shown: z.array(
    z.object({
      sha: z.string(),
      subject: z.string(),
      url: z.string().optional(),
      author: z.string().optional(),
    }),
  ),
});
export type Commits = z.infer<typeof Commits>;

const SHOWN_MAX = 8;
/** Longer subjects are cut: a commit takes one line of a phone, or two. */
const SUBJECT_MAX = 100;

/** Commits that other branches had before are not news; whose they are is where it is not who pushed them. */
export function commitsOf(
  commits: CommitList,
  url: string | undefined,
  pusher: string | undefined,
): Commits {
  const fresh = (commits ?? []).filter(({ distinct }) => distinct !== false);
  const shown = fresh.slice(0, SHOWN_MAX).map((one) => ({
    sha: shortSha(one.id ?? ""),
    subject: subjectOf(one.message),
    ...(one.url === undefined ? {} : { url: one.url }),
    ...authorOf(one.author, pusher),
  }));
  return { total: fresh.length, shown, ...(url === undefined ? {} : { url }) };
}

/** As a subject's state keeps them. */
export function commitsJson({ total, url, shown }: Commits): Json {
  return {
    total,
    ...defined("url", url),
    shown: shown.map(({ sha, subject, ...rest }) => ({
      sha,
      subject,
      ...defined("url", rest.url),
      ...defined("author", rest.author),
    })),
  };
}

/** "3 commits", linked to the comparison. */
export function commitsCount(commits: Commits, t: Translate): Span {
  return linked(t("count.commits", { count: commits.total }), commits.url);
}

export function commitBlocks(commits: Commits, t: Translate): Block[] {
  const lines = commits.shown.map(({ sha, subject, url, author }): Span[] => [
    ...(sha === "" ? [] : [code(sha, url), " "]),
    subject === "" ? t("word.untitled") : subject,
    ...(author === undefined ? [] : [" — ", author]),
  ]);
  const more = commits.total - commits.shown.length;
  if (more > 0) lines.push([linked(t("count.more_commits", { count: more }), commits.url)]);
  return lineList(lines);
}

function subjectOf(message: string | undefined): string {
  const subject = withEmoji(firstLine(message ?? "") ?? "");
  return subject.length > SUBJECT_MAX ? `${wholeStart(subject, SUBJECT_MAX)}…` : subject;
}

function authorOf(
  author: { username?: string | undefined; name?: string | undefined } | undefined,
  pusher: string | undefined,
) {
  const name = author?.username ?? author?.name;
  return name === undefined || name === pusher ? {} : { author: name };
}
