import { UserError } from "../domain/user-error.ts";
import type { GitHub, GitHubUser } from "../github/client.ts";
import { GitHubError } from "../github/github-error.ts";
import type { Changed, NewIssue } from "../github/issues.ts";
import type { Review } from "../github/pulls.ts";
import type { CloseReason, CommentRef, MergeMethod, RepoRef } from "../github/refs.ts";
import type { Accounts } from "./account-types.ts";
import { explain, explainAs } from "./github-failures.ts";
import { mergeAsAllowed, pullForMerge, type PullForMerge } from "./merging.ts";
import { reactionOf } from "./reactions.ts";

/** An issue or pull request, or with `comment` one of its comments. */
export interface On extends RepoRef {
  number: number;
  comment?: OnComment;
}

export interface OnComment {
  id: string;
  /** `issue`: in the conversation; `review`: on the code. */
  kind: "issue" | "review";
}

export interface Done {
  /** The page of what was made or changed. */
  url: string;
}

/**
 * What people do on GitHub. `as` is the GitHub id of a linked person: every verb acts with their own
 * access, so GitHub decides what they may. Throws `UserError` with what to do next. A `onceKey`
 * names one click or message: however often it arrives, it acts once.
 */
export interface GitHubActions {
  comment(as: string, on: On, body: string, onceKey?: string): Promise<Done & { id: number }>;
  commentText(as: string, on: On, comment: OnComment): Promise<Done & { body: string }>;
  editComment(as: string, on: On, comment: OnComment, body: string): Promise<Done>;
  /** Adds below what the comment says at this moment, after a blank line. `on` names the comment. */
  appendToComment(as: string, on: On, text: string, onceKey?: string): Promise<Done>;
  deleteComment(as: string, on: On, comment: OnComment): Promise<void>;
  /** `ignored` names what GitHub left out without a word: labels, assignees. */
  openIssue(
    as: string,
    repository: RepoRef,
    issue: NewIssue,
    onceKey?: string,
  ): Promise<Done & { number: number; ignored: readonly string[] }>;
  /** `isPull`: it was a pull request, which has no reason. */
  closeIssue(as: string, on: On, reason: CloseReason): Promise<Done & { isPull: boolean }>;
  reopenIssue(as: string, on: On): Promise<Done>;
  /** What to show before merging. Throws what stands in the way already. */
  pullForMerge(as: string, on: On): Promise<PullForMerge>;
  /** Without `method` the first that the repository allows; with `sha` that head or none. */
  merge(
    as: string,
    on: On,
    how: { method?: MergeMethod; sha?: string },
  ): Promise<Done & { sha: string; method: MergeMethod }>;
  approve(as: string, on: On, body: string): Promise<Done>;
  requestChanges(as: string, on: On, body: string): Promise<Done>;
  closePull(as: string, on: On): Promise<Done>;
  reopenPull(as: string, on: On): Promise<Done>;
  /** `created` is false when they had reacted so before. */
  react(as: string, on: On, reaction: string): Promise<Done & { created: boolean }>;
}

export interface ActionsDeps {
  github: GitHub;
  githubUrl: string;
  accounts: Pick<Accounts, "withToken">;
  /** True for the first to claim a key. */
  once(key: string): Promise<boolean>;
}

/** https://docs.github.com/rest/issues/comments: the longest body GitHub stores. */
export const MAX_BODY = 65_536;

export function createGitHubActions(deps: ActionsDeps): GitHubActions {
  const act = createAct(deps);
  const page = (on: On): string => pageOf(deps.githubUrl, on);
  const actOnPull = <T>(as: string, on: On, work: (me: GitHubUser) => Promise<T>): Promise<T> =>
    act(as, async (me) => {
      try {
        return await work(me);
      } catch (error) {
        throw await whetherAPull(me, on, error);
      }
    });
  const review = (as: string, on: On, event: "APPROVE" | "REQUEST_CHANGES", body: string) =>
    actOnPull(as, on, (me) => me.review(on, { event, body }).then(reviewedAs(event, page(on))));
  return {
    comment: (as, on, body, onceKey) =>
      act(
        as,
        async (me) => {
          const { id, html_url } = await me.addComment(on, bodyOf(body));
          return { id, url: html_url ?? page(on) };
        },
        onceKey,
      ),
    commentText: (as, on, comment) =>
      act(as, async (me) => {
        const { body, html_url } = await me.getComment(refOf(on, comment));
        return { body: body ?? "", url: html_url ?? page({ ...on, comment }) };
      }),
    editComment: (as, on, comment, body) =>
      act(as, async (me) => {
        const edited = await me.editComment(refOf(on, comment), bodyOf(body));
        return doneAt(edited, page({ ...on, comment }));
      }),
    appendToComment: (as, on, text, onceKey) =>
      act(as, (me) => appendToComment(me, { on, text: bodyOf(text), page: page(on) }), onceKey),
    deleteComment: (as, on, comment) => act(as, (me) => me.deleteComment(refOf(on, comment))),

    openIssue: (as, repository, issue, onceKey) =>
      act(as, (me) => openIssue(me, repository, { issue, page }), onceKey),
    closeIssue: (as, on, reason) =>
      act(as, (me) => me.closeIssue(on, reason).then(closedFor(reason, page(on)))),
    reopenIssue: (as, on) => act(as, (me) => me.reopenIssue(on).then(inState("open", page(on)))),

    pullForMerge: (as, on) => actOnPull(as, on, (me) => pullForMerge(me, on, page(on))),
    merge: (as, on, how) =>
      actOnPull(as, on, async (me) => ({ ...(await mergeAsAllowed(me, on, how)), url: page(on) })),
    approve: (as, on, body) => review(as, on, "APPROVE", body),
    requestChanges: async (as, on, body) => review(as, on, "REQUEST_CHANGES", bodyOf(body)),
    closePull: (as, on) =>
      actOnPull(as, on, (me) => me.setPullState(on, "closed").then(inState("closed", page(on)))),
    reopenPull: (as, on) => actOnPull(as, on, (me) => reopenPull(me, on, page(on))),

    react: (as, on, reaction) =>
      act(as, async (me) => {
        const to = on.comment === undefined ? on : refOf(on, on.comment);
        return { ...(await me.react(to, reactionOf(reaction))), url: page(on) };
      }),
  };
}

export type Act = <T>(
  as: string,
  work: (me: GitHubUser) => Promise<T>,
  onceKey?: string,
) => Promise<T>;

/** Acts as a person, and says in a sentence what GitHub refuses. */
export function createAct({ github, accounts, once }: Omit<ActionsDeps, "githubUrl">): Act {
  return async (as, work, onceKey) => {
    if (onceKey !== undefined && !(await once(`action:${onceKey}`))) {
      throw new UserError("github.done_already");
    }
    try {
      return await accounts.withToken(as, (accessToken) => work(github.as(accessToken)));
    } catch (error) {
      throw explain(error);
    }
  };
}

function bodyOf(text: string): string {
  if (text.trim() === "") throw new UserError("github.text_missing");
  if (text.length > MAX_BODY) throw new UserError("github.text_too_long", { max: MAX_BODY });
  return text;
}

/** GitHub has no verb for it, so what others wrote meanwhile is read as late as possible. */
async function appendToComment(
  me: GitHubUser,
  { on, text, page }: { on: On; text: string; page: string },
): Promise<Done> {
  if (on.comment === undefined) throw new UserError("commands.comment_link_missing");
  const ref = refOf(on, on.comment);
  const { body } = await me.getComment(ref);
  const both = `${(body ?? "").trimEnd()}\n\n${text}`;
  const over = both.length - MAX_BODY;
  if (over > 0) {
    throw new UserError("github.append_too_long", {
      max: MAX_BODY,
      left: Math.max(0, text.length - over),
    });
  }
  return doneAt(await me.editComment(ref, both), page);
}

function refOf({ owner, repo }: On, comment: OnComment): CommentRef {
  return { owner, repo, kind: comment.kind, commentId: comment.id };
}

function pageOf(githubUrl: string, { owner, repo, number, comment }: On): string {
  // GitHub sends the address of an issue on to the pull request that it is.
  const page = `${githubUrl}/${owner}/${repo}/issues/${number}`;
  if (comment === undefined) return page;
  return `${page}#${comment.kind === "issue" ? "issuecomment-" : "discussion_r"}${comment.id}`;
}

const doneAt = ({ html_url: url }: { html_url?: string | undefined }, page: string): Done => ({
  url: url ?? page,
});

/** What is not found as a pull request may well be there, as an issue. */
async function whetherAPull(me: GitHubUser, on: On, error: unknown): Promise<unknown> {
  if (!(error instanceof GitHubError) || error.kind !== "not_found") return error;
  const issue = await me.getIssue(on).catch(() => undefined);
  const isIssue = issue !== undefined && issue.pull_request == null;
  return isIssue ? explainAs("github.not_a_pull", error) : error;
}

/** Of an issue that was closed before, GitHub keeps the reason without a word. */
function closedFor(reason: CloseReason, page: string) {
  return (now: Changed): Done & { isPull: boolean } => {
    const done = inState("closed", page)(now);
    const isPull = now.pull_request != null;
    const kept = now.state_reason ?? reason;
    if (!isPull && kept !== reason) throw new UserError("github.reason_ignored");
    return { ...done, isPull };
  };
}

const REVIEWED = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED" } as const;

function reviewedAs(event: keyof typeof REVIEWED, page: string): (made: Review) => Done {
  return (made) => {
    if ((made.state ?? REVIEWED[event]) !== REVIEWED[event]) throw new UserError("github.ignored");
    return doneAt(made, page);
  };
}

/** GitHub says yes to some changes that it then does not make. */
function inState(asked: "open" | "closed", page: string): (now: Changed) => Done {
  return (now) => {
    if (now.state !== undefined && now.state !== asked) throw new UserError("github.ignored");
    return doneAt(now, page);
  };
}

async function openIssue(
  me: GitHubUser,
  repository: RepoRef,
  { issue, page }: { issue: NewIssue; page: (on: On) => string },
) {
  if (issue.title.trim() === "") throw new UserError("github.title_missing");
  const { body, ...rest } = issue;
  const asked = body === undefined || body === "" ? rest : { ...rest, body: bodyOf(body) };
  const made = await me.createIssue(repository, asked);
  const assigned = made.assignees?.map(({ login }) => login);
  const ignored = [
    ...(lacks(made.labels, issue.labels) ? ["labels"] : []),
    ...(lacks(assigned, issue.assignees) ? ["assignees"] : []),
  ];
  const { number } = made;
  return { ...doneAt(made, page({ ...repository, number })), number, ignored };
}

/** Labels and assignees of who may not push are dropped in silence. */
function lacks(got: readonly string[] | undefined, asked: readonly string[] = []): boolean {
  if (got === undefined) return false;
  const has = new Set(got.map((name) => name.toLowerCase()));
  return asked.some((name) => !has.has(name.toLowerCase()));
}

async function reopenPull(me: GitHubUser, on: On, page: string): Promise<Done> {
  try {
    return await me.setPullState(on, "open").then(inState("open", page));
  } catch (error) {
    if (!(error instanceof GitHubError) || error.kind !== "invalid") throw error;
    throw explainAs("github.cannot_reopen", error);
  }
}
