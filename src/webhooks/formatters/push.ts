import { z } from "zod";
import type { SubjectNews } from "../../domain/subject.ts";
import {
  commitBlocks,
  commitList,
  type Commits,
  commitsCount,
  commitsJson,
  commitsOf,
} from "./commits.ts";
import {
  count,
  firstLine,
  flag,
  line,
  link,
  object,
  part,
  shortRef,
  shortSha,
  type Surroundings,
  text,
} from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { refPage } from "./ref-page.ts";
import { code } from "./sentence.ts";
import { branchIndex, isQueueRef, pushNews, refNews } from "./subjects/ref.ts";
import { subjectOf, value } from "./facets.ts";

const Push = z.object({
  ref: line,
  before: line,
  after: line,
  base_ref: line,
  compare: link,
  created: flag,
  deleted: flag,
  forced: flag,
  total_commits: count,
  commits: commitList,
  head_commit: part({
    message: text,
    committer: part({ username: line }),
  }),
  pusher: object({ name: line }),
});
type Push = z.infer<typeof Push>;

const NO_COMMIT = /^0+$/;

const QUIET = { "gh-readonly-queue/*": "the merge queue's own branches are told by its events" };

type Kind = "created" | "deleted" | "forced" | "commits" | "moved";

/** A push, whatever it did to the branch or tag. */
export const push = formatter(Push, {
  subject: "ref",
  read: (payload, occasion) => ({
    news: newsOf(payload, occasion),
    hidden: isQueueRef(payload.ref) ? QUIET["gh-readonly-queue/*"] : undefined,
  }),
  tell(payload, { around, event, t }) {
    const { ref = "", before, after } = payload;
    const commits = commitsFor(payload, around);
    const kind = kindOf(payload, commits);
    const type = isTag(ref) ? "tag" : "branch";
    const shown = refPage(around.repository?.html_url, event.provider, type, shortRef(ref));
    const page = kind === "deleted" ? undefined : shown;
    const compared = commits.total > 0 || (kind !== "created" && kind !== "deleted");
    return {
      variant: variantOf(kind, ref, commits),
      // A comparison with nothing is no page.
      url: compared ? payload.compare : page,
      slots: {
        branch: ref === "" ? undefined : code(shortRef(ref), page),
        commits: commitsCount(commits, t),
        before: sha(before),
        after: sha(after),
      },
      tone: kind === "forced" ? "warning" : kind === "deleted" ? "closed" : "info",
      icon: isTag(ref) && kind !== "deleted" ? "🏷️" : ICONS[kind],
      blocks: kind === "deleted" ? [] : commitBlocks(commits, t),
    };
  },
  quiet: QUIET,
});

const ICONS: Readonly<Record<Kind, string>> = {
  created: "🌱",
  deleted: "🗑️",
  forced: "⚠️",
  commits: "📦",
  moved: "↪️",
};

/** The forge sends `create` or `delete` along with a push that makes or deletes: one message. */
function newsOf(payload: Push, occasion: Occasion): SubjectNews[] {
  const { ref = "" } = payload;
  if (isQueueRef(ref)) return [];
  const commits = commitsFor(payload, occasion.around);
  const kind = kindOf(payload, commits);
  if (kind === "commits" && !isTag(ref)) return commitsNews(payload, commits, occasion);
  if (kind !== "created" && kind !== "deleted") {
    return isTag(ref) ? [] : branchIndex(occasion, shortRef(ref), "ask_open");
  }
  return refNews(
    occasion,
    { name: shortRef(ref), type: isTag(ref) ? "tag" : "branch", deleted: kind === "deleted" },
    kind === "created" ? value("commits", [0, 0, 0], commitsJson(commits)) : {},
  );
}

/**
 * A push to a pull request's branch, or the merge of one, is told on the card of the pull request,
 * where one stands; elsewhere the push is a message of its own.
 */
function commitsNews(payload: Push, commits: Commits, occasion: Occasion): SubjectNews[] {
  const subject = subjectOf("pull_request", occasion, mergedPull(payload, commits));
  const { ref = "", after } = payload;
  if (subject === undefined || after === undefined) {
    return branchIndex(occasion, shortRef(ref), "ask_open");
  }
  const pushed = pushNews(occasion, { name: shortRef(ref), after }, commitsJson(commits));
  return [{ subject, facets: {}, onlyWhereShown: true }, ...pushed];
}

/** The number in the message that GitHub itself writes when it merges or squashes. */
function mergedPull({ head_commit: head }: Push, { total }: Commits): string | undefined {
  if (head.committer.username !== "web-flow") return undefined;
  const subject = firstLine(head.message ?? "") ?? "";
  const merge = /^Merge pull request #(\d+) from /.exec(subject);
  const squash = total === 1 ? / \(#(\d+)\)$/.exec(subject) : null;
  return merge?.[1] ?? squash?.[1];
}

function kindOf({ before, after, created, deleted, forced }: Push, commits: Commits): Kind {
  if (deleted === true || NO_COMMIT.test(after ?? "")) return "deleted";
  if (created === true || NO_COMMIT.test(before ?? "")) return "created";
  if (forced === true) return "forced";
  return commits.total > 0 ? "commits" : "moved";
}

function variantOf(kind: Kind, ref: string, commits: Commits): string {
  if (isTag(ref)) {
    return kind === "created" || kind === "deleted" ? `tag_${kind}` : "tag_moved";
  }
  return kind === "created" && commits.total > 0 ? "created_commits" : kind;
}

/** Forges cap the list; Gitea says how many there were. */
function commitsFor(payload: Push, { sender }: Surroundings): Commits {
  const { commits, compare, total_commits: total = 0, ref, pusher } = payload;
  const known = commitsOf(isTag(ref ?? "") ? [] : commits, compare, sender?.login ?? pusher?.name);
  return { ...known, total: known.total === 0 ? 0 : Math.max(known.total, total) };
}

function isTag(ref: string): boolean {
  return ref.startsWith("refs/tags/");
}

function sha(value: string | undefined) {
  return value === undefined ? undefined : code(shortSha(value));
}
