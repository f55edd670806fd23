import { z } from "zod";
import { link, object, person, text, time } from "./fields.ts";
import { formatter } from "./formatter.ts";
import { looks } from "./looks.ts";
import { numbered } from "./spans.ts";
import { Issue, issueNews } from "./subjects/issue.ts";

const Payload = z.object({
  issue: Issue,
  comment: object({
    body: text,
    html_url: link,
    user: person,
    created_at: time,
    updated_at: time,
  }),
});

const LOOKS = looks({
  created: ["info", "💬"],
  edited: ["neutral", "✏️"],
  deleted: ["neutral", "🗑️"],
  pinned: ["neutral", "📌"],
  unpinned: ["neutral", "📌"],
});

/** A comment on an issue or on a pull request's conversation: a reply to its card. */
export const issueComment = formatter(Payload, {
  subject: "issue",
  read: ({ issue }, occasion) => ({
    news: issueNews(issue, occasion),
    attention: occasion.action === "created",
  }),
  tell({ issue, comment }, { action }) {
    const deleted = action === "deleted";
    return {
      ...LOOKS(action),
      slots: { issue: numbered(issue) },
      title: issue?.title,
      url: deleted ? issue?.html_url : (comment?.html_url ?? issue?.html_url),
      // What was deleted must not be shown again.
      body: deleted ? undefined : comment?.body,
      at: comment?.updated_at ?? comment?.created_at,
    };
  },
});
