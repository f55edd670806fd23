import { z } from "zod";
import { type Asker, path } from "./request.ts";
import type { CloseReason, CommentRef, Reaction, RepoRef, ThreadRef } from "./refs.ts";

const Label = z.union([
  z.string(),
  z.object({ name: z.string().catch("") }).transform(({ name }) => name),
]);

/** Just what is used of an answer, so that nothing else in it can make a done thing look undone. */
export const Issue = z.object({
  number: z.number(),
  title: z.string().catch(""),
  html_url: z.string().optional(),
  labels: z.array(Label).optional().catch(undefined),
  assignees: z
    .array(z.object({ login: z.string() }))
    .optional()
    .catch(undefined),
  /** Present on the pull requests among them. */
  pull_request: z.looseObject({}).nullish(),
});
export type Issue = z.output<typeof Issue>;

/** What became of an issue or pull request. */
export const Changed = z.object({
  state: z.string().optional(),
  state_reason: z.string().nullish(),
  html_url: z.string().optional(),
  /** Present on pull requests. */
  pull_request: z.looseObject({}).nullish().catch(undefined),
});
export type Changed = z.output<typeof Changed>;

export const Comment = z.object({
  id: z.number(),
  html_url: z.string().optional(),
  body: z.string().nullish(),
});
export type Comment = z.output<typeof Comment>;

const Found = z.object({ items: z.array(Issue) });

export interface NewIssue {
  title: string;
  body?: string;
  labels?: readonly string[];
  assignees?: readonly string[];
}

/** What to react to. */
export type Reactable = ThreadRef | CommentRef;

/** Issues, and what pull requests share with them: comments and reactions. */
export function issueVerbs({ ask, read }: Asker) {
  const change = (ref: ThreadRef, body: { state: "open" | "closed"; state_reason?: string }) =>
    read({ method: "PATCH", path: threadPath(ref), body }, Changed);
  return {
    getIssue: (ref: ThreadRef) => read({ method: "GET", path: threadPath(ref) }, Issue),
    createIssue: ({ owner, repo }: RepoRef, issue: NewIssue) =>
      read(
        { method: "POST", path: path`/repos/${owner}/${repo}/issues`, body: { ...issue } },
        Issue,
      ),
    closeIssue: (ref: ThreadRef, reason: CloseReason) =>
      change(ref, { state: "closed", state_reason: reason }),
    reopenIssue: (ref: ThreadRef) => change(ref, { state: "open", state_reason: "reopened" }),

    addComment: (ref: ThreadRef, body: string) =>
      read({ method: "POST", path: `${threadPath(ref)}/comments`, body: { body } }, Comment),
    getComment: (ref: CommentRef) => read({ method: "GET", path: commentPath(ref) }, Comment),
    editComment: (ref: CommentRef, body: string) =>
      read({ method: "PATCH", path: commentPath(ref), body: { body } }, Comment),
    deleteComment: async (ref: CommentRef): Promise<void> => {
      await ask({ method: "DELETE", path: commentPath(ref) });
    },

    /** `created` is false when the person had reacted so before. */
    react: async (to: Reactable, content: Reaction): Promise<{ created: boolean }> => {
      const where = "commentId" in to ? commentPath(to) : threadPath(to);
      const answer = await ask({ method: "POST", path: `${where}/reactions`, body: { content } });
      return { created: answer.status === 201 };
    },

    /** Without a text the open ones changed last; with one, those whose title has it. */
    findIssues: async ({ owner, repo }: RepoRef, text: string, limit: number): Promise<Issue[]> => {
      if (text === "") {
        const query = { state: "open", sort: "updated", per_page: limit };
        const list = path`/repos/${owner}/${repo}/issues`;
        return read({ method: "GET", path: list, query }, z.array(Issue));
      }
      // Quoted, so that what a person types cannot widen the search to other repositories.
      const q = `repo:${owner}/${repo} in:title "${text.replace(/["\\]/g, " ")}"`;
      const query = { q, per_page: limit };
      return (await read({ method: "GET", path: "/search/issues", query }, Found)).items;
    },
  };
}

function threadPath({ owner, repo, number }: ThreadRef): string {
  return path`/repos/${owner}/${repo}/issues/${number}`;
}

function commentPath({ owner, repo, kind, commentId }: CommentRef): string {
  return kind === "issue"
    ? path`/repos/${owner}/${repo}/issues/comments/${commentId}`
    : path`/repos/${owner}/${repo}/pulls/comments/${commentId}`;
}
