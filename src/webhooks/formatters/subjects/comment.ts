import type { z } from "zod";
import type { SubjectNews } from "../../../domain/subject.ts";
import { quotation } from "../excerpt.ts";
import { about, type Facets, newest, somebody, subjectOf, value } from "../facets.ts";
import { count, id, link, object, person, text, time } from "../fields.ts";
import type { Occasion } from "../formatter.ts";
import { place } from "../place.ts";

export const Comment = object({
  id,
  body: text,
  html_url: link,
  ...place,
  user: person,
  pull_request_review_id: id,
  /** Which comment it answers, on code. */
  in_reply_to_id: id,
  /** The same in a discussion. */
  parent_id: id,
  created_at: time,
  updated_at: time,
});
export type Comment = NonNullable<z.infer<typeof Comment>>;

export function isReply(comment: Comment | undefined): boolean {
  return (comment?.in_reply_to_id ?? comment?.parent_id) !== undefined;
}

/** Somebody changed or removed what another person wrote. */
export function isTheirs(
  comment: Comment | undefined,
  action: string,
  { sender }: Occasion["around"],
): boolean {
  if (action !== "edited" && action !== "deleted") return false;
  const [author, actor] = [comment?.user?.login, sender?.login];
  return author !== undefined && actor !== undefined && author !== actor;
}

/** What a comment answers to, as its sentence names it. */
export const Thing = object({ number: count, html_url: link });
type Thing = z.infer<typeof Thing>;

/** A comment, as a reply to its card: it follows the comment's edits, and its deletion. */
export function commentNews(
  of: "issue" | "discussion",
  comment: Comment | undefined,
  thing: Thing,
  occasion: Occasion,
  bodyFrom?: string,
): SubjectNews[] {
  const subject = subjectOf("comment", occasion, comment?.id && `${of}-${comment.id}`);
  if (comment === undefined || subject === undefined) return [];
  const { action } = occasion;
  const at = newest(occasion, comment.updated_at, comment.created_at);
  const version = [0, at, 0] as const;
  const facets = {
    ...about(occasion, at),
    ...value("of", version, of),
    ...value("reply", version, isReply(comment) ? true : undefined),
    ...value("number", version, thing?.number),
    ...value("thing", version, thing?.html_url),
    ...value("url", version, comment.html_url),
    ...value("author", version, somebody(comment.user ?? occasion.around.sender)),
    ...bodyFacets("body", comment, occasion, bodyFrom),
  };
  return [{ subject, facets, reply: true, onlyWhereShown: action !== "created" }];
}

/** What was deleted is forgotten, too: a later version of its text holds nothing, for ever. */
export function bodyFacets(
  name: string,
  comment: Comment,
  occasion: Occasion,
  bodyFrom: string | undefined,
): Facets {
  const at = newest(occasion, comment.updated_at, comment.created_at);
  if (occasion.action === "deleted") return value(name, [1, at, 0], null);
  const from = bodyFrom === undefined ? undefined : quotation(bodyFrom);
  return value(name, [0, at, 0], quotation(comment.body ?? ""), from);
}
