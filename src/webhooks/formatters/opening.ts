import type { Field } from "../../domain/notification.ts";
import type { Span } from "../../domain/text.ts";
import type { Translate } from "../../i18n/translate.ts";
import type { Person } from "./fields.ts";
import { code, joined } from "./sentence.ts";
import { peopleField } from "./severity.ts";

interface Opened {
  labels?: readonly { name?: string | undefined }[] | undefined;
  assignees?: readonly Person[] | undefined;
  milestone?: { title?: string | undefined } | undefined;
}

/** What an issue or pull request starts with, as the message about its opening names it. */
export function openingFields(opened: Opened, t: Translate): Field[] {
  const { labels = [], assignees = [], milestone: { title } = {} } = opened;
  const names = labels.flatMap(({ name }) => name ?? []);
  return [
    ...(names.length === 0 ? [] : [inline(t("field.labels"), joined(names, t))]),
    ...(assignees.length === 0 ? [] : [peopleField(t("field.assignees"), assignees, t)]),
    ...(title === undefined ? [] : [inline(t("field.milestone"), [title])]),
  ];
}

/** `main ← keep-warm` */
export function branchesSpans(base: string | undefined, head: string | undefined): Span[] {
  return base === undefined || head === undefined ? [] : [code(base), " ← ", code(head)];
}

/** `+48 −7 in 3 files` */
export function sizeWords(
  { added, removed, files }: { added: number; removed: number; files: number },
  t: Translate,
): string {
  return t("size.full", { added, removed, files: t("count.files", { count: files }) });
}

export function inline(name: string, value: Span[]): Field {
  return { name, value, inline: true };
}
