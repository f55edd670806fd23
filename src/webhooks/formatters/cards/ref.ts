import { valueOf } from "../../../domain/fold.ts";
import { personOf, readValue, textOf } from "../facets.ts";
import type { Card } from "../formatter.ts";
import { code, sentence } from "../sentence.ts";
import { commitBlocks, Commits, commitsCount } from "../commits.ts";
import { openAction, card, who } from "./parts.ts";

/** The making or deleting of a branch or tag, or a push, with the commits that came with it. */
export const refCard: Card = (state, scene) => {
  const { t } = scene;
  const [kind, name] = [textOf(state, "ref_type"), textOf(state, "ref")];
  const deleted = valueOf(state, "deleted") === true;
  const commits = readValue(state, "commits", Commits);
  const slots = {
    actor: who(personOf(state, "author"), scene),
    branch: code(name ?? t("word.something")),
  };
  const pushed = valueOf(state, "pushed") === true;
  const known = kind === "branch" || kind === "tag";
  const verb = deleted ? ("delete" as const) : ("create" as const);
  const made =
    commits === undefined || commits.total === 0
      ? sentence(t, known ? `event.${verb}.${kind}` : `event.${verb}`, slots)
      : sentence(t, pushed ? "event.push.commits" : "event.push.created_commits", {
          ...slots,
          commits: commitsCount(commits, t),
        });
  const shown = card(state, scene, {
    tone: deleted ? "closed" : "info",
    icon: deleted ? "🗑️" : pushed ? "📦" : kind === "tag" ? "🏷️" : "🌱",
    headline: made,
    actions: [openAction(scene, commits?.url)],
  });
  const body = commits === undefined ? [] : commitBlocks(commits, t);
  return body.length === 0 ? shown : { ...shown, body };
};
