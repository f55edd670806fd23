import { z } from "zod";
import { type Facets, newest, somebody, value } from "./facets.ts";
import { anything, line, link, milestone, object, part, person, text, written } from "./fields.ts";
import { shown } from "./severity.ts";
import { titleBefore, variantOfChange } from "./variants.ts";
import { withoutName } from "./without-name.ts";
import { formatter, type Occasion, type Scene } from "./formatter.ts";
import { lockReason } from "./locks.ts";
import { looks } from "./looks.ts";
import { openingFields } from "./opening.ts";
import { linked, type Slot } from "./sentence.ts";
import { named, numbered, person as whom } from "./spans.ts";
import { Issue, issueNews, stateOf } from "./subjects/issue.ts";
import { type OwnChanges, ownChange } from "./subjects/pull-request.ts";

const Payload = z.object({
  issue: Issue,
  label: part({ name: written }),
  assignee: person,
  milestone,
  type: object({ name: line }),
  issue_field: part({ name: line }),
  issue_field_value: part({ value: anything, option: anything, options: anything }),
  changes: part({
    title: part({ from: written }),
    body: part({ from: text }),
    new_issue: Issue,
    new_repository: part({ full_name: line, html_url: link }),
    old_issue: Issue,
    old_repository: part({ full_name: line, html_url: link }),
  }),
});
type Payload = z.infer<typeof Payload>;

const ATTENTION = new Set(["closed", "reopened", "deleted", "transferred"]);

const LOOKS = looks({
  opened: ["open", "🟢"],
  moved_here: ["open", "📦"],
  reopened: ["open", "🟢"],
  closed: ["closed", "🔴"],
  completed: ["merged", "🟣"],
  not_planned: ["neutral", "⚪"],
  duplicate: ["neutral", "⚪"],
  deleted: ["neutral", "🗑️"],
  transferred: ["neutral", "📦"],
  labeled: ["neutral", "🏷️"],
  unlabeled: ["neutral", "🏷️"],
  pinned: ["neutral", "📌"],
  unpinned: ["neutral", "📌"],
  locked: ["neutral", "🔒"],
  locked_because: ["neutral", "🔒"],
  unlocked: ["neutral", "🔓"],
  edited: ["neutral", "✏️"],
  renamed: ["neutral", "✏️"],
  described: ["neutral", "✏️"],
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
  typed: ["neutral", "🏷️"],
  untyped: ["neutral", "🏷️"],
  field_added: ["neutral", "✏️"],
  field_removed: ["neutral", "✏️"],
  status_changed: ["neutral", "✏️"],
});

/** An issue's own events: told on its card, the turning points also as a reply. */
export const issues = formatter(Payload, {
  subject: "issue",
  read: (payload, occasion) => ({
    news: issueNews(payload.issue, occasion, ownChanges(payload, occasion.action), {
      ...targetFacet(payload, occasion),
      ...closerFacet(payload, occasion),
      ...goneByFacet(payload, occasion),
    }),
    attention: ATTENTION.has(occasion.action),
    echo: true,
  }),
  tell(payload, scene) {
    const { issue } = payload;
    const variant = variantOf(payload, scene);
    const gone = scene.action === "deleted";
    const opened = scene.action === "opened" && scene.form === "post";
    return {
      variant,
      slots: slotsOf(payload, scene),
      ...LOOKS(variant),
      title: gone ? undefined : issue?.title,
      url: gone ? undefined : issue?.html_url,
      body: opened ? issue?.body : undefined,
      fields: [
        ...(opened && issue !== undefined ? openingFields(issue, scene.t) : []),
        titleBefore(payload.changes, scene.t),
        fieldValue(payload),
      ],
      at: issue?.updated_at,
    };
  },
});

function ownChanges({ changes, label, assignee }: Payload, action: string) {
  const own: OwnChanges = {
    titleFrom: changes.title.from,
    bodyFrom: changes.body.from,
    stateFrom: action === "closed" ? "open" : action === "reopened" ? "closed" : undefined,
    label: ownChange(action, "labeled", "unlabeled", label.name),
    assignee: ownChange(action, "assigned", "unassigned", assignee?.login),
  };
  return action === "deleted" || action === "transferred"
    ? ({ ...own, gone: action } as const)
    : own;
}

function targetFacet({ changes, issue }: Payload, occasion: Occasion): Facets {
  if (occasion.action !== "transferred") return {};
  const { name, url } = otherPlace(changes.new_repository, changes.new_issue);
  const version = [0, newest(occasion, issue?.updated_at), 0] as const;
  return { ...value("target", version, name), ...value("target_url", version, url) };
}

/** Who closed it last; it counts while the issue is closed. */
function closerFacet({ issue }: Payload, occasion: Occasion): Facets {
  if (occasion.action !== "closed") return {};
  const at = newest(occasion, issue?.updated_at, issue?.closed_at);
  return value("closer", [0, at, 0], somebody(occasion.around.sender));
}

/** Who deleted or moved it: for ever, as it is gone for ever. */
function goneByFacet({ issue }: Payload, occasion: Occasion): Facets {
  if (occasion.action !== "deleted" && occasion.action !== "transferred") return {};
  const at = newest(occasion, issue?.updated_at, issue?.closed_at);
  return value("gone_by", [1, at, 0], somebody(occasion.around.sender));
}

/** What one of an organisation's own fields was set to. */
function fieldValue({ issue_field: { name }, issue_field_value: set }: Payload) {
  const value = set.option ?? set.options ?? set.value;
  return name === undefined || value === undefined ? undefined : shown(name, value);
}

function variantOf(payload: Payload, { action, around }: Scene): string {
  const { issue, changes, label, milestone } = payload;
  if (action === "closed" && issue !== undefined)
    return stateOf({ ...issue, state: "closed" }) ?? action;
  if (action === "opened" && changes.old_issue !== undefined) return "moved_here";
  const told = variantOfChange(action, issue, changes, payload.assignee, around);
  if (told !== undefined) return told;
  return withoutName(action, {
    label: label.name,
    milestone: (milestone ?? issue?.milestone)?.title,
    assignee: payload.assignee?.login,
  });
}

function slotsOf(payload: Payload, { action, t }: Scene): Record<string, Slot> {
  const { issue, label, type, milestone, changes } = payload;
  return {
    // A page that is gone is not linked.
    issue: action === "deleted" ? numbered({ number: issue?.number }) : numbered(issue),
    label: named(label.name),
    person: whom(payload.assignee, t),
    milestone: named(milestone?.title ?? issue?.milestone?.title),
    type: named(type?.name ?? issue?.type?.name),
    reason: lockReason(issue?.active_lock_reason, t),
    field: named(payload.issue_field.name),
    target: placeSpan(changes.new_repository, changes.new_issue),
    source: placeSpan(changes.old_repository, changes.old_issue),
  };
}

type Repository = Payload["changes"]["new_repository"];

/** `acme/kettle#12`: where an issue went, or came from. */
function otherPlace({ full_name: name, html_url: page }: Repository, issue: Issue | undefined) {
  const url = issue?.html_url ?? page;
  return issue?.number === undefined || name === undefined
    ? { name, url }
    : { name: `${name}#${issue.number}`, url };
}

function placeSpan(repository: Repository, issue: Issue | undefined): Slot {
  const { name, url } = otherPlace(repository, issue);
  return name === undefined ? undefined : linked(name, url);
}
