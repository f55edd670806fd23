import { lookup } from "../../domain/lookup.ts";
import type { MessageKey, Translate } from "../../i18n/translate.ts";
import { isMessageKey } from "../../i18n/translate.ts";
import { anything, line, link, object, text, time, written } from "./fields.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

const from = object({ from: line });

/** Labels, milestones and boards. */
export const label = simple(
  { label: object({ name: written, description: text }), changes: object({ name: from }) },
  { created: ["info", "🏷️"], "*": ["neutral", "🏷️"] },
  ({ label, changes }, { action }) => {
    const before = changes?.name?.from;
    return {
      variant: action === "edited" && before !== undefined ? "renamed" : action,
      slots: { label: named(label?.name), before: named(before) },
      body: action === "created" ? label?.description : undefined,
    };
  },
);

export const milestone = simple(
  {
    milestone: object({ title: line, html_url: link, description: text, due_on: time }),
  },
  {
    created: ["open", "🎯"],
    opened: ["open", "🎯"],
    closed: ["success", "🏁"],
    edited: ["neutral", "🎯"],
    deleted: ["neutral", "🗑️"],
  },
  ({ milestone }, { action, t }) => ({
    slots: {
      milestone: named(milestone?.title, action === "deleted" ? undefined : milestone?.html_url),
    },
    url: action === "deleted" ? undefined : milestone?.html_url,
    body: action === "created" || action === "edited" ? milestone?.description : undefined,
    fields: [
      milestone?.due_on === undefined
        ? undefined
        : {
            name: t("field.due"),
            value: [{ at: milestone.due_on, style: "date" as const }],
            inline: true,
          },
    ],
  }),
);

export const project = simple(
  { project: object({ name: line, html_url: link, body: text }) },
  { created: ["open", "📋"], closed: ["closed", "📋"], "*": ["neutral", "📋"] },
  ({ project }, { action }) => ({
    slots: { project: named(project?.name, project?.html_url) },
    url: project?.html_url,
    body: action === "created" ? project?.body : undefined,
  }),
);

export const projectCard = simple(
  { project_card: object({ note: text }) },
  { "*": ["neutral", "🗂️"] },
  ({ project_card: card }, { action }) => ({
    body: action === "deleted" ? undefined : card?.note,
  }),
);

export const projectColumn = simple(
  { project_column: object({ name: line }) },
  { "*": ["neutral", "🗂️"] },
  ({ project_column: column }) => ({ slots: { column: named(column?.name) } }),
);

export const projectsV2 = simple(
  { projects_v2: object({ title: line, short_description: text }) },
  { created: ["open", "📋"], closed: ["closed", "📋"], "*": ["neutral", "📋"] },
  ({ projects_v2: project }, { action }) => ({
    slots: { project: named(project?.title) },
    body: action === "created" || action === "edited" ? project?.short_description : undefined,
  }),
);

export const projectsV2Item = simple(
  {
    projects_v2_item: object({ content_type: line }),
    changes: object({
      field_value: object({ field_name: line, field_type: line, from: anything, to: anything }),
    }),
  },
  { created: ["info", "🗂️"], "*": ["neutral", "🗂️"] },
  ({ projects_v2_item: item, changes }, { action, t }) => {
    const field = changes?.field_value;
    return {
      variant: action === "edited" && field?.field_name === undefined ? "changed" : action,
      slots: { item: itemWord(item?.content_type, t), field: named(field?.field_name) },
      fields: [
        field?.to === undefined || field.field_name === undefined
          ? undefined
          : {
              name: field.field_name,
              value:
                field.from === undefined ? [field.to] : [code(field.from), " → ", code(field.to)],
            },
      ],
    };
  },
);

export const projectsV2StatusUpdate = simple(
  { projects_v2_status_update: object({ status: line, body: text }) },
  { deleted: ["neutral", "🗑️"], "*": ["info", "📣"] },
  ({ projects_v2_status_update: update }, { action, t }) => ({
    slots: { status: statusWord(update?.status, t) },
    body: action === "deleted" ? undefined : update?.body,
  }),
);

const ITEMS: Readonly<Record<string, MessageKey>> = {
  Issue: "item.issue",
  PullRequest: "item.pull_request",
  DraftIssue: "item.draft",
};

function itemWord(type: string | undefined, t: Translate): string {
  return t(lookup(ITEMS, type ?? "") ?? "item.other");
}

function statusWord(status: string | undefined, t: Translate): string {
  const key = `status.${status?.toLowerCase()}`;
  return isMessageKey(key) ? t(key) : t("status.none");
}
