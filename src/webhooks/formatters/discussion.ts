import { z } from "zod";
import type { SubjectNews } from "../../domain/subject.ts";
import { excerpt } from "./excerpt.ts";
import { about, type Facets, names, newest, somebody, subjectOf, value } from "./facets.ts";
import { count, label, line, link, list, object, person, text, time } from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { looks } from "./looks.ts";
import { linked } from "./sentence.ts";
import { named, numbered } from "./spans.ts";

const Discussion = object({
  number: count,
  title: line,
  body: text,
  html_url: link,
  state: line,
  user: person,
  category: object({ name: line }),
  labels: list(label),
  comments: count,
  answer_html_url: link,
  answer_chosen_at: time,
  created_at: time,
  updated_at: time,
});
type Discussion = NonNullable<z.infer<typeof Discussion>>;

const Payload = z.object({
  discussion: Discussion,
  label,
  answer: object({ body: text, html_url: link, user: person }),
  changes: object({
    title: object({ from: line }),
    new_discussion: object({ html_url: link }),
    new_repository: object({ full_name: line, html_url: link }),
  }),
});
type Payload = z.infer<typeof Payload>;

const ATTENTION = new Set(["closed", "reopened", "answered", "deleted", "transferred"]);

const LOOKS = looks({
  created: ["open", "💬"],
  answered: ["success", "✅"],
  unanswered: ["warning", "↩️"],
  closed: ["closed", "🔴"],
  reopened: ["open", "🟢"],
  deleted: ["neutral", "🗑️"],
  transferred: ["neutral", "📦"],
  labeled: ["neutral", "🏷️"],
  unlabeled: ["neutral", "🏷️"],
  locked: ["neutral", "🔒"],
  unlocked: ["neutral", "🔓"],
  pinned: ["neutral", "📌"],
  unpinned: ["neutral", "📌"],
});

/** A discussion's own events: told on its card, the turning points also as a reply. */
export const discussion = formatter(Payload, {
  subject: "discussion",
  read: (payload, occasion) => ({
    news: discussionNews(payload.discussion, occasion, ownFacets(payload, occasion)),
    attention: ATTENTION.has(occasion.action),
  }),
  tell({ discussion, label, answer, changes }, { action, form }) {
    const target = changes?.new_repository;
    const moved = changes?.new_discussion?.html_url ?? target?.html_url;
    const created = action === "created" && form === "post" ? discussion?.body : undefined;
    return {
      ...LOOKS(action),
      slots: {
        discussion: numbered(discussion),
        label: named(label?.name),
        category: named(discussion?.category?.name),
        target: target?.full_name === undefined ? undefined : linked(target.full_name, moved),
      },
      title: action === "deleted" ? undefined : discussion?.title,
      url: answer?.html_url ?? discussion?.html_url,
      body: action === "answered" ? answer?.body : created,
      at: discussion?.updated_at,
    };
  },
});

const Comment = z.object({
  discussion: Discussion,
  comment: object({ body: text, html_url: link, created_at: time, updated_at: time }),
});

export const discussionComment = formatter(Comment, {
  subject: "discussion",
  read: ({ discussion }, occasion) => ({
    news: discussionNews(discussion, occasion),
    attention: occasion.action === "created",
  }),
  tell({ discussion, comment }, { action }) {
    const deleted = action === "deleted";
    return {
      tone: deleted ? "neutral" : "info",
      icon: deleted ? "🗑️" : "💬",
      slots: { discussion: numbered(discussion) },
      title: discussion?.title,
      url: deleted ? discussion?.html_url : comment?.html_url,
      body: deleted ? undefined : comment?.body,
      at: comment?.updated_at ?? comment?.created_at,
    };
  },
});

function discussionNews(
  discussion: Discussion | undefined,
  occasion: Occasion,
  more: Facets = {},
): SubjectNews[] {
  const subject = subjectOf("discussion", occasion, discussion?.number);
  if (discussion === undefined || subject === undefined) return [];
  const at = newest(occasion, discussion.updated_at, discussion.created_at);
  const version = [0, at, 0] as const;
  const facets = {
    ...about(occasion, at),
    ...value("number", version, discussion.number),
    ...value("title", version, discussion.title),
    ...value("url", version, discussion.html_url),
    ...value("body", version, excerpt(discussion.body ?? "")),
    // GitHub says `answered`, `locked` and the like here too; what counts is whether it is closed.
    ...value("state", version, discussion.state === "closed" ? "closed" : "open"),
    ...value("answered", version, discussion.answer_chosen_at !== undefined),
    ...value("category", version, discussion.category?.name),
    ...value("author", version, somebody(discussion.user)),
    ...names(
      "labels",
      version,
      discussion.labels?.map(({ name }) => name),
    ),
    ...value("comments", version, discussion.comments),
    ...value("at", version, at),
    ...more,
  };
  return [{ subject, facets }];
}

/** What the action itself says, ahead of another event of the same second. */
function ownFacets({ discussion, changes, label }: Payload, occasion: Occasion): Facets {
  const { action } = occasion;
  const at = newest(occasion, discussion?.updated_at, discussion?.created_at);
  const version = [0, at, 0] as const;
  const gone = action === "deleted" || action === "transferred" ? action : undefined;
  const before = changes?.title?.from;
  const own = {
    added: action === "labeled" ? label?.name : undefined,
    removed: action === "unlabeled" ? label?.name : undefined,
  };
  return {
    ...value("gone", [1, at, 0], gone),
    ...value(
      "target",
      version,
      gone === "transferred" ? changes?.new_repository?.full_name : undefined,
    ),
    ...(before === undefined ? {} : value("title", version, discussion?.title, before)),
    ...(action === "closed" ? value("state", version, "closed", "open") : {}),
    ...(action === "reopened" ? value("state", version, "open", "closed") : {}),
    ...(action === "answered" ? value("answered", version, true, false) : {}),
    ...(action === "unanswered" ? value("answered", version, false, true) : {}),
    ...names(
      "labels",
      version,
      discussion?.labels?.map(({ name }) => name),
      own,
    ),
  };
}
