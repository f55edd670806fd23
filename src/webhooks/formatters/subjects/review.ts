import { z } from "zod";
import type { SubjectNews } from "../../../domain/subject.ts";
import { Excerpt, quotation } from "../excerpt.ts";
import { about, defined, type Facets, newest, somebody, subjectOf, value } from "../facets.ts";
import { id, line, link, part, person, text, time } from "../fields.ts";
import type { Occasion } from "../formatter.ts";
import { placeOf } from "../place.ts";
import { type Comment, isReply } from "./comment.ts";
import type { PullRequest } from "./pull-request.ts";

export const Review = part({
  id,
  state: line,
  body: text,
  html_url: link,
  user: person,
  submitted_at: time,
  updated_at: time,
});
type Review = z.infer<typeof Review>;

/** A comment on a line of code, as its review's message remembers it. */
export const CodeComment = z.object({
  body: Excerpt,
  /** With the line. */
  path: z.string().optional(),
  reply: z.boolean().optional(),
  url: z.string().optional(),
});

export type CodeComment = z.infer<typeof CodeComment>;

/** A review with what it says, as a reply to the pull request's card. */
export function reviewNews(
  review: Review,
  pull: PullRequest | undefined,
  occasion: Occasion,
  bodyFrom?: string,
): SubjectNews[] {
  const subject = subjectOf("review", occasion, review.id);
  if (subject === undefined) return [];
  const { action } = occasion;
  const at = newest(occasion, review.updated_at, review.submitted_at);
  const version = [0, at, 0] as const;
  const dismissed = action === "dismissed";
  const from = bodyFrom === undefined ? undefined : quotation(bodyFrom);
  const facets = {
    ...about(occasion, at),
    ...pullFacets(pull, at),
    ...value("url", version, review.html_url),
    ...value("author", version, somebody(review.user)),
    ...value("verdict", [dismissed ? 1 : 0, at, 0], review.state?.toLowerCase()),
    ...value("body", version, quotation(review.body ?? ""), from),
    ...value("dismisser", version, dismissed ? somebody(occasion.around.sender) : undefined),
  };
  return [{ subject, facets, reply: true, onlyWhereShown: action !== "submitted" && !dismissed }];
}

/** A comment on code belongs to the message of its review, which is posted by the review itself. */
export function codeCommentNews(
  comment: Comment | undefined,
  pull: PullRequest | undefined,
  occasion: Occasion,
  bodyFrom?: string,
): SubjectNews[] {
  const subject = subjectOf("review", occasion, comment?.pull_request_review_id);
  if (comment?.id === undefined || subject === undefined) return [];
  const at = newest(occasion, comment.updated_at, comment.created_at);
  const facets = {
    ...about(occasion, at),
    ...pullFacets(pull, at),
    ...value("author", [0, 0, 0], somebody(comment.user)),
    ...codeCommentFacet(comment, at, occasion, bodyFrom),
  };
  return [{ subject, facets, reply: true, onlyWhereShown: true }];
}

function pullFacets(pull: PullRequest | undefined, at: number): Facets {
  return {
    ...value("number", [0, at, 0], pull?.number),
    ...value("thing", [0, at, 0], pull?.html_url),
  };
}

/** What was deleted is forgotten for ever. */
function codeCommentFacet(
  comment: Comment,
  at: number,
  occasion: Occasion,
  bodyFrom: string | undefined,
): Facets {
  const name = `comment:${comment.id}`;
  if (occasion.action === "deleted") return value(name, [1, at, 0], null);
  const said = (body: string) => ({
    body: quotation(body),
    ...defined("path", placeOf(comment)),
    ...(isReply(comment) ? { reply: true } : {}),
    ...defined("url", comment.html_url),
  });
  const from = bodyFrom === undefined ? undefined : said(bodyFrom);
  return value(name, [0, at, 0], said(comment.body ?? ""), from);
}
