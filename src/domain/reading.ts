import type { EventFacts } from "./event-facts.ts";
import type { Notification } from "./notification.ts";
import type { SubjectKind, SubjectNews, SubjectState } from "./subject.ts";
import type { Voice } from "./voice.ts";
import type { WebhookEvent } from "./webhook-event.ts";

/** What one event says, read once: to routes, to the subjects it is about, and by itself. */
export interface Reading {
  facts: EventFacts;
  /** The subjects it is about, the preferred message to show it on first. Empty: the event is simply posted. */
  news: readonly SubjectNews[];
  /** Whether a card also gets a short reply for this event. */
  attention: boolean;
  /** The reply says nothing that the card does not: it is left out where the card is only now posted. */
  echo?: boolean;
  /** Why this event is not announced by itself, if so: only to routes that name it. */
  quiet?: string;
  /** Why this event is announced to nobody, if so: private, or told by another one. */
  hidden?: string;
}

/** Turns events and states into words. Implemented by the formatters, handed to the delivery. */
export interface Presenter {
  read(event: WebhookEvent): Reading;
  /** The event by itself: a post of its own, or (`reply`) the short answer to its card. */
  announce(event: WebhookEvent, voice: Voice, form: "post" | "reply"): Notification;
  /** A subject's present state. */
  show(kind: SubjectKind, state: SubjectState, voice: Voice): Notification;
}
