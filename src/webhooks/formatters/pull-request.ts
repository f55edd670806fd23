import { z } from "zod";
import { type SubjectNews, tellerFacets } from "../../domain/subject.ts";
import { type Facets, newest, somebody, subjectOf, value } from "./facets.ts";
import {
  label,
  line,
  milestone,
  part,
  person,
  type Surroundings,
  team,
  text,
  written,
} from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { lockReason } from "./locks.ts";
import { looks } from "./looks.ts";
import { branchesSpans, inline, openingFields, sizeWords } from "./opening.ts";
import { code, type Slot } from "./sentence.ts";
import { named, numbered, person as whom } from "./spans.ts";
import {
  forkBranch,
  type OwnChanges,
  ownChange,
  PullRequest,
  pullRequestNews,
  sizeOf,
  stateOf,
  stateVersion,
} from "./subjects/pull-request.ts";
import { branchIndex } from "./subjects/ref.ts";
import { withoutName } from "./without-name.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import type { Field } from "../../domain/notification.ts";
import { titleBefore, variantOfChange } from "./variants.ts";

const Payload = z.object({
  pull_request: PullRequest,
  label,
  assignee: person,
  milestone,
  requested_reviewer: person,
  requested_team: team,
  before: line,
  after: line,
  reason: line,
  changes: part({
    title: part({ from: written }),
    body: part({ from: text }),
    base: part({ ref: part({ from: line }) }),
  }),
});
type Payload = z.infer<typeof Payload>;

const ATTENTION = new Set(["closed", "reopened"]);

const LOOKS = looks({
  opened: ["open", "🟢"],
  reopened: ["open", "🟢"],
  merged: ["merged", "🟣"],
  closed: ["closed", "🔴"],
  ready_for_review: ["open", "👀"],
  converted_to_draft: ["draft", "📝"],
  opened_draft: ["draft", "📝"],
  review_requested: ["info", "👀"],
  labeled: ["neutral", "🏷️"],
  unlabeled: ["neutral", "🏷️"],
  synchronize: ["info", "📦"],
  enqueued: ["pending", "🚦"],
  dequeued: ["warning", "🚦"],
  dequeued_because: ["warning", "🚦"],
  dequeued_merged: ["merged", "🚦"],
  dequeued_by_hand: ["neutral", "🚦"],
  locked: ["neutral", "🔒"],
  locked_because: ["neutral", "🔒"],
  unlocked: ["neutral", "🔓"],
  edited: ["neutral", "✏️"],
  renamed: ["neutral", "✏️"],
  described: ["neutral", "✏️"],
  retargeted: ["info", "↪️"],
  assigned: ["neutral", "👤"],
  unassigned: ["neutral", "👤"],
  assignee_removed: ["neutral", "👤"],
  self_assigned: ["neutral", "👤"],
  self_unassigned: ["neutral", "👤"],
  milestoned: ["neutral", "🎯"],
  demilestoned: ["neutral", "🎯"],
  milestone_cleared: ["neutral", "🎯"],
  labels_changed: ["neutral", "🏷️"],
  labels_cleared: ["neutral", "🏷️"],
  review_request_removed: ["neutral", "👀"],
  auto_merge_enabled: ["info", "🤖"],
  auto_merge_disabled: ["neutral", "🤖"],
  stacked: ["neutral", "🥞"],
});

/** A pull request's own events: told on its card, the turning points also as a reply. */
export const pullRequest = formatter(Payload, {
  subject: "pull_request",
  read: (payload, occasion) => ({
    news: newsOf(payload, occasion),
    attention: ATTENTION.has(occasion.action),
    echo: true,
  }),
  tell(payload, { action, around, t, form }) {
    const pull = payload.pull_request;
    const variant = variantOf(payload, action, around);
    const opened = action === "opened" && form === "post";
    return {
      variant,
      slots: slotsOf(payload, t),
      ...LOOKS(variant),
      title: pull?.title,
      url: action === "synchronize" ? comparison(payload, around) : pull?.html_url,
      body: opened ? pull?.body : undefined,
      fields: [
        ...(opened && pull !== undefined
          ? [...openingFields(pull, t), ...codeFields(pull, t)]
          : []),
        titleBefore(payload.changes, t),
      ],
      at: pull?.updated_at,
    };
  },
});

function codeFields(pull: PullRequest, t: Translate): Field[] {
  const branches = branchesSpans(pull.base?.ref, forkBranch(pull) ?? pull.head?.ref);
  const size = sizeOf(pull);
  return [
    ...(branches.length === 0 ? [] : [inline(t("field.branches"), branches)]),
    ...(size === undefined ? [] : [inline(t("field.size"), [sizeWords(size, t)])]),
  ];
}

/** What the push brought, where that is known. */
function comparison({ before, after, pull_request: pull }: Payload, { repository }: Surroundings) {
  const repo = repository?.html_url;
  if (repo === undefined || before === undefined || after === undefined) return pull?.html_url;
  return `${repo}/compare/${before}...${after}`;
}

function newsOf(payload: Payload, occasion: Occasion): SubjectNews[] {
  const pull = payload.pull_request;
  const news = pullRequestNews(pull, occasion, ownChanges(payload, occasion.action), {
    ...closerFacet(payload, occasion),
    ...queueFacet(payload, occasion),
  });
  return [...news, ...branchNews(pull, occasion)];
}

const BEGINS_OR_ENDS = new Set(["opened", "reopened", "closed"]);

/** Notes whose branch it is, so that pushes to it are told on the card. A fork's branches are not ours. */
function branchNews(pull: Payload["pull_request"], occasion: Occasion): SubjectNews[] {
  const { repository } = occasion.around;
  const subject = subjectOf("pull_request", occasion, pull?.number);
  if (subject === undefined || pull?.head?.repo?.id !== repository?.id) return [];
  const at = newest(occasion, pull?.updated_at, pull?.created_at);
  const over = { at, value: occasion.action === "closed" };
  const ended = BEGINS_OR_ENDS.has(occasion.action) ? over : undefined;
  const facets = tellerFacets(String(pull?.number), subject.key, ended);
  return branchIndex(occasion, pull?.head?.ref, "note", facets);
}

function ownChanges(payload: Payload, action: string): OwnChanges {
  const { changes, label, assignee, requested_reviewer: reviewer, requested_team: team } = payload;
  const asked = reviewer?.login ?? team?.name;
  return {
    titleFrom: changes.title.from,
    bodyFrom: changes.body.from,
    headFrom: action === "synchronize" ? payload.before : undefined,
    stateFrom: stateBefore(payload, action),
    label: ownChange(action, "labeled", "unlabeled", label?.name),
    assignee: ownChange(action, "assigned", "unassigned", assignee?.login),
    reviewer: ownChange(action, "review_requested", "review_request_removed", asked),
  };
}

/** What the action says the state was, so that two changes of one second are told apart. */
function stateBefore({ pull_request: pull }: Payload, action: string): string | undefined {
  switch (action) {
    case "closed":
      return pull?.draft === true ? "draft" : "open";
    case "reopened":
      return "closed";
    case "ready_for_review":
      return "draft";
    case "converted_to_draft":
      return "open";
    default:
      return undefined;
  }
}

function closerFacet({ pull_request: pull }: Payload, occasion: Occasion): Facets {
  if (occasion.action !== "closed" || pull === undefined) return {};
  const at = newest(occasion, pull.updated_at, pull.closed_at);
  return value("closer", stateVersion(stateOf(pull), at), somebody(occasion.around.sender));
}

function queueFacet({ pull_request: pull }: Payload, occasion: Occasion): Facets {
  const { action } = occasion;
  if (action !== "enqueued" && action !== "dequeued") return {};
  const queued = action === "enqueued";
  return value("queue", [0, newest(occasion, pull?.updated_at), 0], queued, !queued);
}

function variantOf(payload: Payload, action: string, around: Surroundings): string {
  const { pull_request: pull, changes, label, milestone } = payload;
  if (action === "dequeued") return dequeued(payload);
  const told =
    variantOfState(action, pull) ??
    variantOfChange(action, pull, changes, payload.assignee, around);
  if (told !== undefined) return told;
  if (action === "edited" && changes.base.ref.from !== undefined) return "retargeted";
  return withoutName(action, {
    label: label?.name,
    milestone: (milestone ?? pull?.milestone)?.title,
    assignee: payload.assignee?.login,
  });
}

function variantOfState(action: string, pull: Payload["pull_request"]): string | undefined {
  if (action === "closed" && pull !== undefined && stateOf(pull) === "merged") return "merged";
  return action === "opened" && pull?.draft === true ? "opened_draft" : undefined;
}

function slotsOf(payload: Payload, t: Translate): Record<string, Slot> {
  const { pull_request: pull, changes, requested_team: team } = payload;
  return {
    pull: numbered(pull),
    base: codeOf(pull?.base?.ref),
    before: codeOf(changes.base.ref.from),
    label: named(payload.label?.name),
    reason: reasonWord(payload.reason, t) ?? lockReason(pull?.active_lock_reason, t),
    milestone: named(payload.milestone?.title ?? pull?.milestone?.title),
    person:
      named(team?.name, team?.html_url) ?? whom(payload.requested_reviewer ?? payload.assignee, t),
  };
}

const MERGED = new Set(["merge", "already_merged"]);

/** Why a pull request left the merge queue, where the forge says it. */
function dequeued({ reason }: Payload): string {
  const why = reason?.toLowerCase() ?? "";
  if (MERGED.has(why)) return "dequeued_merged";
  if (why === "manual") return "dequeued_by_hand";
  return isMessageKey(`dequeued.${why}`) ? "dequeued_because" : "dequeued";
}

function reasonWord(reason: string | undefined, t: Translate): string | undefined {
  const key = `dequeued.${reason?.toLowerCase()}`;
  return isMessageKey(key) ? t(key) : undefined;
}

function codeOf(text: string | undefined) {
  return text === undefined ? undefined : code(text);
}
