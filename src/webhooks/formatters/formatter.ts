import type { z } from "zod";
import type { Translate } from "../../i18n/translate.ts";
import type { Action, Field, Person, Tone } from "../../domain/notification.ts";
import type { SubjectKind, SubjectNews, SubjectState } from "../../domain/subject.ts";
import type { Notification } from "../../domain/notification.ts";
import type { Block } from "../../domain/text.ts";
import type { Voice } from "../../domain/voice.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import type { Surroundings } from "./fields.ts";
import type { Slot } from "./sentence.ts";

/** An event with what every formatter needs to know around it. */
export interface Occasion {
  event: WebhookEvent;
  /** Empty for events without actions. */
  action: string;
  around: Surroundings;
  /** The payload as a schema sees it. */
  payloadAs<Schema extends z.ZodType>(schema: Schema): z.infer<Schema>;
}

/** An occasion, told to somebody. */
export interface Scene extends Occasion {
  t: Translate;
  form: "post" | "reply";
}

/** What an event says to the subjects it is about and to the delivery. */
export interface News {
  news?: readonly SubjectNews[];
  /** A card also gets a short reply. */
  attention?: boolean;
  /** The reply only repeats what the card shows. */
  echo?: boolean;
  /** Why this event is not announced by itself, but to routes that name it. */
  quiet?: string | undefined;
  /** Why this event is announced to nobody. */
  hidden?: string | undefined;
}

/** What is told of an event; the presenter adds who, where and when. */
export interface Story {
  /** The sentence, where it is not the action's own: `merged` for `event.pull_request.merged`. */
  variant?: string | undefined;
  slots?: Readonly<Record<string, Slot>>;
  tone?: Tone | undefined;
  icon?: string | undefined;
  title?: string | undefined;
  url?: string | undefined;
  /** Markdown that a person wrote. */
  body?: string | undefined;
  /** Text of our own making, before the body. */
  blocks?: readonly Block[];
  fields?: readonly (Field | undefined)[];
  actions?: readonly Action[];
  imageUrl?: string | undefined;
  /** When it happened, in ms, where the payload says so. */
  at?: number | undefined;
  author?: Person | undefined;
}

/** How one event is read and told. Neither half ever throws, whatever the payload is. */
export interface Formatter {
  read(occasion: Occasion): News;
  tell(scene: Scene): Story;
  /** The whole message, where its sender has a say in every part of it. */
  compose?(payload: unknown, scene: CardScene): Notification;
  /** Which message an event of this kind is folded into, for the documentation. */
  readonly subject?: SubjectKind;
  /** What is deliberately not announced, by action (`*`: all), with the reason. */
  readonly quiet?: Readonly<Record<string, string>>;
}

/** A formatter from a schema of just the fields it shows. */
export function formatter<Schema extends z.ZodType>(
  schema: Schema,
  parts: {
    read?: (payload: z.infer<Schema>, occasion: Occasion) => News;
    tell: (payload: z.infer<Schema>, scene: Scene) => Story;
    subject?: SubjectKind;
    quiet?: Readonly<Record<string, string>>;
  },
): Formatter {
  const { read, tell, ...rest } = parts;
  return {
    ...rest,
    read: (occasion) => read?.(occasion.payloadAs(schema), occasion) ?? {},
    tell: (scene) => tell(scene.payloadAs(schema), scene),
  };
}

/** Shows a subject's state. */
export type Card = (state: SubjectState, scene: CardScene) => Notification;

export interface CardScene {
  t: Translate;
  voice: Voice;
  markdown: (text: string) => Block[];
}
