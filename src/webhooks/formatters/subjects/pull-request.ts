import { z } from "zod";
import type { SubjectNews } from "../../../domain/subject.ts";
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
  team,
  text,
  time,
  written,
} from "../fields.ts";
import type { Occasion } from "../formatter.ts";
import { type Excerpt, excerpt } from "../excerpt.ts";
import { lockFacets } from "../locks.ts";

/** A pull request as events carry it; reviews carry less of it than its own events. */
export const PullRequest = object({
  number: count,
  title: written,
  body: text,
  html_url: link,
  state: line,
  draft: flag,
  locked: flag,
  active_lock_reason: line,
  merged: flag,
  merged_at: time,
  updated_at: time,
  created_at: time,
  closed_at: time,
  user: person,
  labels: list(label),
  assignees: list(person),
  requested_reviewers: list(person),
  requested_teams: list(team),
  milestone,
  head: object({ ref: line, sha: line, repo: object({ id, owner: object({ login: line }) }) }),
  base: object({ ref: line, sha: line, repo: object({ id }) }),
  additions: count,
  deletions: count,
  changed_files: count,
  commits: count,
  comments: count,
  review_comments: count,
  auto_merge: z.unknown().optional(),
});
export type PullRequest = NonNullable<z.infer<typeof PullRequest>>;

/** What the event itself changed, which decides between events of the same second. */
export interface OwnChanges {
  titleFrom?: string | undefined;
  bodyFrom?: string | undefined;
  headFrom?: string | undefined;
  stateFrom?: string | undefined;
  label?: { added?: string | undefined; removed?: string | undefined };
  assignee?: { added?: string | undefined; removed?: string | undefined };
  reviewer?: { added?: string | undefined; removed?: string | undefined };
}

/** The member of a set that an action itself added or removed. */
export function ownChange(
  action: string,
  adding: string,
  removing: string,
  name: string | undefined,
) {
  return {
    added: action === adding ? name : undefined,
    removed: action === removing ? name : undefined,
  };
}

/** What is known of a pull request from its own payload, with more facets from the event. */
export function pullRequestNews(
  pull: PullRequest | undefined,
  occasion: Occasion,
  own: OwnChanges = {},
  more: Facets = {},
): SubjectNews[] {
  const subject = subjectOf("pull_request", occasion, pull?.number);
  if (pull === undefined || subject === undefined) return [];
  const at = newest(occasion, pull.updated_at, pull.merged_at, pull.closed_at, pull.created_at);
  const facets = {
    ...about(occasion, at),
    ...identityFacets(pull, at, own),
    ...peopleFacets(pull, at, own),
    ...codeFacets(pull, at, own),
    ...lockFacets(pull, [0, at, 0], occasion.action),
    ...more,
  };
  return [{ subject, facets }];
}

/** `octocat:topic`: a branch of somebody's fork, which is no branch of this repository. */
export function forkBranch({ head, base }: PullRequest): string | undefined {
  const [from, into] = [head?.repo, base?.repo];
  const fork = from?.id !== undefined && into?.id !== undefined && from.id !== into.id;
  const owner = from?.owner?.login;
  return !fork || owner === undefined || head?.ref === undefined
    ? undefined
    : `${owner}:${head.ref}`;
}

export function sizeOf({ additions, deletions, changed_files: files }: PullRequest) {
  return additions === undefined
    ? undefined
    : { added: additions, removed: deletions ?? 0, files: files ?? 0 };
}

/** Merged is for ever: no other news undoes it. */
export function stateVersion(state: string | undefined, at: number) {
  return [state === "merged" ? 1 : 0, at, 0] as const;
}

export function stateOf(pull: PullRequest): string | undefined {
  if (pull.merged === true || pull.merged_at !== undefined) return "merged";
  if (pull.state === "closed") return "closed";
  if (pull.state !== "open") return undefined;
  return pull.draft === true ? "draft" : "open";
}

function identityFacets(pull: PullRequest, at: number, own: OwnChanges): Facets {
  const version = [0, at, 0] as const;
  const state = stateOf(pull);
  return {
    ...value("number", version, pull.number),
    ...value("url", version, pull.html_url),
    ...value("title", version, pull.title, own.titleFrom),
    ...value("body", version, excerpt(pull.body ?? ""), excerptFrom(own.bodyFrom)),
    ...value("state", stateVersion(state, at), state, own.stateFrom),
    ...value("author", version, somebody(pull.user)),
    ...value("milestone", version, pull.milestone?.title ?? ""),
    ...value("at", version, at),
  };
}

function peopleFacets(pull: PullRequest, at: number, own: OwnChanges): Facets {
  const version = [0, at, 0] as const;
  const reviewers =
    pull.requested_reviewers === undefined && pull.requested_teams === undefined
      ? undefined
      : [
          ...(pull.requested_reviewers ?? []).map(({ login }) => login),
          ...(pull.requested_teams ?? []).map(({ name }) => name),
        ];
  return {
    ...names(
      "labels",
      version,
      pull.labels?.map(({ name }) => name),
      own.label,
    ),
    ...names(
      "assignees",
      version,
      pull.assignees?.map(({ login }) => login),
      own.assignee,
    ),
    ...names("requested", version, reviewers, own.reviewer),
  };
}

function codeFacets(pull: PullRequest, at: number, own: OwnChanges): Facets {
  const version = [0, at, 0] as const;
  const autoMerge = pull.auto_merge === undefined ? undefined : pull.auto_merge !== null;
  return {
    ...value("head", version, pull.head?.sha, own.headFrom),
    ...value("branch", version, pull.head?.ref),
    ...value("fork_branch", version, forkBranch(pull)),
    ...value("base", version, pull.base?.ref),
    ...value("size", version, sizeOf(pull)),
    ...value("comments", version, pull.comments),
    ...value("review_comments", version, pull.review_comments),
    ...value("auto_merge", version, autoMerge),
  };
}

function excerptFrom(before: string | undefined): Excerpt | undefined {
  return before === undefined ? undefined : excerpt(before);
}
