import type { Tone } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import type { Block, Span } from "../../../domain/text.ts";
import { excerptOf, leftOut, textIn } from "../excerpt.ts";
import { personOf, readFamily, textOf } from "../facets.ts";
import type { Card, CardScene } from "../formatter.ts";
import { lineList } from "../line-list.ts";
import { optional } from "../optional.ts";
import { code, sentence } from "../sentence.ts";
import { CodeComment } from "../subjects/review.ts";
import { quoted, thingOf } from "./comment.ts";
import { who } from "./parts.ts";

type Verdict = "approved" | "changes_requested" | "commented" | "dismissed";

const LOOKS: Readonly<Record<Verdict, { tone: Tone; icon: string }>> = {
  approved: { tone: "success", icon: "✅" },
  changes_requested: { tone: "failure", icon: "❌" },
  commented: { tone: "info", icon: "💬" },
  dismissed: { tone: "neutral", icon: "⚪" },
};

/** More comments on code than this are counted. */
const COMMENTS_MAX = 5;

/** A review with its comments on code, short: it stands below the pull request's card. */
export const reviewCard: Card = (state, scene) => {
  const { voice, markdown } = scene;
  const verdict = verdictOf(state);
  const body = excerptOf(state, "body");
  const said = body === undefined ? [] : (quoted(markdown(textIn(body))) ?? []);
  const comments = readFamily(state, "comment:", CodeComment).map(({ value }) => value);
  const blocks = [...said, ...codeComments(comments, scene)];
  return {
    tone: LOOKS[verdict].tone,
    headline:
      verdict === "dismissed"
        ? dismissal(state, scene)
        : headline(verdict, body === undefined ? comments : [], state, scene),
    ...(voice.emoji ? { icon: LOOKS[verdict].icon } : {}),
    ...optional("url", textOf(state, "url")),
    ...optional("body", blocks.length === 0 ? undefined : blocks),
    ...optional("bodyLeft", leftOut(body)),
  };
};

function verdictOf(state: SubjectState): Verdict {
  const known = textOf(state, "verdict");
  return known !== undefined && Object.hasOwn(LOOKS, known) ? (known as Verdict) : "commented";
}

function headline(
  verdict: Exclude<Verdict, "dismissed">,
  comments: readonly CodeComment[],
  state: SubjectState,
  scene: CardScene,
): Span[] {
  const slots = { actor: who(personOf(state, "author"), scene), pull: thingOf(state) };
  return sentence(scene.t, headlineOf(verdict, comments), slots);
}

function headlineOf(verdict: Exclude<Verdict, "dismissed">, comments: readonly CodeComment[]) {
  if (verdict === "commented" && areAnswers(comments))
    return comments.length === 1 ? "card.review.replied" : "card.review.replied_many";
  return `event.pull_request_review.${verdict}` as const;
}

/** Who took whose review back. */
function dismissal(state: SubjectState, scene: CardScene): Span[] {
  const [author, by] = [personOf(state, "author"), personOf(state, "dismisser")];
  const slots = {
    person: who(author, scene),
    actor: who(by ?? author, scene),
    pull: thingOf(state),
  };
  if (by === undefined) return sentence(scene.t, "card.review.dismissed", slots);
  const own = by.login === author?.login;
  return sentence(scene.t, `event.pull_request_review.dismissed${own ? "_own" : ""}`, slots);
}

/** GitHub makes a review of each answer to a comment. */
function areAnswers(comments: readonly CodeComment[]): boolean {
  return comments.length > 0 && comments.every(({ reply }) => reply === true);
}

/** `src/kettle.ts:12` and what was said about it, one line each. */
function codeComments(known: readonly CodeComment[], scene: CardScene): Block[] {
  const shown = known.slice(0, COMMENTS_MAX).map(({ path, url, body }): Span[] => {
    const [first] = scene.markdown(textIn(body));
    const words: Span[] = first?.type === "paragraph" ? first.spans : body === "" ? [] : ["…"];
    return path === undefined ? words : [code(path, url), " ", ...words];
  });
  const more = known.length - shown.length;
  if (more > 0) shown.push([scene.t("word.more", { count: more })]);
  return lineList(shown);
}
