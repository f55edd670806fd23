import type { z } from "zod";
import { lookup } from "../../domain/lookup.ts";
import { createMadeOnce } from "../../domain/made-once.ts";
import { isMessageKey, type MessageKey, type Translate } from "../../i18n/translate.ts";
import type { EventFacts } from "../../domain/event-facts.ts";
import type { Field, Notification, Person as Author } from "../../domain/notification.ts";
import type { Presenter } from "../../domain/reading.ts";
import type { SubjectKind, SubjectState } from "../../domain/subject.ts";
import type { Block, Span } from "../../domain/text.ts";
import type { Voice } from "../../domain/voice.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import { quoted } from "./cards/comment.ts";
import { cards } from "./cards/index.ts";
import { eventTime } from "./event-time.ts";
import { leftOut, quotation, textIn } from "./excerpt.ts";
import { aboutOf, forgeHost } from "./facets.ts";
import { oneLine, Surroundings } from "./fields.ts";
import type { Formatter, Occasion, Scene, Story } from "./formatter.ts";
import { formatters } from "./index.ts";
import { withForge } from "./footer.ts";
import { identified, idsOfPayload, idsOfState, withIds } from "./known-people.ts";
import { neutral } from "./neutral.ts";
import { optional } from "./optional.ts";
import { plainSpans } from "../../domain/text/plain.ts";
import { organization, person, repository } from "./spans.ts";
import { sentence, type Slot } from "./sentence.ts";

export interface PresenterDeps {
  factsOf: (event: WebhookEvent) => EventFacts;
  translate: (lang: string) => Translate;
  /** Parses GitHub-flavoured Markdown; relative links and mentions point at the forge. */
  markdown: (text: string, context: { forgeUrl: string; repoUrl?: string }) => Block[];
}

/**
 * Turns events and states into words, by the table of formatters and the table of cards. The same
 * event or state is parsed once, and told in each voice once.
 */
export function createPresenter(deps: PresenterDeps): Presenter {
  const occasions = createMadeOnce<Occasion>();
  const told = createMadeOnce<Notification>();
  const occasionOf = (event: WebhookEvent) => occasions(event, "", () => newOccasion(event));
  return {
    read(event) {
      const read = formatterOf(event).read(occasionOf(event));
      const { news = [], attention = false, echo } = read;
      const ids = idsOfPayload(event);
      return {
        facts: deps.factsOf(event),
        news: news.map((one) => withIds(one, ids)),
        attention,
        ...optional("echo", echo),
        ...optional("quiet", read.quiet),
        ...optional("hidden", read.hidden),
      };
    },
    announce: (event, voice, form) =>
      told(event, `${form} ${JSON.stringify(voice)}`, () => {
        const t = deps.translate(voice.lang);
        return announced(deps, { ...occasionOf(event), t, form }, voice);
      }),
    show: (kind, state, voice) =>
      told(state, `${kind} ${JSON.stringify(voice)}`, () => shown(deps, kind, state, voice)),
  };
}

function announced(deps: PresenterDeps, scene: Scene, voice: Voice): Notification {
  const { event, t, around } = scene;
  const formatter = formatterOf(event);
  const context = contextOf(forgeHost(scene), around.repository?.html_url);
  const markdown = (text: string) => deps.markdown(text, context);
  if (formatter.compose !== undefined) {
    return formatter.compose(event.payload, { t, voice, markdown });
  }
  const told = announcement(scene, formatter.tell(scene), voice, markdown);
  return identified(told, idsOfPayload(event));
}

function shown(
  deps: PresenterDeps,
  kind: SubjectKind,
  state: SubjectState,
  voice: Voice,
): Notification {
  const { forge, repoUrl } = aboutOf(state);
  const context = contextOf(forge, repoUrl);
  const card = cards[kind](state, {
    t: deps.translate(voice.lang),
    voice,
    markdown: (text) => deps.markdown(text, context),
  });
  return identified(card, idsOfState(state));
}

function formatterOf({ provider, event }: WebhookEvent): Formatter {
  const name = provider === "custom" ? "custom" : event;
  return lookup(formatters, name) ?? neutral;
}

function newOccasion(event: WebhookEvent): Occasion {
  const { action = "", payload } = event;
  const parsed = createMadeOnce<unknown>();
  return {
    event,
    action,
    around: Surroundings.parse(payload),
    // What a schema parsed is of its type.
    payloadAs: <Schema extends z.ZodType>(schema: Schema) =>
      parsed(schema, "", () => schema.parse(payload)) as z.infer<Schema>,
  };
}

function announcement(
  scene: Scene,
  story: Story,
  voice: Voice,
  markdown: (text: string) => Block[],
): Notification {
  const quote = quotation(story.body ?? "");
  const written = markdown(textIn(quote));
  const own = [...(story.blocks ?? [])];
  const told: Notification = {
    tone: story.tone ?? "neutral",
    headline: headline(scene, story),
    ...(story.icon !== undefined && voice.emoji ? { icon: story.icon } : {}),
    ...optional("url", story.url),
    ...optional("bodyLeft", leftOut(quote)),
  };
  if (scene.form === "reply") {
    return { ...told, ...optional("body", bodyOf([...own, ...(quoted(written) ?? [])])) };
  }
  return {
    ...told,
    at: story.at ?? eventTime(scene.event) ?? scene.event.receivedAt,
    ...optional("body", bodyOf([...own, ...written])),
    ...surroundings(scene, story, told.headline, voice),
  };
}

function bodyOf(blocks: Block[]): Block[] | undefined {
  return blocks.length === 0 ? undefined : blocks;
}

/** What only a message of its own says: a reply stands right below the card that says it already. */
function surroundings(
  scene: Scene,
  story: Story,
  headline: readonly Span[],
  voice: Voice,
): Partial<Notification> {
  const fields = (story.fields ?? []).filter(
    (field) => field !== undefined && field.value.length > 0,
  );
  return {
    ...optional("title", story.title),
    ...optional("author", story.author ?? author(scene)),
    ...optional("footer", footer(scene, headline, voice)),
    ...optional("imageUrl", story.imageUrl),
    ...(fields.length > 0 ? { fields: fields as Field[] } : {}),
    ...(story.actions && story.actions.length > 0 ? { actions: [...story.actions] } : {}),
  };
}

function headline(scene: Scene, story: Story): Span[] {
  const { t, around } = scene;
  const slots = {
    actor: person(around.sender, t),
    repo: repository(around, t),
    org: organization(around, t),
    ...story.slots,
  };
  const key = keyOf(scene, story);
  return key === undefined ? unknownEvent(scene, slots) : sentence(t, key, slots);
}

function keyOf({ event, action }: Scene, { variant }: Story): MessageKey | undefined {
  const name = event.provider === "custom" ? "custom" : event.event;
  const last = variant ?? action;
  const key = last === "" ? `event.${name}` : `event.${name}.${last}`;
  return isMessageKey(key) ? key : undefined;
}

/** Never empty and never a raw key: `team_add` is said as “team add”. */
function unknownEvent({ t, event, action }: Scene, slots: Record<string, Slot>): Span[] {
  const kind = inWords(event.event) ?? t("word.something");
  const detail = inWords(action);
  return detail === undefined
    ? sentence(t, "neutral.event", { ...slots, kind })
    : sentence(t, "neutral.event_action", { ...slots, kind, detail });
}

function inWords(key: string): string | undefined {
  return oneLine(key.replace(/[_.-]+/g, " "));
}

function author({ around: { sender } }: Scene): Author | undefined {
  if (sender?.login === undefined) return undefined;
  return {
    name: sender.login,
    ...optional("url", sender.html_url),
    ...optional("avatarUrl", sender.avatar_url),
  };
}

/** Where it happened, unless the headline has said so. */
function footer(scene: Scene, headline: readonly Span[], voice: Voice): string | undefined {
  const { repository, organization, enterprise } = scene.around;
  const place = repository?.full_name ?? organization?.login ?? enterprise?.name;
  const said = headline.some((span) => plainSpans([span]) === place);
  return withForge(said ? undefined : place, forgeHost(scene), voice);
}

function contextOf(host = "github.com", repoUrl?: string) {
  return { forgeUrl: `https://${host}`, ...optional("repoUrl", repoUrl) };
}
