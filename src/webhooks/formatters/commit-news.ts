import { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import type { Tone } from "../../domain/notification.ts";
import type { SubjectNews } from "../../domain/subject.ts";
import { iconOf, outcomeOf, stateWord, toneOf } from "./cards/checks.ts";
import { about, defined, newest, subjectOf, value } from "./facets.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { checkFacet, noteOf } from "./subjects/checks.ts";
import { firstLine, line, link, list, object, part, shortSha, text, time } from "./fields.ts";
import { place, placeOf } from "./place.ts";
import { code, linked } from "./sentence.ts";
import { simple } from "./simple.ts";
import { branchOrCommit, named } from "./spans.ts";

const Status = z.object({
  context: line,
  state: line,
  sha: line,
  description: text,
  target_url: link,
  branches: list(object({ name: line })),
  updated_at: time,
  created_at: time,
  commit: part({ html_url: link, commit: part({ message: text }) }),
});
type Status = z.infer<typeof Status>;

/** A commit's status, set by an outside service: all those of one commit share a card. */
export const status = formatter(Status, {
  subject: "check_suite",
  read: (payload, occasion) => ({
    news: statusNews(payload, occasion),
    attention: outcomeOf(payload.state ?? "") === "failed",
    echo: true,
  }),
  tell({ context, state = "", sha, description, branches, commit, ...rest }, { t }) {
    return {
      slots: {
        check: named(context, rest.target_url),
        branch: branchOrCommit(branches?.[0]?.name, sha, t),
        result: stateWord("ran", state, t),
      },
      tone: toneOf(state),
      icon: iconOf(state),
      title: firstLine(commit.commit.message ?? ""),
      url: rest.target_url ?? commit.html_url,
      body: description,
      at: rest.updated_at,
    };
  },
});

function statusNews(payload: Status, occasion: Occasion): SubjectNews[] {
  const { context = "default", state, sha, branches, commit } = payload;
  const subject = subjectOf("check_suite", occasion, sha && `status-${sha}`);
  if (subject === undefined || state === undefined) return [];
  const at = newest(occasion, payload.updated_at, payload.created_at);
  const version = [0, at, state === "pending" ? 0 : 1] as const;
  const facets = {
    ...about(occasion, at),
    ...checkFacet(`check:${context}`, version, {
      state,
      url: payload.target_url,
      note: outcomeOf(state) === "failed" ? noteOf(payload.description) : undefined,
    }),
    ...value("seen", [0, at, 0], {
      state,
      ...defined("branch", branches?.[0]?.name),
      ...defined("sha", sha),
      ...defined("url", commit.html_url),
      ...defined("title", firstLine(commit.commit.message ?? "")),
    }),
  };
  return [{ subject, facets }];
}

export const commitComment = simple(
  {
    comment: object({
      body: text,
      commit_id: line,
      html_url: link,
      ...place,
      updated_at: time,
    }),
  },
  { "*": ["info", "💬"] },
  ({ comment }, { action }) => {
    const at = placeOf(comment ?? {});
    return {
      variant: at === undefined ? action : "on_file",
      slots: {
        file: at === undefined ? undefined : code(at, comment?.html_url),
        commit:
          comment?.commit_id === undefined
            ? undefined
            : code(shortSha(comment.commit_id), comment.html_url),
      },
      url: comment?.html_url,
      body: comment?.body,
      at: comment?.updated_at,
    };
  },
);

const MergeGroup = z.object({
  reason: line,
  merge_group: object({
    head_ref: line,
    base_ref: line,
    head_commit: object({ message: text }),
  }),
});

/** What the merge queue tries: on the card of its pull request where one stands, else by itself. */
export const mergeGroup = formatter(MergeGroup, {
  subject: "pull_request",
  read: ({ merge_group: group }, occasion) => {
    const subject = subjectOf("pull_request", occasion, queuedPull(group?.head_ref));
    return { news: subject === undefined ? [] : [{ subject, facets: {}, onlyWhereShown: true }] };
  },
  tell({ merge_group: group, reason = "" }, { action, around, t }) {
    const pull = queuedPull(group?.head_ref);
    const repo = around.repository?.html_url;
    const destroyed = action === "destroyed";
    return {
      variant: destroyed && REASONS.has(reason) ? reason : action,
      slots: {
        branch: branchOrCommit(group?.base_ref, undefined, t),
        pull:
          pull === undefined
            ? t("word.a_group")
            : linked(`#${pull}`, repo && `${repo}/pull/${pull}`),
      },
      title: titleOf(group?.head_commit?.message),
      tone: lookup(MERGE_TONES, destroyed ? reason : action) ?? "neutral",
      icon: "🚦",
    };
  },
});

/** The forge's own merge commits name the number first, and the title below it. */
function titleOf(message = ""): string | undefined {
  return firstLine(message.replace(/^Merge pull request #\d+ from .*\n\s*(?=\S)/, ""));
}

/** `refs/heads/gh-readonly-queue/main/pr-42-{sha}` */
function queuedPull(ref: string | undefined): string | undefined {
  return /\/pr-(\d+)-[0-9a-f]+$/.exec(ref ?? "")?.[1];
}

const MERGE_TONES: Readonly<Record<string, Tone>> = {
  checks_requested: "pending",
  merged: "merged",
  invalidated: "warning",
};

const REASONS = new Set(["merged", "invalidated", "dequeued"]);
