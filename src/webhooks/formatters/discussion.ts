import { z } from "zod";
import type { SubjectNews, Version } from "../../domain/subject.ts";
import { excerpt } from "./excerpt.ts";
import { about, type Facets, names, newest, somebody, subjectOf, value } from "./facets.ts";
import {
  count,
  flag,
  label,
  line,
  link,
  list,
  object,
  part,
  person,
  type Surroundings,
  text,
  time,
  written,
} from "./fields.ts";
import { formatter, type Occasion, type Scene } from "./formatter.ts";
import { lockFacets, lockReason } from "./locks.ts";
import { looks } from "./looks.ts";
import { linked, type Slot } from "./sentence.ts";
import { shown } from "./severity.ts";
import { named, numbered, person as whom } from "./spans.ts";
import { isUnchanged, titleBefore, UNCHANGED, variantOfChange } from "./variants.ts";
import { Comment, commentNews, isReply, isTheirs } from "./subjects/comment.ts";

const Discussion = object({
  number: count,
  title: written,
  body: text,
  html_url: link,
  state: line,
  locked: flag,
  active_lock_reason: line,
  state_reason: line,
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
  label: part({ name: written }),
  answer: part({ body: text, html_url: link, user: person }),
  old_answer: part({ user: person }),
  changes: part({
    title: part({ from: written }),
    body: part({ from: text }),
    new_discussion: part({ html_url: link }),
    new_repository: part({ full_name: line, html_url: link }),
  }),
});
type Payload = z.infer<typeof Payload>;

const ATTENTION = new Set(["closed", "reopened", "answered", "deleted", "transferred"]);

const LOOKS = looks({
  created: ["open", "💬"],
  answered: ["success", "✅"],
  answered_own: ["success", "✅"],
  unanswered: ["warning", "↩️"],
  unanswered_own: ["warning", "↩️"],
  closed: ["closed", "🔴"],
  resolved: ["merged", "🟣"],
  outdated: ["neutral", "⚪"],
  duplicate: ["neutral", "⚪"],
  reopened: ["open", "🟢"],
  deleted: ["neutral", "🗑️"],
  transferred: ["neutral", "📦"],
  labeled: ["neutral", "🏷️"],
  unlabeled: ["neutral", "🏷️"],
  locked: ["neutral", "🔒"],
  locked_because: ["neutral", "🔒"],
  unlocked: ["neutral", "🔓"],
  pinned: ["neutral", "📌"],
  unpinned: ["neutral", "📌"],
  edited: ["neutral", "✏️"],
  renamed: ["neutral", "✏️"],
  described: ["neutral", "✏️"],
  category_changed: ["neutral", "🗂️"],
});

/** Why a discussion was closed. */
const CLOSED = new Set(["resolved", "outdated", "duplicate"]);

/** A discussion's own events: told on its card, the turning points also as a reply. */
export const discussion = formatter(Payload, {
  subject: "discussion",
  read: (payload, occasion) => ({
    news: discussionNews(payload.discussion, occasion, ownFacets(payload, occasion)),
    attention: ATTENTION.has(occasion.action),
    echo: occasion.action !== "answered",
  }),
  tell(payload, scene) {
    const { discussion, changes } = payload;
    const gone = scene.action === "deleted";
    const variant = variantOf(payload, scene);
    return {
      variant,
      slots: slotsOf(payload, scene),
      ...LOOKS(variant),
      title: gone ? undefined : discussion?.title,
      url: gone ? undefined : (payload.answer.html_url ?? discussion?.html_url),
      body: bodyOf(payload, scene),
      fields: [
        titleBefore(changes, scene.t),
        scene.action === "created"
          ? shown(scene.t("field.category"), discussion?.category?.name)
          : undefined,
      ],
      at: discussion?.updated_at,
    };
  },
});

function variantOf({ discussion, changes, ...payload }: Payload, { action, around }: Scene) {
  const reason = discussion?.state_reason ?? "";
  if (action === "closed" && CLOSED.has(reason)) return reason;
  const answerer = answererOf(payload)?.login;
  if (answerer !== undefined && answerer === around.sender?.login) return `${action}_own`;
  return variantOfChange(action, discussion, changes, undefined, around) ?? action;
}

function answererOf({ answer, old_answer: old }: Pick<Payload, "answer" | "old_answer">) {
  return answer.user ?? old.user;
}

function slotsOf(payload: Payload, { action, t }: Scene): Record<string, Slot> {
  const { discussion, label, changes } = payload;
  return {
    // A page that is gone is not linked.
    discussion: numbered(action === "deleted" ? { number: discussion?.number } : discussion),
    person: whom(answererOf(payload), t),
    label: named(label.name),
    category: named(discussion?.category?.name),
    reason: lockReason(discussion?.active_lock_reason, t),
    target: targetSpan(changes),
  };
}

function bodyOf({ discussion, answer }: Payload, { action, form }: Scene): string | undefined {
  if (action === "answered") return answer.body;
  return action === "created" && form === "post" ? discussion?.body : undefined;
}

const Commented = z.object({
  discussion: Discussion,
  comment: Comment,
  changes: object({ body: object({ from: text }) }),
});

export const discussionComment = formatter(Commented, {
  subject: "discussion",
  read: ({ discussion, comment, changes }, occasion) => ({
    news: [
      ...discussionNews(discussion, occasion),
      ...commentNews("discussion", comment, discussion, occasion, changes?.body?.from),
    ],
    attention: occasion.action === "created",
    hidden: isUnchanged(occasion.action, comment?.body, changes) ? UNCHANGED : undefined,
  }),
  tell({ discussion, comment }, { action, around, t }) {
    const deleted = action === "deleted";
    return {
      tone: action === "created" ? "info" : "neutral",
      icon: deleted ? "🗑️" : action === "edited" ? "✏️" : "💬",
      variant: variantOfComment(comment, action, around),
      slots: { discussion: numbered(discussion), person: whom(comment?.user, t) },
      title: discussion?.title,
      url: deleted ? discussion?.html_url : comment?.html_url,
      body: deleted ? undefined : comment?.body,
      at: comment?.updated_at ?? comment?.created_at,
    };
  },
  quiet: { edited: UNCHANGED },
});

function variantOfComment(comment: Comment | undefined, action: string, around: Surroundings) {
  if (action === "created" && isReply(comment)) return "replied";
  return isTheirs(comment, action, around) ? `${action}_theirs` : action;
}

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
    ...value("reason", version, discussion.state_reason ?? ""),
    ...value("answered", version, discussion.answer_chosen_at !== undefined),
    ...value("answer_url", version, discussion.answer_html_url ?? ""),
    ...value("category", version, discussion.category?.name),
    ...value("author", version, somebody(discussion.user)),
    ...names(
      "labels",
      version,
      discussion.labels?.map(({ name }) => name),
    ),
    ...value("comments", version, discussion.comments),
    ...lockFacets(discussion, version, occasion.action),
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
  const own = {
    added: action === "labeled" ? label.name : undefined,
    removed: action === "unlabeled" ? label.name : undefined,
  };
  return {
    ...value("title", version, discussion?.title, changes.title.from),
    ...names(
      "labels",
      version,
      discussion?.labels?.map(({ name }) => name),
      own,
    ),
    ...stateFacets(action, version),
    ...goneFacets(occasion, at, changes.new_repository.full_name),
    ...value("closer", version, action === "closed" ? somebody(occasion.around.sender) : undefined),
  };
}

function stateFacets(action: string, version: Version): Facets {
  switch (action) {
    case "closed":
      return value("state", version, "closed", "open");
    case "reopened":
      return value("state", version, "open", "closed");
    case "answered":
      return value("answered", version, true, false);
    case "unanswered":
      return value("answered", version, false, true);
    default:
      return {};
  }
}

function goneFacets({ action, around }: Occasion, at: number, target: string | undefined): Facets {
  if (action !== "deleted" && action !== "transferred") return {};
  return {
    ...value("gone", [1, at, 0], action),
    ...value("gone_by", [1, at, 0], somebody(around.sender)),
    ...value("target", [0, at, 0], target),
  };
}

function targetSpan({ new_repository: target, new_discussion: moved }: Payload["changes"]) {
  if (target.full_name === undefined) return undefined;
  return linked(target.full_name, moved.html_url ?? target.html_url);
}
