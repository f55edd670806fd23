import type { Action, Field, Notification, Tone } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import type { MessageKey } from "../../../i18n/translate.ts";
import { aboutOf, namesOf, numberOf, personOf, type Somebody, textOf } from "../facets.ts";
import { type Excerpt, leftOut, textIn } from "../excerpt.ts";
import { withForge } from "../footer.ts";
import type { CardScene } from "../formatter.ts";
import { optional } from "../optional.ts";
import { joined, linked } from "../sentence.ts";

export interface CardParts {
  tone: Tone;
  icon?: string | undefined;
  headline: Span[];
  body?: Excerpt | undefined;
  fields?: readonly (Field | undefined)[];
  actions?: readonly (Action | undefined)[];
  /** Where the card's subject is, when not the state's own `url`. Null: its page is gone. */
  url?: string | null | undefined;
  /** Null: none, though the state knows one. */
  title?: string | null | undefined;
  at?: number | undefined;
  /** Whose face stands beside it, when not the author's. */
  face?: Somebody | undefined;
  imageUrl?: string | undefined;
}

/** A card from its parts, with what all cards take from their state. */
export function card(state: SubjectState, scene: CardScene, parts: CardParts): Notification {
  const about = aboutOf(state);
  const url = parts.url === null ? undefined : (parts.url ?? textOf(state, "url"));
  const body = parts.body === undefined ? [] : scene.markdown(textIn(parts.body));
  const fields = present(parts.fields ?? []).filter(({ value }) => value.length > 0);
  const actions = present(parts.actions ?? []);
  return {
    tone: parts.tone,
    headline: parts.headline,
    ...(scene.voice.emoji ? optional("icon", parts.icon) : {}),
    ...optional(
      "title",
      parts.title === null ? undefined : (parts.title ?? textOf(state, "title")),
    ),
    ...optional("url", url),
    ...optional("author", authorOf(parts.face ?? personOf(state, "author"))),
    ...(body.length > 0 ? { body } : {}),
    ...optional("bodyLeft", leftOut(parts.body)),
    ...(fields.length > 0 ? { fields } : {}),
    ...optional("footer", withForge(about.repo, about.forge, scene.voice)),
    ...optional("imageUrl", parts.imageUrl),
    ...optional("at", parts.at ?? numberOf(state, "at")),
    ...(actions.length > 0 ? { actions } : {}),
  };
}

export function field(
  { t }: CardScene,
  key: MessageKey,
  value: readonly Span[],
  inline = true,
): Field | undefined {
  return value.length === 0 ? undefined : { name: t(key), value: [...value], inline };
}

/** A field that lists names. */
export function namesField(
  scene: CardScene,
  key: MessageKey,
  state: SubjectState,
  facet: string,
): Field | undefined {
  return field(scene, key, joined(namesOf(state, facet), scene.t));
}

export function assigneesField(scene: CardScene, state: SubjectState): Field | undefined {
  const people = namesOf(state, "assignees").map((person) => ({ person }));
  return field(scene, "field.assignees", joined(people, scene.t));
}

/** The author, where the headline names somebody else or nobody. */
export function authorField(
  scene: CardScene,
  state: SubjectState,
  named: Somebody | undefined,
): Field | undefined {
  const author = personOf(state, "author");
  if (author === undefined || author.login === named?.login) return undefined;
  return field(scene, "field.author", [who(author, scene)]);
}

export function who(somebody: Somebody | undefined, { t }: CardScene): Span {
  if (somebody === undefined) return t("word.somebody");
  const { login, url } = somebody;
  return url === undefined ? { person: login } : { person: login, url };
}

/** `#12`, linked, from a state with `number` and `url`. */
export function numberOfState(state: SubjectState): Span {
  const number = numberOf(state, "number");
  return number === undefined ? "#?" : linked(`#${number}`, textOf(state, "url"));
}

export function openAction({ t }: CardScene, url: string | undefined): Action | undefined {
  return url === undefined ? undefined : { type: "link", label: t("button.open"), url };
}

function authorOf(somebody: Somebody | undefined) {
  if (somebody === undefined) return undefined;
  return {
    name: somebody.login,
    ...optional("url", somebody.url),
    ...optional("avatarUrl", somebody.avatar),
  };
}

function present<Item>(items: readonly (Item | undefined)[]): Item[] {
  return items.filter((item): item is Item => item !== undefined);
}
