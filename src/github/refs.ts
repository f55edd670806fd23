export interface RepoRef {
  owner: string;
  repo: string;
}

/** An issue or a pull request: GitHub numbers them together. */
export interface ThreadRef extends RepoRef {
  number: number;
}

/** A comment of a conversation, or one on lines of a pull request's diff. */
export interface CommentRef extends RepoRef {
  kind: "issue" | "review";
  commentId: number | string;
}

export const REACTIONS = [
  "+1",
  "-1",
  "laugh",
  "confused",
  "heart",
  "hooray",
  "rocket",
  "eyes",
] as const;
export type Reaction = (typeof REACTIONS)[number];

export const MERGE_METHODS = ["merge", "squash", "rebase"] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

export type CloseReason = "completed" | "not_planned" | "duplicate";
