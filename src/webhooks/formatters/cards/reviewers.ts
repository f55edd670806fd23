import { z } from "zod";
import type { SubjectState } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import { namesOf, readFamily } from "../facets.ts";
import type { CardScene } from "../formatter.ts";
import { joined } from "../sentence.ts";

const VERDICTS = ["approved", "changes_requested", "commented", "dismissed", "pending"] as const;
type Verdict = (typeof VERDICTS)[number];

/** What a review facet (`verdict:{login}`, `commented:{login}`) holds. */
export const Review = z.object({ verdict: z.enum(VERDICTS), url: z.string().optional() });

const ICONS: Readonly<Record<Verdict, string>> = {
  approved: "✅",
  changes_requested: "❌",
  commented: "💬",
  dismissed: "⚪",
  pending: "⏳",
};

/**
 * Each reviewer once: pending while they are asked, else their last verdict, else that they
 * commented. Once it is over nobody is waited for.
 */
export function reviewers(state: SubjectState, scene: CardScene, over: boolean): Span[] {
  const known = new Map<string, Verdict>();
  for (const family of ["commented:", "verdict:"]) {
    for (const { name, value } of readFamily(state, family, Review)) known.set(name, value.verdict);
  }
  if (!over) for (const name of namesOf(state, "requested")) known.set(name, "pending");
  const sorted = [...known].sort(([a], [b]) => (a < b ? -1 : 1));
  return joined(
    sorted.map(([name, verdict]): Span[] => [{ person: name }, mark(verdict, scene)]),
    scene.t,
  );
}

function mark(verdict: Verdict, { t, voice }: CardScene): string {
  if (voice.emoji) return ` ${ICONS[verdict]}`;
  return t("word.in_parentheses", { text: t(`verdict.${verdict}`) });
}
