import type { Action, Field, Notification, Person } from "../notification.ts";
import type { Block, PersonSpan, Span } from "../text.ts";
import type { Voice } from "../voice.ts";
import { cleanLine, cleanText, isBlank } from "./clean.ts";
import { ELLIPSIS } from "./cut.ts";
import { plainSpans } from "./plain.ts";
import { webUrl } from "./web-url.ts";

/**
 * A notification every renderer can take as it is: text cleaned, empty parts gone, addresses
 * checked, the group's voice applied. The headline is never empty.
 */
export function tidyNotification(notification: Notification, voice: Voice): Notification {
  const title = cleanLine(notification.title ?? "");
  return {
    tone: notification.tone,
    headline: headlineOf(notification),
    ...present("icon", voice.emoji ? notification.icon : undefined),
    ...present("title", isBlank(title) ? undefined : title),
    ...present("url", webUrl(notification.url)),
    ...present("author", notification.author && tidyPerson(notification.author)),
    ...present("body", notification.body && tidyBlocks(notification.body)),
    ...present("bodyLeft", notification.bodyLeft),
    fields: (notification.fields ?? []).map(tidyField).filter(isShown),
    ...present("footer", cleanLine(notification.footer ?? "") || undefined),
    ...present("at", isTime(notification.at) ? notification.at : undefined),
    ...present("imageUrl", webUrl(notification.imageUrl)),
    actions: (notification.actions ?? []).flatMap(tidyAction),
  };
}

function tidyBlocks(blocks: readonly Block[]): Block[] {
  return blocks.map(tidyBlock);
}

function tidyBlock(block: Block): Block {
  switch (block.type) {
    case "paragraph":
    case "heading":
      return { ...block, spans: tidySpans(block.spans) };
    case "code":
      return { ...block, text: cleanText(block.text) };
    case "quote":
      return { ...block, blocks: tidyBlocks(block.blocks) };
    case "list":
      return {
        ...block,
        items: block.items.map((item) => ({ ...item, blocks: tidyBlocks(item.blocks) })),
      };
    case "table":
      return {
        ...block,
        header: block.header.map(tidySpans),
        rows: block.rows.map((row) => row.map(tidySpans)),
      };
    case "details":
      return { ...block, summary: tidySpans(block.summary), blocks: [] };
    case "rule":
      return block;
  }
}

function tidySpans(spans: readonly Span[]): Span[] {
  return spans.map(tidySpan).filter((span) => plainSpans([span]) !== "");
}

function tidySpan(span: Span): Span {
  if (typeof span === "string") return cleanText(span);
  if ("at" in span) return span;
  const { url: address, ...rest } = span;
  const url = webUrl(address);
  const clean = "text" in rest ? { ...rest, text: cleanText(rest.text) } : tidyAccount(rest);
  return url === undefined ? clean : { ...clean, url };
}

function tidyAccount({ telegram, ...span }: PersonSpan): PersonSpan {
  const person = { ...span, person: cleanLine(span.person) };
  const name = cleanLine(telegram?.name ?? "");
  if (telegram === undefined || isBlank(name)) return person;
  return { ...person, telegram: { name, ...present("url", webUrl(telegram.url)) } };
}

function headlineOf(notification: Notification): Span[] {
  const headline = tidySpans(notification.headline).map(onOneLine);
  if (!isBlank(plainSpans(headline))) return headline;
  const instead = [notification.title, notification.footer].map((text) => cleanLine(text ?? ""));
  return [instead.find((text) => !isBlank(text)) ?? ELLIPSIS];
}

function onOneLine(span: Span): Span {
  if (typeof span === "string") return span.replace(/\s+/g, " ");
  return "text" in span ? { ...span, text: span.text.replace(/\s+/g, " ") } : span;
}

function tidyPerson(person: Person): Person {
  return {
    name: cleanLine(person.name),
    ...present("url", webUrl(person.url)),
    ...present("avatarUrl", webUrl(person.avatarUrl)),
  };
}

function tidyField(field: Field): Field {
  return { ...field, name: cleanLine(field.name), value: tidySpans(field.value) };
}

function isShown(field: Field): boolean {
  return !isBlank(field.name) && !isBlank(plainSpans(field.value));
}

function tidyAction(action: Action): Action[] {
  const label = cleanLine(action.label);
  if (isBlank(label)) return [];
  if (action.type === "command") {
    // A payload that had to be mended would act on something else.
    return cleanLine(action.payload) === action.payload ? [{ ...action, label }] : [];
  }
  const url = webUrl(action.url);
  return url === undefined ? [] : [{ ...action, label, url }];
}

function isTime(at: number | undefined): boolean {
  return at !== undefined && !Number.isNaN(new Date(at).getTime());
}

function present<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { [K in Key]?: Value });
}
