import { shownText as shownOnDiscord } from "../../sandbox/stand-ins/discord/message-text.ts";
import { shownText as shownOnTelegram } from "../../sandbox/stand-ins/telegram/text.ts";
import * as discordRender from "../../src/bots/discord/render.ts";
import * as telegramRender from "../../src/bots/telegram/render.ts";
import { planEvent } from "../../src/delivery/plan.ts";
import { isCard, type Slip } from "../../src/delivery/slip.ts";
import { fold } from "../../src/domain/fold.ts";
import type { Configuration } from "../../src/domain/matching.ts";
import type { Notification } from "../../src/domain/notification.ts";
import type { SubjectKind, SubjectState } from "../../src/domain/subject.ts";
import { type Platform, targetId } from "../../src/domain/target.ts";
import type { Voice } from "../../src/domain/voice.ts";
import { translator } from "../../src/i18n/translate.ts";
import { factsOf } from "../../src/webhooks/facts.ts";
import { createPresenter } from "../../src/webhooks/formatters/presenter.ts";
import { markdownToBlocks } from "../../src/webhooks/markdown/markdown-to-blocks.ts";
import { createMatcher } from "../../src/webhooks/matching/match.ts";
import { parseEvent } from "../../src/webhooks/providers/index.ts";
import type { ChaosEvent } from "./forge.ts";

/** Something that a target is to show once: the texts that show it, any one of which does. */
export interface Wanted {
  target: string;
  texts: readonly string[];
  /** Comes back with its next event when somebody deleted it. */
  isCard: boolean;
  /** Shown only where something else is not: a run that a pull request's message shows. */
  optional: boolean;
  /** The events it comes from. */
  events: readonly string[];
}

interface Card {
  kind: SubjectKind;
  target: string;
  platform: Platform;
  voice: Voice;
  groupId: string;
  subjectKey: string;
  optional: boolean;
  events: string[];
}

const presenter = createPresenter({ factsOf, translate: translator, markdown: markdownToBlocks });

/**
 * What the chats must show in the end, from the events alone: each is folded in the order they were
 * made, whatever order they arrived in.
 */
export function whatIsWanted(
  events: readonly ChaosEvent[],
  configuration: Configuration,
): Wanted[] {
  const match = createMatcher();
  const states = new Map<string, SubjectState>();
  const cards = new Map<string, Card>();
  const posts: Wanted[] = [];
  for (const event of events) {
    const seen = new Set<string>();
    for (const endpoint of event.endpoints) {
      const webhook = parsed(event, endpoint);
      const reading = presenter.read(webhook);
      const origin = { endpoint, provider: "github" };
      const wanted = match(configuration, origin, reading.facts).wanted.filter(
        ({ group, target }) => !seen.has(`${group.id} ${targetId(target)}`),
      );
      for (const { group, target } of wanted) seen.add(`${group.id} ${targetId(target)}`);
      const context = {
        event: webhook,
        reading,
        presenter,
        voiceOf,
        stateKey: "",
        tellersOf: () => [],
      };
      const fresh = planEvent(wanted, { ...context, hasCard: () => false });
      const standing = planEvent(wanted, { ...context, hasCard: () => true });
      for (const { groupId, news } of fresh.folds) {
        const key = `${groupId} ${news.subject.key}`;
        states.set(key, fold(states.get(key) ?? {}, news.facets));
      }
      const always = new Set(fresh.lines.flat().map(({ id }) => id));
      const slips = [...fresh.lines.flat(), ...standing.lines.flat()];
      // A run may be shown on its pull request's message alone.
      const onPull = slips.some((slip) => isCard(slip) && slip.content.kind === "pull_request");
      for (const slip of slips) {
        const isOwn = !(isCard(slip) && slip.content.kind === "workflow_run" && onPull);
        if (isCard(slip)) addCard(cards, slip, event, always.has(slip.id) && isOwn);
        else addPost(posts, slip, event, always.has(slip.id));
      }
    }
  }
  return [...posts, ...[...cards.values()].map((card) => wantedCard(card, states))];
}

function parsed(event: ChaosEvent, endpoint: string) {
  const envelope = {
    provider: "github",
    endpoint,
    deliveryId: event.id,
    event: event.event,
    form: false,
    receivedAt: 0,
  } as const;
  const webhook = parseEvent(envelope, JSON.stringify(event.payload));
  if ("unreadable" in webhook) throw new Error(webhook.unreadable);
  return webhook;
}

function addCard(cards: Map<string, Card>, slip: Slip, event: ChaosEvent, always: boolean): void {
  if (slip.content.type !== "card" || slip.content.kind === "delivery_summary") return;
  const { subjectKey, kind } = slip.content;
  const known = cards.get(slip.id) ?? {
    kind,
    subjectKey,
    target: targetId(slip.target),
    platform: slip.target.platform,
    voice: slip.voice,
    groupId: slip.groupId,
    optional: true,
    events: [],
  };
  cards.set(slip.id, {
    ...known,
    optional: known.optional && !always,
    events: [...known.events, event.id],
  });
}

function addPost(posts: Wanted[], slip: Slip, event: ChaosEvent, always: boolean): void {
  if (slip.content.type !== "post") return;
  const target = targetId(slip.target);
  const texts = textsOf(slip.content.notification, slip.target.platform, slip.voice);
  const known = posts.some(
    (post) => post.target === target && post.events[0] === event.id && post.texts[0] === texts[0],
  );
  if (!known) posts.push({ target, texts, isCard: false, optional: !always, events: [event.id] });
}

function wantedCard(card: Card, states: ReadonlyMap<string, SubjectState>): Wanted {
  const { target, platform, voice, groupId, subjectKey, kind, optional, events } = card;
  const state = states.get(`${groupId} ${subjectKey}`) ?? {};
  const texts = textsOf(presenter.show(kind, state, voice), platform, voice);
  return { target, texts, isCard: kind !== "comment" && kind !== "failed_run", optional, events };
}

const voiceOf = ({ lang, emoji }: { lang?: string | undefined; emoji?: boolean | undefined }) => ({
  lang: lang ?? "en",
  emoji: emoji ?? true,
});

/** As a person reads it: the card, or the plain text that stands in for a refused one. */
function textsOf(notification: Notification, platform: Platform, voice: Voice): string[] {
  const t = translator(voice.lang);
  if (platform === "telegram") {
    const forms = [
      telegramRender.renderCard(notification, voice, t),
      telegramRender.renderPlain(notification, voice),
    ];
    return forms.map((form) => shownOnTelegram({ ...form }).text);
  }
  const forms = [
    discordRender.renderCard(notification, voice, t),
    discordRender.renderPlain(notification, voice),
  ];
  return forms.map((form) => shownOnDiscord({ ...form }, () => undefined));
}
