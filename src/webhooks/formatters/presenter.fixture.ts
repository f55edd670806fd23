import { translator } from "../../i18n/translate.ts";
import { fold } from "../../domain/fold.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Notification } from "../../domain/notification.ts";
import type { SubjectKind, SubjectState } from "../../domain/subject.ts";
import type { Block, Span } from "../../domain/text.ts";
import type { Voice } from "../../domain/voice.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import { createPresenter } from "./presenter.ts";

/** The presenter with a reader of Markdown that only knows paragraphs, for the tests of this folder. */
export const presenter = createPresenter({
  factsOf: ({ event }) => ({ event, texts: [] }),
  translate: (lang) => translator(lang),
  markdown: (text) => [{ type: "paragraph", spans: [text] }],
});

export const english: Voice = { lang: "en", emoji: true };
export const chinese: Voice = { lang: "zh", emoji: true };

export function github(event: string, payload: JsonObject, at = 1_700_000_000_000): WebhookEvent {
  const { action } = payload;
  return {
    provider: "github",
    endpoint: "global",
    deliveryId: "d",
    event,
    ...(typeof action === "string" ? { action } : {}),
    receivedAt: at,
    payload,
  };
}

/** The states of all subjects that events are about, by key. */
export function statesAfter(
  events: readonly WebhookEvent[],
): Map<string, { kind: SubjectKind; state: SubjectState }> {
  const states = new Map<string, { kind: SubjectKind; state: SubjectState }>();
  for (const event of events) {
    for (const { subject, facets, index } of presenter.read(event).news) {
      if (index !== undefined) continue;
      const known = states.get(subject.key)?.state ?? {};
      states.set(subject.key, { kind: subject.kind, state: fold(known, facets) });
    }
  }
  return states;
}

/** The card of one subject after events, as text. */
export function cardAfter(events: readonly WebhookEvent[], key: string, voice = english): string {
  const found = statesAfter(events).get(key);
  return found === undefined ? "" : visible(presenter.show(found.kind, found.state, voice));
}

export function announced(
  event: WebhookEvent,
  voice = english,
  form: "post" | "reply" = "post",
): string {
  return visible(presenter.announce(event, voice, form));
}

/** Everything a person would read, one line per part. */
export function visible(notification: Notification): string {
  const { icon, headline, title, body = [], fields = [], footer, actions = [] } = notification;
  return [
    [icon, said(headline)].filter(Boolean).join(" "),
    title,
    ...body.map(block),
    ...fields.map(({ name, value }) => `${name}: ${said(value)}`),
    footer,
    actions.map(({ label }) => `[${label}]`).join(" "),
  ]
    .filter(Boolean)
    .join("\n");
}

export function said(spans: readonly Span[]): string {
  return spans.map(span).join("");
}

function span(one: Span): string {
  if (typeof one === "string") return one;
  if ("text" in one) return one.text;
  return "person" in one ? one.person : new Date(one.at).toISOString();
}

function block(one: Block): string {
  switch (one.type) {
    case "paragraph":
    case "heading":
      return said(one.spans);
    case "code":
      return one.text;
    case "quote":
      return one.blocks.map(block).join("\n");
    case "details":
      return [said(one.summary), ...one.blocks.map(block)].join("\n");
    case "list":
      return one.items.map((item) => `- ${item.blocks.map(block).join("\n")}`).join("\n");
    case "table":
      return [one.header, ...one.rows].map((row) => row.map(said).join(" | ")).join("\n");
    case "rule":
      return "---";
  }
}
