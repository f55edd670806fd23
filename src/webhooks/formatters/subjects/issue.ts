import type { z } from "zod";
import type { SubjectNews } from "../../../domain/subject.ts";
import { type Excerpt, excerpt } from "../excerpt.ts";
import { about, type Facets, names, newest, somebody, subjectOf, value } from "../facets.ts";
import {
  count,
  flag,
  id,
  label,
  line,
  link,
  list,
  milestone,
  object,
  person,
  text,
  time,
  written,
} from "../fields.ts";
import type { Occasion } from "../formatter.ts";
import { lockFacets } from "../locks.ts";
import { type OwnChanges, type PullRequest, pullRequestNews } from "./pull-request.ts";

export const Issue = object({
  id,
  number: count,
  title: written,
  body: text,
  html_url: link,
  state: line,
  state_reason: line,
  draft: flag,
  locked: flag,
  active_lock_reason: line,
  user: person,
  labels: list(label),
  assignees: list(person),
  milestone,
  type: object({ name: line }),
  comments: count,
  created_at: time,
  updated_at: time,
  closed_at: time,
  pull_request: object({ html_url: link, merged_at: time }),
});
export type Issue = NonNullable<z.infer<typeof Issue>>;

/** Deleted and transferred are for ever: later news about the old place does not undo them. */
const GONE = 1;

/** News about an issue, or about the pull request whose conversation it is. */
export function issueNews(
  issue: Issue | undefined,
  occasion: Occasion,
  own: OwnChanges & { gone?: "deleted" | "transferred" | undefined } = {},
  more: Facets = {},
): SubjectNews[] {
  if (issue?.pull_request !== undefined) {
    return pullRequestNews(asPullRequest(issue), occasion, own, more);
  }
  const subject = subjectOf("issue", occasion, issue?.number);
  if (issue === undefined || subject === undefined) return [];
  const at = newest(occasion, issue.updated_at, issue.closed_at, issue.created_at);
  const version = [0, at, 0] as const;
  const facets = {
    ...about(occasion, at),
    ...value("number", version, issue.number),
    ...value("url", version, issue.html_url),
    ...value("title", version, issue.title, own.titleFrom),
    ...value("body", version, excerpt(issue.body ?? ""), bodyFrom(own)),
    ...value("state", version, stateOf(issue), own.stateFrom),
    ...value("gone", [GONE, at, 0], own.gone),
    ...value("author", version, somebody(issue.user)),
    ...names(
      "labels",
      version,
      issue.labels?.map(({ name }) => name),
      own.label,
    ),
    ...names(
      "assignees",
      version,
      issue.assignees?.map(({ login }) => login),
      own.assignee,
    ),
    ...value("milestone", version, issue.milestone?.title ?? ""),
    ...value("type", version, issue.type?.name ?? ""),
    ...value("comments", version, issue.comments),
    ...lockFacets(issue, version, occasion.action),
    ...value("at", version, at),
    ...more,
  };
  return [{ subject, facets }];
}

export function stateOf(issue: Issue): string | undefined {
  if (issue.state === "open") return "open";
  if (issue.state !== "closed") return undefined;
  const { state_reason: reason } = issue;
  if (reason === "completed" || reason === "not_planned" || reason === "duplicate") return reason;
  return "closed";
}

/** The little that a conversation's payload says of its pull request; its comments are the conversation's. */
function asPullRequest(issue: Issue): PullRequest {
  return {
    number: issue.number,
    title: issue.title,
    body: issue.body,
    html_url: issue.pull_request?.html_url ?? issue.html_url,
    state: issue.state,
    draft: issue.draft,
    locked: issue.locked,
    active_lock_reason: issue.active_lock_reason,
    merged: undefined,
    merged_at: issue.pull_request?.merged_at,
    updated_at: issue.updated_at,
    created_at: issue.created_at,
    closed_at: issue.closed_at,
    user: issue.user,
    labels: issue.labels,
    assignees: issue.assignees,
    milestone: issue.milestone,
    comments: issue.comments,
    auto_merge: undefined,
  };
}

function bodyFrom(own: OwnChanges): Excerpt | undefined {
  return own.bodyFrom === undefined ? undefined : excerpt(own.bodyFrom);
}
