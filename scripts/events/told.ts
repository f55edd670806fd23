import { markdownToBlocks } from "../../src/webhooks/markdown/markdown-to-blocks.ts";
import { factsOf } from "../../src/webhooks/facts.ts";
import { createPresenter } from "../../src/webhooks/formatters/presenter.ts";
import { fold } from "../../src/domain/fold.ts";
import type { Notification } from "../../src/domain/notification.ts";
import type { Reading } from "../../src/domain/reading.ts";
import type { SubjectNews } from "../../src/domain/subject.ts";
import type { Voice } from "../../src/domain/voice.ts";
import type { WebhookEvent } from "../../src/domain/webhook-event.ts";
import { translator } from "../../src/i18n/translate.ts";

/** The words of the product, with its own reader of Markdown. */
export const presenter = createPresenter({
  factsOf,
  translate: (lang) => translator(lang),
  markdown: markdownToBlocks,
});

/** What one event brings about where nothing was shown before: the messages, by what they are. */
export interface Told {
  reading: Reading;
  messages: { what: "message" | "card" | "reply"; show: (voice: Voice) => Notification }[];
}

export function toldBy(event: WebhookEvent): Told {
  const reading = presenter.read(event);
  const news = reading.news.filter(({ index }) => index === undefined);
  const card = news.find(({ reply, onlyWhereShown }) => reply !== true && onlyWhereShown !== true);
  const reply = news.find((one) => one.reply === true && one.onlyWhereShown !== true);
  const announce = (form: "post" | "reply") => (voice: Voice) =>
    presenter.announce(event, voice, form);
  if (card === undefined)
    return { reading, messages: [{ what: "message", show: announce("post") }] };
  const answer = reply === undefined ? announce("reply") : shown(reply);
  return {
    reading,
    messages: [
      { what: "card", show: shown(card) },
      ...(reading.attention ? [{ what: "reply" as const, show: answer }] : []),
      // What a route of the style `plain` shows.
      { what: "message", show: announce("post") },
    ],
  };
}

function shown({ subject, facets }: SubjectNews): (voice: Voice) => Notification {
  return (voice) => presenter.show(subject.kind, fold({}, facets), voice);
}
