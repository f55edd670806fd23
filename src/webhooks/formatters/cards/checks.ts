import { lookup } from "../../../domain/lookup.ts";
import type { Version } from "../../../domain/subject.ts";
import type { Span } from "../../../domain/text.ts";
import { isMessageKey, type MessageKey, type Translate } from "../../../i18n/translate.ts";
import type { CardScene } from "../formatter.ts";
import { joined, linked } from "../sentence.ts";
import type { Check } from "../subjects/checks.ts";
import type { Tone } from "../../../domain/notification.ts";

/** A check with the name it is shown by. */
export type NamedCheck = Check & { name: string };

export type Outcome = "passed" | "failed" | "pending" | "skipped";

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  success: "passed",
  failure: "failed",
  error: "failed",
  timed_out: "failed",
  startup_failure: "failed",
  action_required: "failed",
  cancelled: "failed",
  neutral: "skipped",
  skipped: "skipped",
  stale: "skipped",
};

const ICONS: Readonly<Record<Outcome, string>> = {
  passed: "✅",
  failed: "❌",
  pending: "⏳",
  skipped: "⏭️",
};

/** More names than this are counted. */
const NAMES_MAX = 6;

/** Only success is shown green; whatever is not known to be over is pending. */
export function outcomeOf(state: string): Outcome {
  return lookup(OUTCOMES, state) ?? "pending";
}

const TONES: Readonly<Record<string, Tone>> = {
  success: "success",
  failure: "failure",
  error: "failure",
  timed_out: "failure",
  startup_failure: "failure",
  action_required: "warning",
  waiting: "warning",
  cancelled: "neutral",
  neutral: "neutral",
  skipped: "neutral",
  stale: "neutral",
  inactive: "neutral",
};

const STATE_ICONS: Readonly<Record<string, string>> = {
  action_required: "⚠️",
  waiting: "⏸️",
  cancelled: "🚫",
  timed_out: "⌛",
  neutral: "⚪",
  inactive: "⚪",
  stale: "⚪",
  skipped: "⏭️",
};

export function toneOf(state: string): Tone {
  return lookup(TONES, state) ?? "pending";
}

export function iconOf(state: string): string {
  return lookup(STATE_ICONS, state) ?? ICONS[outcomeOf(state)];
}

/** When the last of them changed. */
export function newestOf(checks: readonly { version: Version }[]): number | undefined {
  return checks.length === 0 ? undefined : Math.max(...checks.map(({ version }) => version[1]));
}

/** What several checks say as one, where nobody else says it: their own word where they agree. */
export function together(checks: readonly Check[]): string {
  const outcomes = new Set(checks.map(({ state }) => outcomeOf(state)));
  const alike = (outcome: Outcome) => {
    const states = new Set(
      checks.map(({ state }) => state).filter((s) => outcomeOf(s) === outcome),
    );
    return states.size === 1 ? [...states][0] : undefined;
  };
  if (checks.length === 0) return "in_progress";
  if (outcomes.has("pending"))
    return outcomes.size === 1 ? (alike("pending") ?? "in_progress") : "in_progress";
  if (outcomes.has("failed")) return alike("failed") ?? "failure";
  return outcomes.has("passed") ? "success" : (alike("skipped") ?? "neutral");
}

/** `✅ 12 ❌ 1 ⏳ 2`, or the same in words, then the failing ones by name. */
export function checksSummary(checks: readonly NamedCheck[], scene: CardScene): Span[] {
  if (checks.length === 0) return [];
  const parts = (["passed", "failed", "pending", "skipped"] as const).flatMap((outcome) => {
    const count = checks.filter(({ state }) => outcomeOf(state) === outcome).length;
    if (count === 0) return [];
    return [
      scene.voice.emoji ? `${ICONS[outcome]} ${count}` : scene.t(`checks.${outcome}`, { count }),
    ];
  });
  const summary = parts.join(scene.voice.emoji ? " " : scene.t("word.comma"));
  const failing = failingNames(checks, scene);
  return failing.length === 0 ? [summary] : [...failing, " · ", summary];
}

/** So few checks are shown by name, each with how it stands. */
const NAMED_MAX = 3;

/** `lint ✅, test ❌` of few checks, which say more than their number; else the summary. */
export function checksByName(checks: readonly NamedCheck[], scene: CardScene): Span[] {
  if (checks.length > NAMED_MAX) return checksSummary(checks, scene);
  const hasFailed = ({ state }: Check) => Number(outcomeOf(state) === "failed");
  const failingFirst = checks.toSorted((a, b) => hasFailed(b) - hasFailed(a));
  return joined(
    failingFirst.map((check): Span[] => [
      linked(check.name, check.url),
      scene.voice.emoji ? ` ${iconOf(check.state)}` : "",
      inParentheses(
        scene.voice.emoji ? [] : [stateWord("ran", check.state, scene.t)],
        check,
        scene,
      ),
    ]),
    scene.t,
  );
}

/** The failing checks, linked; how one ended is said where it is not simply a failure. */
export function failingNames(checks: readonly NamedCheck[], scene: CardScene): Span[] {
  const { t } = scene;
  const failing = checks.filter(({ state }) => outcomeOf(state) === "failed");
  const shown = failing.slice(0, NAMES_MAX).map((check): Span[] => {
    const name = linked(check.name, check.url);
    const how = check.state === "failure" ? [] : [stateWord("ran", check.state, t)];
    return [name, inParentheses(how, check, scene)];
  });
  const more = failing.length - shown.length;
  return joined(more === 0 ? shown : [...shown, t("word.more", { count: more })], t);
}

/** ` (timed out, Run tests)`: how it ended, and what it says of that. */
function inParentheses(how: readonly string[], { note }: Check, { t }: CardScene): string {
  const said = [...how, ...(note === undefined ? [] : [note])];
  return said.length === 0 ? "" : t("word.in_parentheses", { text: said.join(t("word.comma")) });
}

/** The word for a state; an unknown one is never shown raw. */
export function stateWord(
  family: "ran" | "ran_many" | "deployed" | "imported" | "built",
  state: string | undefined,
  t: Translate,
): string {
  const key = `${family}.${state}`;
  const other: MessageKey = `${family}.other`;
  return t(isMessageKey(key) ? key : other);
}
