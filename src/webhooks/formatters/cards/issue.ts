import type { Field, Tone } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import { numberOf, personOf, type Somebody, textOf } from "../facets.ts";
import { excerptOf } from "../excerpt.ts";
import type { Card, CardScene } from "../formatter.ts";
import { lockField } from "../locks.ts";
import { linked, sentence } from "../sentence.ts";
import { type Button, buttons } from "./buttons.ts";
import {
  assigneesField,
  authorField,
  card,
  field,
  namesField,
  numberOfState,
  openAction,
  who,
} from "./parts.ts";

type State =
  | "open"
  | "closed"
  | "completed"
  | "not_planned"
  | "duplicate"
  | "deleted"
  | "transferred"
  | "unknown";

const CLOSED = ["comment", "reopenIssue"] as const;
const LOOKS: Readonly<Record<State, { tone: Tone; icon: string; buttons: readonly Button[] }>> = {
  open: { tone: "open", icon: "🟢", buttons: ["comment", "closeIssue"] },
  closed: { tone: "closed", icon: "🔴", buttons: CLOSED },
  completed: { tone: "merged", icon: "🟣", buttons: CLOSED },
  not_planned: { tone: "neutral", icon: "⚪", buttons: CLOSED },
  duplicate: { tone: "neutral", icon: "⚪", buttons: CLOSED },
  deleted: { tone: "neutral", icon: "🗑️", buttons: [] },
  transferred: { tone: "neutral", icon: "📦", buttons: [] },
  unknown: { tone: "neutral", icon: "📌", buttons: ["comment"] },
};

/** An issue as it is now. */
export const issueCard: Card = (state, scene) => {
  const now = stateOf(state);
  const look = LOOKS[now];
  const actor = isEnded(now) ? personOf(state, isGone(now) ? "gone_by" : "closer") : undefined;
  return card(state, scene, {
    tone: look.tone,
    icon: look.icon,
    headline: headline(now, actor, state, scene),
    face: actor,
    title: now === "deleted" ? null : undefined,
    url: now === "deleted" ? null : undefined,
    body: now === "open" ? excerptOf(state, "body") : undefined,
    fields: [
      authorField(scene, state, now === "open" ? personOf(state, "author") : actor),
      // Of what is deleted only that it is gone is news.
      ...(now === "deleted" ? [] : details(state, scene)),
    ],
    actions:
      now === "deleted"
        ? []
        : [openAction(scene, textOf(state, "url")), ...buttons(state, scene, look.buttons)],
  });
};

function details(state: SubjectState, scene: CardScene): (Field | undefined)[] {
  const comments = numberOf(state, "comments") ?? 0;
  return [
    field(scene, "field.type", list(textOf(state, "type"))),
    namesField(scene, "field.labels", state, "labels"),
    assigneesField(scene, state),
    field(scene, "field.milestone", list(textOf(state, "milestone"))),
    lockField(scene, state),
    field(scene, "field.comments", comments === 0 ? [] : [String(comments)]),
  ];
}

/** State, thing, and who brought it there. */
function headline(
  now: State,
  actor: Somebody | undefined,
  state: SubjectState,
  scene: CardScene,
): Span[] {
  const slots = {
    issue: now === "deleted" ? `#${numberOf(state, "number") ?? "?"}` : numberOfState(state),
    author: who(personOf(state, "author"), scene),
    target: linked(
      textOf(state, "target") ?? scene.t("word.somewhere"),
      textOf(state, "target_url"),
    ),
  };
  if (actor === undefined || !isEnded(now)) return sentence(scene.t, `card.issue.${now}`, slots);
  return sentence(scene.t, `card.issue.${now}_by`, { ...slots, actor: who(actor, scene) });
}

type Ended = Exclude<State, "open" | "unknown">;

function isEnded(state: State): state is Ended {
  return state !== "open" && state !== "unknown";
}

function isGone(state: State): boolean {
  return state === "deleted" || state === "transferred";
}

function stateOf(state: SubjectState): State {
  const known = textOf(state, "gone") ?? textOf(state, "state");
  return known !== undefined && Object.hasOwn(LOOKS, known) ? (known as State) : "unknown";
}

function list(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}
