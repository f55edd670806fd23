import { z } from "zod";
import type { Field, Tone } from "../../../domain/notification.ts";
import type { SubjectState } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import { valueOf } from "../../../domain/fold.ts";
import { numberOf, personOf, readFamily, readValue, type Somebody, textOf } from "../facets.ts";
import { excerptOf } from "../excerpt.ts";
import type { Card, CardScene } from "../formatter.ts";
import { lockField } from "../locks.ts";
import { branchesSpans, sizeWords } from "../opening.ts";
import { sentence } from "../sentence.ts";
import { Check, REREQUESTED } from "../subjects/checks.ts";
import { type Button, buttons } from "./buttons.ts";
import { checksSummary, type NamedCheck } from "./checks.ts";
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
import { reviewers } from "./reviewers.ts";

type State = "open" | "draft" | "queued" | "merged" | "closed" | "unknown";

const LOOKS: Readonly<Record<State, { tone: Tone; icon: string; buttons: readonly Button[] }>> = {
  open: { tone: "open", icon: "🟢", buttons: ["comment", "approve", "merge", "closePull"] },
  draft: { tone: "draft", icon: "📝", buttons: ["comment", "closePull"] },
  queued: { tone: "pending", icon: "🚦", buttons: ["comment"] },
  merged: { tone: "merged", icon: "🟣", buttons: ["comment"] },
  closed: { tone: "closed", icon: "🔴", buttons: ["comment", "reopenPull"] },
  unknown: { tone: "neutral", icon: "🔀", buttons: ["comment"] },
};

const Size = z.object({ added: z.number(), removed: z.number(), files: z.number() });

/** A pull request as it is now. */
export const pullRequestCard: Card = (state, scene) => {
  const now = stateOf(state);
  const look = LOOKS[now];
  const over = now === "merged" || now === "closed";
  const actor = over ? personOf(state, "closer") : undefined;
  const opened = now === "open" || now === "draft";
  return card(state, scene, {
    tone: look.tone,
    icon: look.icon,
    headline: headline(now, actor, state, scene),
    face: actor,
    body: over ? undefined : excerptOf(state, "body"),
    fields: [
      authorField(scene, state, opened ? personOf(state, "author") : actor),
      field(scene, "field.reviewers", reviewers(state, scene, over)),
      field(scene, "field.checks", checksSummary(currentChecks(state), scene)),
      namesField(scene, "field.labels", state, "labels"),
      assigneesField(scene, state),
      textField(scene, "field.milestone", textOf(state, "milestone")),
      field(scene, "field.auto_merge", autoMerge(now, state, scene)),
      field(scene, "field.branches", branches(state)),
      field(scene, "field.size", size(state, scene)),
      lockField(scene, state),
      field(scene, "field.comments", comments(state)),
    ],
    actions: [openAction(scene, textOf(state, "url")), ...buttons(state, scene, look.buttons)],
  });
};

function stateOf(state: SubjectState): State {
  const known = textOf(state, "state");
  if (known === "merged" || known === "closed") return known;
  if (known !== "open" && known !== "draft") return "unknown";
  return valueOf(state, "queue") === true ? "queued" : known;
}

/** State, thing, and who brought it there. */
function headline(
  now: State,
  actor: Somebody | undefined,
  state: SubjectState,
  scene: CardScene,
): Span[] {
  const pull = numberOfState(state);
  if (actor !== undefined && (now === "merged" || now === "closed")) {
    return sentence(scene.t, `card.pull_request.${now}_by`, { pull, actor: who(actor, scene) });
  }
  const author = who(personOf(state, "author"), scene);
  return sentence(scene.t, `card.pull_request.${now}`, { pull, author });
}

/**
 * The checks of the present head commit; of the runs those whose checks are not listed themselves.
 * Checks that ended before their run was asked for again say nothing any more.
 */
function currentChecks(state: SubjectState): NamedCheck[] {
  const head = textOf(state, "head");
  if (head === undefined) return [];
  const runs = readFamily(state, `run:${head}:`, Check);
  const again = new Map(
    runs
      .filter(({ value }) => value.state === REREQUESTED)
      .map(({ value, version }) => [value.suite, version[1]]),
  );
  const checks = readFamily(state, `check:${head}:`, Check).filter(
    ({ value, version }) => version[1] > (again.get(value.suite) ?? -1),
  );
  const suites = new Set(checks.flatMap(({ value }) => value.suite ?? []));
  return [...runs.filter(({ value: { suite = "" } }) => !suites.has(suite)), ...checks].map(
    ({ name, value }) => ({ ...value, name }),
  );
}

function autoMerge(now: State, state: SubjectState, { t }: CardScene): Span[] {
  const on = valueOf(state, "auto_merge") === true && (now === "open" || now === "draft");
  return on ? [t("word.on")] : [];
}

function branches(state: SubjectState): Span[] {
  return branchesSpans(
    textOf(state, "base"),
    textOf(state, "fork_branch") ?? textOf(state, "branch"),
  );
}

function size(state: SubjectState, { t }: CardScene): Span[] {
  const known = readValue(state, "size", Size);
  return known === undefined ? [] : [sizeWords(known, t)];
}

function comments(state: SubjectState): Span[] {
  const total = (numberOf(state, "comments") ?? 0) + (numberOf(state, "review_comments") ?? 0);
  return total === 0 ? [] : [String(total)];
}

function textField(
  scene: CardScene,
  key: Parameters<typeof field>[1],
  value: string | undefined,
): Field | undefined {
  return value === undefined ? undefined : field(scene, key, [value]);
}
