import type { Tone } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import { valueOf } from "../../../domain/fold.ts";
import type { Span } from "../../../domain/text.ts";
import { numberOf, personOf, type Somebody, textOf } from "../facets.ts";
import { excerptOf } from "../excerpt.ts";
import type { Card, CardScene } from "../formatter.ts";
import { lockField } from "../locks.ts";
import { sentence } from "../sentence.ts";
import { authorField, card, field, namesField, numberOfState, openAction, who } from "./parts.ts";

type State =
  | "open"
  | "answered"
  | "closed"
  | "resolved"
  | "outdated"
  | "duplicate"
  | "deleted"
  | "transferred"
  | "unknown";

const LOOKS: Readonly<Record<State, { tone: Tone; icon: string }>> = {
  open: { tone: "open", icon: "💬" },
  answered: { tone: "success", icon: "✅" },
  closed: { tone: "closed", icon: "🔴" },
  resolved: { tone: "merged", icon: "🟣" },
  outdated: { tone: "neutral", icon: "⚪" },
  duplicate: { tone: "neutral", icon: "⚪" },
  deleted: { tone: "neutral", icon: "🗑️" },
  transferred: { tone: "neutral", icon: "📦" },
  unknown: { tone: "neutral", icon: "💬" },
};

/** A discussion as it is now. */
export const discussionCard: Card = (state, scene) => {
  const now = stateOf(state);
  const category = textOf(state, "category");
  const comments = numberOf(state, "comments") ?? 0;
  const actor = isEnded(now) ? personOf(state, isGone(now) ? "gone_by" : "closer") : undefined;
  return card(state, scene, {
    ...LOOKS[now],
    headline: headline(now, actor, state, scene),
    face: actor,
    title: now === "deleted" ? null : undefined,
    url: now === "deleted" ? null : undefined,
    body: now === "open" ? excerptOf(state, "body") : undefined,
    fields: [
      authorField(scene, state, now === "open" ? personOf(state, "author") : actor),
      field(scene, "field.category", category === undefined ? [] : [category]),
      namesField(scene, "field.labels", state, "labels"),
      lockField(scene, state),
      field(scene, "field.comments", comments === 0 ? [] : [String(comments)]),
    ],
    actions: now === "deleted" ? [] : [openAction(scene, pageOf(now, state))],
  });
};

/** An answered discussion opens at its answer. */
function pageOf(now: State, state: SubjectState): string | undefined {
  const answer = now === "answered" ? textOf(state, "answer_url") : undefined;
  return answer ?? textOf(state, "url");
}

/** State, thing, and who brought it there. */
function headline(
  now: State,
  actor: Somebody | undefined,
  state: SubjectState,
  scene: CardScene,
): Span[] {
  const slots = {
    discussion: now === "deleted" ? `#${numberOf(state, "number") ?? "?"}` : numberOfState(state),
    author: who(personOf(state, "author"), scene),
    target: textOf(state, "target"),
  };
  if (actor === undefined || !isEnded(now))
    return sentence(scene.t, `card.discussion.${now}`, slots);
  return sentence(scene.t, `card.discussion.${now}_by`, { ...slots, actor: who(actor, scene) });
}

type Ended = Exclude<State, "open" | "answered" | "unknown">;

function isEnded(state: State): state is Ended {
  return state !== "open" && state !== "answered" && state !== "unknown";
}

function isGone(state: State): boolean {
  return state === "deleted" || state === "transferred";
}

function stateOf(state: SubjectState): State {
  const gone = textOf(state, "gone");
  if (gone === "deleted" || gone === "transferred") return gone;
  const known = textOf(state, "state");
  if (known === "closed") {
    const reason = textOf(state, "reason");
    if (reason === "resolved" || reason === "outdated" || reason === "duplicate") return reason;
    return "closed";
  }
  if (valueOf(state, "answered") === true) return "answered";
  return known === undefined ? "unknown" : "open";
}
