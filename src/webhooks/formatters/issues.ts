import { z } from "zod";
import { type Facets, newest, value } from "./facets.ts";
import { label, line, link, milestone, object, person, text } from "./fields.ts";
import { formatter, type Occasion, type Scene } from "./formatter.ts";
import { looks } from "./looks.ts";
import { bold, linked, type Slot } from "./sentence.ts";
import { named, numbered, person as whom } from "./spans.ts";
import { Issue, issueNews, stateOf } from "./subjects/issue.ts";
import type { OwnChanges } from "./subjects/pull-request.ts";

const Payload = z.object({
  issue: Issue,
  label,
  assignee: person,
  milestone,
  type: object({ name: line }),
  issue_field: object({ name: line }),
  changes: object({
    title: object({ from: line }),
    body: object({ from: text }),
    new_issue: Issue,
    new_repository: object({ full_name: line, html_url: link }),
  }),
});
type Payload = z.infer<typeof Payload>;

const ATTENTION = new Set(["closed", "reopened", "deleted", "transferred"]);

const LOOKS = looks({
  opened: ["open", "🟢"],
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
  unlocked: ["neutral", "🔓"],
});

/** An issue's own events: told on its card, the turning points also as a reply. */
export const issues = formatter(Payload, {
  subject: "issue",
  read: (payload, occasion) => ({
    news: issueNews(
      payload.issue,
      occasion,
      ownChanges(payload, occasion.action),
      targetFacet(payload, occasion),
    ),
    attention: ATTENTION.has(occasion.action),
  }),
  tell(payload, scene) {
    const { issue } = payload;
    const variant = variantOf(payload, scene.action);
    const opened = scene.action === "opened" && scene.form === "post";
    return {
      variant,
      slots: slotsOf(payload, scene),
      ...LOOKS(variant),
      title: scene.action === "deleted" ? undefined : issue?.title,
      url: issue?.html_url,
      body: opened ? issue?.body : undefined,
      at: issue?.updated_at,
    };
  },
});

function ownChanges(payload: Payload, action: string) {
  const { changes, label, assignee } = payload;
  const own: OwnChanges & { gone?: "deleted" | "transferred" } = {
    titleFrom: changes?.title?.from,
    bodyFrom: changes?.body?.from,
    stateFrom: action === "closed" ? "open" : action === "reopened" ? "closed" : undefined,
    label: {
      added: action === "labeled" ? label?.name : undefined,
      removed: action === "unlabeled" ? label?.name : undefined,
    },
    assignee: {
      added: action === "assigned" ? assignee?.login : undefined,
      removed: action === "unassigned" ? assignee?.login : undefined,
    },
  };
  return action === "deleted" || action === "transferred"
    ? ({ ...own, gone: action } as const)
    : own;
}

function targetFacet({ changes, issue }: Payload, occasion: Occasion): Facets {
  const name = changes?.new_repository?.full_name;
  const at = newest(occasion, issue?.updated_at);
  return occasion.action === "transferred" ? value("target", [0, at, 0], name) : {};
}

function variantOf({ issue, changes }: Payload, action: string): string {
  if (action === "closed" && issue !== undefined)
    return stateOf({ ...issue, state: "closed" }) ?? action;
  if (action === "edited" && changes?.title !== undefined) return "renamed";
  return action;
}

function slotsOf(payload: Payload, { t }: Scene): Record<string, Slot> {
  const { issue, changes, type, issue_field: field } = payload;
  const target = changes?.new_repository;
  const moved = changes?.new_issue?.html_url ?? target?.html_url;
  return {
    issue: numbered(issue),
    label: named(payload.label?.name),
    person: whom(payload.assignee, t),
    milestone: named(payload.milestone?.title ?? issue?.milestone?.title),
    type: named(type?.name ?? issue?.type?.name),
    field: named(field?.name),
    target: target?.full_name === undefined ? undefined : linked(target.full_name, moved),
    title: issue?.title === undefined ? undefined : bold(issue.title),
  };
}
