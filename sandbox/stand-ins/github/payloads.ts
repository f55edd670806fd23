import {
  type Comment,
  fullName,
  type Hook,
  may,
  type Repository,
  type Review,
  type Thread,
  type User,
  userById,
  type World,
} from "./world.ts";

/** Where the stand-in's pages and API are, for the addresses in what it says. */
export interface Bases {
  githubUrl: string;
  apiUrl: string;
}

export type Payload = Record<string, unknown>;

const iso = (at: number): string => new Date(at).toISOString().replace(/\.\d{3}Z$/, "Z");

/** GitHub's JSON for each thing, in answers and in webhooks alike. */
export interface Shapes {
  user(user: User): Payload;
  repository(repo: Repository, viewer?: User): Payload;
  issue(repo: Repository, thread: Thread): Payload;
  pull(repo: Repository, thread: Thread): Payload;
  comment(repo: Repository, thread: Thread, comment: Comment): Payload;
  review(repo: Repository, thread: Thread, review: Review): Payload;
  hook(repo: Repository, hook: Hook): Payload;
}

export function createShapes(world: World, bases: Bases): Shapes {
  const user = (of: User): Payload => ({
    login: of.login,
    id: of.id,
    name: of.name,
    type: "User",
    avatar_url: `${bases.githubUrl}/avatars/${of.id}`,
    html_url: `${bases.githubUrl}/${of.login}`,
    url: `${bases.apiUrl}/users/${of.login}`,
  });
  const userOf = (id: number): Payload => user(userById(world, id));
  const repository = (repo: Repository, viewer?: User): Payload =>
    repositoryShape(repo, bases, viewer);
  return {
    user,
    repository,
    issue: (repo, thread) => issueShape(repo, thread, bases, userOf),
    pull: (repo, thread) => pullShape(repo, thread, bases, userOf),
    comment: (repo, thread, comment) => commentShape(repo, thread, comment, bases, userOf),
    review: (repo, thread, review) => ({
      id: review.id,
      user: userOf(review.userId),
      body: review.body,
      state: review.state,
      commit_id: review.commitId,
      submitted_at: iso(review.submittedAt),
      html_url: `${pageOf(repo, thread, bases)}#pullrequestreview-${review.id}`,
    }),
    hook: (repo, hook) => ({
      id: hook.id,
      name: "web",
      type: "Repository",
      active: hook.active,
      events: hook.events,
      // GitHub never shows a secret again.
      config: { url: hook.url, content_type: "json", insecure_ssl: "0", secret: "********" },
      url: `${bases.apiUrl}/repos/${fullName(repo)}/hooks/${hook.id}`,
    }),
  };
}

type UserOf = (id: number) => Payload;

function pageOf(repo: Repository, thread: Thread, bases: Bases): string {
  const kind = thread.pull ? "pull" : "issues";
  return `${bases.githubUrl}/${fullName(repo)}/${kind}/${thread.number}`;
}

function repositoryShape(repo: Repository, bases: Bases, viewer?: User): Payload {
  const push = viewer !== undefined && may(repo, viewer, "write");
  return {
    id: repo.id,
    name: repo.name,
    full_name: fullName(repo),
    private: repo.private,
    visibility: repo.private ? "private" : "public",
    archived: repo.archived,
    has_issues: repo.hasIssues,
    default_branch: "main",
    fork: false,
    description: null,
    owner: { login: repo.owner, id: 1, type: "User", html_url: `${bases.githubUrl}/${repo.owner}` },
    html_url: `${bases.githubUrl}/${fullName(repo)}`,
    url: `${bases.apiUrl}/repos/${fullName(repo)}`,
    ...(viewer && {
      permissions: { admin: may(repo, viewer, "admin"), push, pull: may(repo, viewer, "read") },
    }),
    // Only who may push is told how.
    ...(push && {
      allow_merge_commit: repo.mergeMethods.includes("merge"),
      allow_squash_merge: repo.mergeMethods.includes("squash"),
      allow_rebase_merge: repo.mergeMethods.includes("rebase"),
    }),
  };
}

function threadShape(repo: Repository, thread: Thread, bases: Bases, userOf: UserOf): Payload {
  return {
    id: thread.id,
    number: thread.number,
    title: thread.title,
    body: thread.body,
    state: thread.state,
    locked: thread.locked,
    user: userOf(thread.authorId),
    labels: thread.labels.map((name, index) => ({ id: index + 1, name, color: "ededed" })),
    assignees: thread.assigneeIds.map(userOf),
    assignee: thread.assigneeIds[0] === undefined ? null : userOf(thread.assigneeIds[0]),
    milestone: null,
    author_association: "MEMBER",
    created_at: iso(thread.createdAt),
    updated_at: iso(thread.updatedAt),
    closed_at: thread.closedAt === null ? null : iso(thread.closedAt),
    html_url: pageOf(repo, thread, bases),
  };
}

function issueShape(repo: Repository, thread: Thread, bases: Bases, userOf: UserOf): Payload {
  const url = `${bases.apiUrl}/repos/${fullName(repo)}`;
  return {
    ...threadShape(repo, thread, bases, userOf),
    url: `${url}/issues/${thread.number}`,
    state_reason: thread.stateReason,
    comments: thread.comments.filter((comment) => comment.kind === "issue").length,
    ...(thread.pull && {
      draft: thread.pull.draft,
      pull_request: {
        url: `${url}/pulls/${thread.number}`,
        html_url: pageOf(repo, thread, bases),
        merged_at: thread.pull.mergedAt === null ? null : iso(thread.pull.mergedAt),
      },
    }),
  };
}

function pullShape(repo: Repository, thread: Thread, bases: Bases, userOf: UserOf): Payload {
  const { pull } = thread;
  if (!pull) throw new Error(`#${thread.number} is not a pull request`);
  const merged = pull.mergedAt !== null;
  const branch = (side: { sha: string; ref: string }): Payload => ({
    ...side,
    label: `${repo.owner}:${side.ref}`,
    repo: repositoryShape(repo, bases),
    user: { login: repo.owner, id: 1, type: "User" },
  });
  return {
    ...threadShape(repo, thread, bases, userOf),
    url: `${bases.apiUrl}/repos/${fullName(repo)}/pulls/${thread.number}`,
    draft: pull.draft,
    merged,
    merged_at: merged && pull.mergedAt !== null ? iso(pull.mergedAt) : null,
    merged_by: pull.mergedById === null ? null : userOf(pull.mergedById),
    merge_commit_sha: pull.mergeCommitSha,
    mergeable: thread.state === "open" ? !pull.conflicts : null,
    mergeable_state: mergeableState(thread),
    rebaseable: !pull.conflicts,
    head: branch(pull.head),
    base: branch(pull.base),
    requested_reviewers: [],
    requested_teams: [],
    comments: thread.comments.filter((comment) => comment.kind === "issue").length,
    review_comments: thread.comments.filter((comment) => comment.kind === "review").length,
    auto_merge: null,
    ...(pull.size ?? SMALL),
  };
}

const SMALL = { commits: 1, additions: 3, deletions: 1, changed_files: 1 };

function mergeableState(thread: Thread): string {
  if (thread.state === "closed") return "unknown";
  if (thread.pull?.draft) return "draft";
  return thread.pull?.conflicts ? "dirty" : (thread.pull?.standing ?? "clean");
}

function commentShape(
  repo: Repository,
  thread: Thread,
  comment: Comment,
  bases: Bases,
  userOf: UserOf,
): Payload {
  const page = pageOf(repo, thread, bases);
  const shared = {
    id: comment.id,
    body: comment.body,
    user: userOf(comment.userId),
    author_association: "MEMBER",
    created_at: iso(comment.createdAt),
    updated_at: iso(comment.updatedAt),
  };
  const api = `${bases.apiUrl}/repos/${fullName(repo)}`;
  return comment.kind === "issue"
    ? {
        ...shared,
        html_url: `${page}#issuecomment-${comment.id}`,
        url: `${api}/issues/comments/${comment.id}`,
        issue_url: `${api}/issues/${thread.number}`,
      }
    : {
        ...shared,
        html_url: `${page}#discussion_r${comment.id}`,
        url: `${api}/pulls/comments/${comment.id}`,
        pull_request_url: `${api}/pulls/${thread.number}`,
        pull_request_review_id: null,
        commit_id: thread.pull?.head.sha ?? null,
        path: "README.md",
        diff_hunk: "@@ -1 +1 @@",
        line: 1,
      };
}
