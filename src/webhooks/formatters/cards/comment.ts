import type { Block, Span } from "../../../domain/text.ts";
import { valueOf } from "../../../domain/fold.ts";
import { excerptOf, leftOut, textIn } from "../excerpt.ts";
import { numberOf, personOf, textOf } from "../facets.ts";
import type { Card } from "../formatter.ts";
import { linked, sentence } from "../sentence.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import { who } from "./parts.ts";
import { optional } from "../optional.ts";

/** A comment, short: it stands below the card of what it is about. */
export const commentCard: Card = (state, scene) => {
  const { t, voice, markdown } = scene;
  const gone = valueOf(state, "body") === null;
  const of = textOf(state, "of") === "discussion" ? ("discussion" as const) : ("issue" as const);
  const slots = {
    actor: who(personOf(state, "author"), scene),
    issue: thingOf(state),
    discussion: thingOf(state),
  };
  const said = excerptOf(state, "body");
  return {
    tone: gone ? "neutral" : "info",
    headline: sentence(t, gone ? `card.comment.${of}_deleted` : keyOf(of, state), slots),
    ...(voice.emoji ? { icon: gone ? "🗑️" : "💬" } : {}),
    ...optional("url", gone ? textOf(state, "thing") : textOf(state, "url")),
    ...optional("body", said === undefined ? undefined : quoted(markdown(textIn(said)))),
    ...optional("bodyLeft", leftOut(said)),
  };
};

function keyOf(of: "issue" | "discussion", state: SubjectState) {
  if (of === "issue") return "event.issue_comment.created";
  return valueOf(state, "reply") === true
    ? "event.discussion_comment.replied"
    : "event.discussion_comment.created";
}

/** `#12`, linked, of what a reply is about. */
export function thingOf(state: SubjectState): Span {
  const number = numberOf(state, "number");
  return number === undefined ? "#?" : linked(`#${number}`, textOf(state, "thing"));
}

/** A person's words, told from ours. */
export function quoted(blocks: Block[]): Block[] | undefined {
  return blocks.length === 0 ? undefined : [{ type: "quote", blocks }];
}
