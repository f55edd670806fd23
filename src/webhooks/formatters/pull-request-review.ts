import { z } from "zod";
import type { SubjectNews } from "../../domain/subject.ts";
import { defined, type Facets, newest, value } from "./facets.ts";
import { link, list, object, text, time } from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { looks } from "./looks.ts";
import { place, placeOf } from "./place.ts";
import { code } from "./sentence.ts";
import { numbered, person as whom } from "./spans.ts";
import { Comment, isReply } from "./subjects/comment.ts";
import { PullRequest, pullRequestNews } from "./subjects/pull-request.ts";
import { codeCommentNews, Review, reviewNews } from "./subjects/review.ts";
import { isUnchanged, UNCHANGED } from "./variants.ts";

const Payload = z.object({
  pull_request: PullRequest,
  review: Review,
  changes: object({ body: object({ from: text }) }),
});
type Payload = z.infer<typeof Payload>;

const VERDICTS = new Set(["approved", "changes_requested", "commented"]);

const LOOKS = looks({
  approved: ["success", "✅"],
  changes_requested: ["failure", "❌"],
  commented: ["info", "💬"],
  submitted: ["info", "💬"],
  dismissed: ["warning", "⚪"],
  dismissed_own: ["warning", "⚪"],
  edited: ["neutral", "✏️"],
  deleted: ["neutral", "🗑️"],
});

/** A review: its verdict on the card, and with what it says as a reply. */
export const pullRequestReview = formatter(Payload, {
  subject: "pull_request",
  read: (payload, occasion) => ({
    news: [
      ...onPull(payload, occasion),
      ...reviewNews(payload.review, payload.pull_request, occasion, payload.changes?.body?.from),
    ],
    attention: occasion.action === "submitted" || occasion.action === "dismissed",
    hidden: isUnchanged(occasion.action, payload.review.body, payload.changes)
      ? UNCHANGED
      : undefined,
  }),
  tell({ pull_request: pull, review }, { action, around, t }) {
    const verdict = review.state?.toLowerCase() ?? "";
    const own = review.user?.login !== undefined && review.user.login === around.sender?.login;
    const variant = variantOf(action, verdict, own);
    return {
      variant,
      ...LOOKS(variant),
      slots: { pull: numbered(pull), person: whom(review.user, t) },
      title: pull?.title,
      url: review.html_url ?? pull?.html_url,
      body: action === "dismissed" ? undefined : review.body,
      at: review.submitted_at ?? pull?.updated_at,
    };
  },
  quiet: { edited: UNCHANGED },
});

function variantOf(action: string, verdict: string, own: boolean): string {
  if (action === "submitted" && VERDICTS.has(verdict)) return verdict;
  return action === "dismissed" && own ? "dismissed_own" : action;
}

const Commented = z.object({
  pull_request: PullRequest,
  comment: Comment,
  changes: object({ body: object({ from: text }) }),
});

/**
 * A comment in a review: counted on the card, and told in the message of its review.
 * A route that shows every event by itself shows it with its text.
 */
export const pullRequestReviewComment = formatter(Commented, {
  subject: "pull_request",
  read: ({ pull_request: pull, comment, changes }, occasion) => ({
    news: [
      ...pullRequestNews(
        pull,
        occasion,
        {},
        commentedFacet(comment?.user?.login, comment?.html_url, comment?.created_at),
      ),
      ...codeCommentNews(comment, pull, occasion, changes?.body?.from),
    ],
    hidden: isUnchanged(occasion.action, comment?.body, changes) ? UNCHANGED : undefined,
  }),
  tell({ pull_request: pull, comment }, { action }) {
    return {
      ...LOOKS(action === "created" ? "commented" : action),
      variant: action === "created" && isReply(comment) ? "replied" : action,
      slots: { pull: numbered(pull), file: fileOf(comment, action) },
      title: pull?.title,
      url: action === "deleted" ? pull?.html_url : comment?.html_url,
      // What was deleted must not be shown again.
      body: action === "deleted" ? undefined : comment?.body,
      at: comment?.updated_at,
    };
  },
  quiet: { edited: UNCHANGED },
});

const Thread = z.object({
  pull_request: PullRequest,
  thread: object({ comments: list(object({ ...place, html_url: link })) }),
  updated_at: time,
});

export const pullRequestReviewThread = formatter(Thread, {
  subject: "pull_request",
  read: ({ pull_request: pull }, occasion) => ({ news: pullRequestNews(pull, occasion) }),
  tell({ pull_request: pull, thread, updated_at: at }, { action }) {
    const first = thread?.comments?.[0];
    return {
      tone: action === "resolved" ? "success" : "warning",
      icon: action === "resolved" ? "✅" : "↩️",
      slots: { pull: numbered(pull), file: fileOf(first, action) },
      title: pull?.title,
      url: first?.html_url ?? pull?.html_url,
      at,
    };
  },
});

function onPull({ pull_request: pull, review }: Payload, occasion: Occasion): SubjectNews[] {
  const login = review.user?.login;
  const own = occasion.action === "submitted" ? { reviewer: { removed: login } } : {};
  return pullRequestNews(pull, occasion, own, verdictFacet(review, occasion));
}

/** A comment does not take back a verdict, so it is kept beside it; a dismissal of one second's verdict wins. */
function verdictFacet(review: Payload["review"], occasion: Occasion): Facets {
  const login = review.user?.login;
  const state = occasion.action === "dismissed" ? "dismissed" : review.state?.toLowerCase();
  if (login === undefined || state === undefined) return {};
  const at = newest(occasion, review.submitted_at);
  if (state === "commented") return commentedFacet(login, review.html_url, at);
  if (!VERDICTS.has(state) && state !== "dismissed") return {};
  const rank = state === "dismissed" ? 1 : 0;
  const verdict = { verdict: state, ...defined("url", review.html_url) };
  return value(`verdict:${login}`, [0, at, rank], verdict);
}

function commentedFacet(
  login: string | undefined,
  url: string | undefined,
  at: number | undefined,
): Facets {
  if (login === undefined) return {};
  const comment = { verdict: "commented", ...defined("url", url) };
  return value(`commented:${login}`, [0, at ?? 0, 0], comment);
}

/** The file and line, leading to what was said there; what was deleted is nowhere. */
function fileOf(
  comment: Parameters<typeof placeOf>[0] & { html_url?: string | undefined } = {},
  action: string,
) {
  const at = placeOf(comment);
  return at === undefined
    ? undefined
    : code(at, action === "deleted" ? undefined : comment.html_url);
}
