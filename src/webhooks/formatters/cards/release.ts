import type { Tone } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import { aboutOf, numberOf, personOf, textOf } from "../facets.ts";
import { excerptOf } from "../excerpt.ts";
import type { Card } from "../formatter.ts";
import { repositoryPicture } from "../pictures.ts";
import { bold, code, sentence } from "../sentence.ts";
import { card, field, openAction, who } from "./parts.ts";

type State = "published" | "prerelease" | "unpublished" | "deleted" | "unknown";

const LOOKS: Readonly<Record<State, { tone: Tone; icon: string }>> = {
  published: { tone: "success", icon: "🎉" },
  prerelease: { tone: "info", icon: "🧪" },
  unpublished: { tone: "neutral", icon: "⚪" },
  deleted: { tone: "neutral", icon: "🗑️" },
  unknown: { tone: "neutral", icon: "🏷️" },
};

/** A release as it is now. What was withdrawn no longer shows its notes. */
export const releaseCard: Card = (state, scene) => {
  const now = stateOf(state);
  const shown = now === "published" || now === "prerelease";
  const tag = textOf(state, "tag");
  const title = textOf(state, "title");
  const actor =
    now === "unpublished" || now === "deleted" ? personOf(state, "withdrawer") : undefined;
  const assets = numberOf(state, "assets") ?? 0;
  return card(state, scene, {
    ...LOOKS[now],
    headline: sentence(scene.t, keyOf(now, actor !== undefined), {
      author: who(personOf(state, "author"), scene),
      actor: who(actor, scene),
      release: bold(title ?? tag ?? scene.t("word.untitled"), textOf(state, "url")),
    }),
    face: actor,
    title: null,
    imageUrl: shown ? pictureOf(state) : undefined,
    body: shown ? excerptOf(state, "body") : undefined,
    fields: [
      field(scene, "field.tag", tag === undefined || tag === title ? [] : [code(tag)]),
      field(scene, "field.assets", assets === 0 ? [] : [String(assets)]),
    ],
    actions: shown ? [openAction(scene, textOf(state, "url"))] : [],
  });
};

function keyOf(now: State, known: boolean) {
  const withdrawn = now === "unpublished" || now === "deleted";
  return withdrawn && known
    ? (`card.release.${now}_by` as const)
    : (`card.release.${now}` as const);
}

function pictureOf(state: SubjectState): string | undefined {
  const { repo, open, forge } = aboutOf(state);
  return repositoryPicture({ full_name: repo, private: open !== true }, forge);
}

function stateOf(state: SubjectState): State {
  const known = textOf(state, "gone") ?? textOf(state, "state");
  return known !== undefined && Object.hasOwn(LOOKS, known) ? (known as State) : "unknown";
}
