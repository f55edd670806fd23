import { z } from "zod";
import { object, text } from "./fields.ts";
import { formatter } from "./formatter.ts";
import { looks } from "./looks.ts";
import { numbered, person as whom } from "./spans.ts";
import { Comment, commentNews, isTheirs } from "./subjects/comment.ts";
import { Issue, issueNews } from "./subjects/issue.ts";
import { isUnchanged, UNCHANGED } from "./variants.ts";

const Payload = z.object({
  issue: Issue,
  comment: Comment,
  changes: object({ body: object({ from: text }) }),
});

const LOOKS = looks({
  created: ["info", "💬"],
  edited: ["neutral", "✏️"],
  deleted: ["neutral", "🗑️"],
  pinned: ["neutral", "📌"],
  unpinned: ["neutral", "📌"],
});

/** A comment on an issue or on a pull request's conversation: a reply to its card, edited as it is. */
export const issueComment = formatter(Payload, {
  subject: "issue",
  read: ({ issue, comment, changes }, occasion) => ({
    news: [
      ...issueNews(issue, occasion),
      ...commentNews("issue", comment, issue, occasion, changes?.body?.from),
    ],
    attention: occasion.action === "created",
    hidden: isUnchanged(occasion.action, comment?.body, changes) ? UNCHANGED : undefined,
  }),
  tell({ issue, comment }, { action, around, t }) {
    const deleted = action === "deleted";
    return {
      ...LOOKS(action),
      variant: isTheirs(comment, action, around) ? `${action}_theirs` : action,
      slots: { issue: numbered(issue), person: whom(comment?.user, t) },
      title: issue?.title,
      url: deleted ? issue?.html_url : (comment?.html_url ?? issue?.html_url),
      // What was deleted must not be shown again.
      body: deleted ? undefined : comment?.body,
      at: comment?.updated_at ?? comment?.created_at,
    };
  },
  quiet: { edited: UNCHANGED },
});
