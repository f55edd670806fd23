import { valueOf } from "../../../domain/fold.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import type { Translate } from "../../../i18n/translate.ts";
import { aboutOf, personOf, readValue, textOf } from "../facets.ts";
import type { Card } from "../formatter.ts";
import { refPage } from "../ref-page.ts";
import { code, sentence } from "../sentence.ts";
import { commitBlocks, Commits, commitsCount } from "../commits.ts";
import { openAction, card, who } from "./parts.ts";

/** The making or deleting of a branch or tag, or a push, with the commits that came with it. */
export const refCard: Card = (state, scene) => {
  const { t } = scene;
  const ref = refOf(state);
  const { deleted, pushed, page, commits } = ref;
  const shown = card(state, scene, {
    tone: deleted ? "closed" : "info",
    icon: deleted ? "🗑️" : pushed ? "📦" : ref.kind === "tag" ? "🏷️" : "🌱",
    headline: headline(ref, who(personOf(state, "author"), scene), t),
    actions: [openAction(scene, commits === undefined ? page : commits.url)],
  });
  return commits === undefined ? shown : { ...shown, body: commitBlocks(commits, t) };
};

interface Ref {
  name: string | undefined;
  kind: "branch" | "tag" | undefined;
  deleted: boolean;
  pushed: boolean;
  /** Where it is shown; what was deleted is shown nowhere. */
  page: string | undefined;
  commits: Commits | undefined;
}

function refOf(state: SubjectState): Ref {
  const [kind, name] = [textOf(state, "ref_type"), textOf(state, "ref")];
  const deleted = valueOf(state, "deleted") === true;
  const commits = readValue(state, "commits", Commits);
  const { repoUrl, provider } = aboutOf(state);
  return {
    name,
    kind: kind === "branch" || kind === "tag" ? kind : undefined,
    deleted,
    pushed: valueOf(state, "pushed") === true,
    page: deleted ? undefined : refPage(repoUrl, provider, kind, name),
    commits: commits === undefined || commits.total === 0 ? undefined : commits,
  };
}

function headline(ref: Ref, actor: Span, t: Translate): Span[] {
  const { name, kind, deleted, pushed, page, commits } = ref;
  const slots = { actor, branch: code(name ?? t("word.something"), page) };
  if (commits !== undefined) {
    const key = pushed ? "event.push.commits" : "event.push.created_commits";
    return sentence(t, key, { ...slots, commits: commitsCount(commits, t) });
  }
  const verb = deleted ? ("delete" as const) : ("create" as const);
  return sentence(t, kind === undefined ? `event.${verb}` : `event.${verb}.${kind}`, slots);
}
