import { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import type { MessageKey, Translate } from "../../i18n/translate.ts";
import { isMessageKey } from "../../i18n/translate.ts";
import type { Field, Tone } from "../../domain/notification.ts";
import type { Span } from "../../domain/text.ts";
import { changeOf } from "./changes.ts";
import { anything, count, line, link, object, part, text, time, written } from "./fields.ts";
import { forgeHost } from "./facets.ts";
import type { Scene } from "./formatter.ts";
import { code } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

const from = object({ from: line });

/** Labels, milestones and boards. */
export const label = simple(
  {
    label: object({ name: written, description: text, url: link }),
    changes: part({ name: from, description: from, color: from }),
  },
  { created: ["info", "🏷️"], "*": ["neutral", "🏷️"] },
  ({ label, changes }, { action, around }) => {
    const before = changes.name?.from;
    const described = action === "created" || changes.description !== undefined;
    const url = action === "deleted" ? undefined : pageOf(label?.url, around.repository?.html_url);
    return {
      variant: before === undefined ? changeOf(action, changes, LABEL_CHANGES) : "renamed",
      slots: { label: named(label?.name, url), before: named(before) },
      url,
      body: described ? label?.description : undefined,
    };
  },
);

const LABEL_CHANGES = [
  ["description", "described"],
  ["color", "recolored"],
] as const;
const MILESTONE_CHANGES = [
  ["description", "described"],
  ["due_on", "rescheduled"],
] as const;

/** What carries a label; payloads know only its address in the API. */
function pageOf(api: string | undefined, repo: string | undefined): string | undefined {
  const name = api?.split("/").at(-1);
  return name === undefined || repo === undefined ? undefined : `${repo}/labels/${name}`;
}

export const milestone = simple(
  {
    milestone: object({
      title: line,
      html_url: link,
      description: text,
      due_on: time,
      open_issues: count,
      closed_issues: count,
    }),
    changes: part({ title: from, description: from, due_on: from }),
  },
  {
    created: ["open", "🎯"],
    opened: ["open", "🎯"],
    closed: ["success", "🏁"],
    edited: ["neutral", "🎯"],
    deleted: ["neutral", "🗑️"],
  },
  ({ milestone, changes }, { action, t }) => {
    const url = action === "deleted" ? undefined : milestone?.html_url;
    const before = changes.title?.from;
    const described = action === "created" || changes.description !== undefined;
    return {
      variant: before === undefined ? changeOf(action, changes, MILESTONE_CHANGES) : "renamed",
      slots: { milestone: named(milestone?.title, url), before: named(before) },
      url,
      body: described ? milestone?.description : undefined,
      fields: [
        action === "created" || action === "opened" ? dueField(milestone?.due_on, t) : undefined,
        changes.due_on === undefined ? undefined : newDueField(milestone?.due_on, t),
        action === "closed" ? progress(milestone, t) : undefined,
      ],
    };
  },
);

function dueField(at: number | undefined, t: Translate): Field | undefined {
  if (at === undefined) return undefined;
  return { name: t("field.due"), value: [{ at, style: "date" }], inline: true };
}

function newDueField(at: number | undefined, t: Translate): Field {
  return dueField(at, t) ?? { name: t("field.due"), value: [t("word.none")], inline: true };
}

/** How much of it was done, where there was anything to do. */
function progress(
  known: { open_issues?: number | undefined; closed_issues?: number | undefined } | undefined,
  t: Translate,
) {
  if (known?.open_issues === undefined || known.closed_issues === undefined) return undefined;
  if (known.open_issues + known.closed_issues === 0) return undefined;
  const counts = { closed: known.closed_issues, open: known.open_issues };
  return { name: t("field.issues"), value: [t("count.progress", counts)], inline: true };
}

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
  {
    projects_v2: object({ title: line, number: count, short_description: text }),
    changes: part({ title: from, short_description: z.unknown().optional() }),
  },
  { created: ["open", "📋"], closed: ["closed", "📋"], "*": ["neutral", "📋"] },
  ({ projects_v2: project, changes }, { action, ...scene }) => {
    const url = action === "deleted" ? undefined : boardOf(project?.number, scene);
    const described = action === "created" || changes.short_description !== undefined;
    return {
      variant: changes.title?.from === undefined ? action : "renamed",
      slots: { project: named(project?.title, url), before: named(changes.title?.from) },
      url,
      body: described ? project?.short_description : undefined,
    };
  },
);

/** The page of an organisation's project; payloads know only its number. */
function boardOf(number: number | undefined, { around }: Pick<Scene, "around">) {
  const [host, owner] = [forgeHost({ around }), around.organization?.login];
  if (host === undefined || owner === undefined || number === undefined) return undefined;
  return `https://${host}/orgs/${owner}/projects/${number}`;
}

export const projectsV2Item = simple(
  {
    projects_v2_item: object({ content_type: line }),
    changes: object({
      field_value: object({
        field_name: line,
        project_number: count,
        from: anything,
        to: anything,
      }),
    }),
  },
  { created: ["info", "🗂️"], "*": ["neutral", "🗂️"] },
  ({ projects_v2_item: item, changes }, { action, t, ...scene }) => {
    const field = changes?.field_value;
    return {
      url: boardOf(field?.project_number, scene),
      variant: action === "edited" && field?.field_name === undefined ? "changed" : action,
      slots: { item: itemWord(item?.content_type, t), field: named(field?.field_name) },
      fields: [
        field?.field_name === undefined || (field.to ?? field.from) === undefined
          ? undefined
          : { name: field.field_name, value: changed(field.from, field.to, t) },
      ],
    };
  },
  { reordered: "where a card stands in its column is no news" },
);

export const projectsV2StatusUpdate = simple(
  { projects_v2_status_update: object({ status: line, body: text, target_date: time }) },
  { deleted: ["neutral", "🗑️"], "*": ["info", "📣"] },
  ({ projects_v2_status_update: update }, { action, t }) => ({
    variant: action === "created" && update?.status === undefined ? "noted" : action,
    ...(action === "deleted" ? {} : { tone: STATUS_TONES.get(update?.status ?? "") ?? "info" }),
    slots: { status: statusWord(update?.status, t) },
    body: action === "deleted" ? undefined : update?.body,
    fields: [action === "deleted" ? undefined : dueField(update?.target_date, t)],
  }),
);

function changed(from: string | undefined, to: string | undefined, t: Translate): Span[] {
  const now = to === undefined ? t("word.none") : code(to);
  return from === undefined ? [to ?? now] : [code(from), " → ", now];
}

const STATUS_TONES: ReadonlyMap<string, Tone> = new Map([
  ["AT_RISK", "warning"],
  ["OFF_TRACK", "failure"],
  ["ON_TRACK", "success"],
  ["COMPLETE", "success"],
]);

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
