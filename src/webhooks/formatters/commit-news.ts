import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import { count, line, link, list, object, shortSha, text, time } from "./fields.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";
import { branchOrCommit, named } from "./spans.ts";

/** A commit's status, set by an outside service. */
export const status = simple(
  {
    context: line,
    state: line,
    sha: line,
    description: text,
    target_url: link,
    branches: list(object({ name: line })),
    updated_at: time,
    commit: object({ html_url: link }),
  },
  {},
  ({ context, state = "", sha, description, branches, commit, ...rest }, { t }) => ({
    slots: {
      check: named(context, rest.target_url),
      branch: branchOrCommit(branches?.[0]?.name, sha, t),
      result: stateWord("ran", state, t),
    },
    tone: toneOf(state),
    icon: iconOf(state),
    url: rest.target_url ?? commit?.html_url,
    body: description,
    at: rest.updated_at,
  }),
);

export const commitComment = simple(
  {
    comment: object({
      body: text,
      commit_id: line,
      html_url: link,
      path: line,
      line: count,
      updated_at: time,
    }),
  },
  { "*": ["info", "💬"] },
  ({ comment }, { t }) => ({
    slots: {
      commit:
        comment?.commit_id === undefined
          ? undefined
          : code(shortSha(comment.commit_id), comment.html_url),
    },
    url: comment?.html_url,
    body: comment?.body,
    at: comment?.updated_at,
    fields: [
      comment?.path === undefined
        ? undefined
        : { name: t("field.file"), value: [code(comment.path)], inline: true },
    ],
  }),
);

export const mergeGroup = simple(
  {
    reason: line,
    merge_group: object({
      head_ref: line,
      base_ref: line,
      head_commit: object({ message: text }),
    }),
  },
  { checks_requested: ["pending", "🚦"], destroyed: ["neutral", "🚦"] },
  ({ merge_group: group, reason }, { action, t }) => ({
    variant: action === "destroyed" && REASONS.has(reason ?? "") ? reason : action,
    slots: { branch: branchOrCommit(group?.base_ref, undefined, t) },
    title: group?.head_commit?.message?.split("\n", 1)[0],
    tone: reason === "merged" ? "merged" : action === "destroyed" ? "neutral" : "pending",
  }),
);

const REASONS = new Set(["merged", "invalidated", "dequeued"]);
