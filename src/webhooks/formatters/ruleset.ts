import type { z } from "zod";
import type { Field } from "../../domain/notification.ts";
import type { Span } from "../../domain/text.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { line, link, list, part, shortRef } from "./fields.ts";
import { code, joined, sentence } from "./sentence.ts";
import { simple } from "./simple.ts";
import { named } from "./spans.ts";

/** More rules or patterns than this are counted. */
const NAMES_MAX = 8;

const from = part({ from: line });
const Patterns = part({ include: list(line), exclude: list(line) });
type Patterns = z.infer<typeof Patterns>;
const Condition = part({ ref_name: Patterns, repository_name: Patterns });
type Condition = z.infer<typeof Condition>;
const Rule = part({ type: line, parameters: part({ pattern: line }) });
const Ruleset = part({
  name: line,
  enforcement: line,
  _links: part({ html: part({ href: link }) }),
});
const fromPatterns = part({ from: list(line) });
const Changes = part({
  name: from,
  enforcement: from,
  conditions: part({
    added: list(Condition),
    deleted: list(Condition),
    updated: list(
      part({
        condition: Condition,
        changes: part({ include: fromPatterns, exclude: fromPatterns }),
      }),
    ),
  }),
  rules: part({
    added: list(Rule),
    deleted: list(Rule),
    updated: list(part({ rule: Rule, changes: part({ pattern: from }) })),
  }),
});
type Changes = z.infer<typeof Changes>;

export const repositoryRuleset = simple(
  { repository_ruleset: Ruleset, changes: Changes },
  {
    created: ["success", "🛡️"],
    edited: ["info", "🛡️"],
    renamed: ["info", "🛡️"],
    deleted: ["warning", "🛡️"],
  },
  ({ repository_ruleset: { name, enforcement, _links: links }, changes }, { action, t }) => {
    const before = changes.name.from;
    return {
      variant: action === "edited" && before !== undefined ? "renamed" : action,
      slots: { rule: named(name, links.html.href), before: named(before) },
      fields: [
        enforcementField(changes.enforcement.from, enforcement, t),
        ...conditionFields(changes.conditions, t),
        ...ruleFields(changes.rules, t),
      ],
    };
  },
);

function enforcementField(
  before: string | undefined,
  now: string | undefined,
  t: Translate,
): Field | undefined {
  if (before === undefined || now === undefined) return undefined;
  const value = [wordOf("enforcement", before, t), " → ", wordOf("enforcement", now, t)];
  return { name: t("field.enforcement"), value, inline: true };
}

function conditionFields({ added, deleted, updated }: Changes["conditions"], t: Translate) {
  const applies = (of: Condition) => patterns(patternsOf(of), t);
  const changed = updated?.map(({ condition, changes }): Span[] => {
    const now = patternsOf(condition);
    const include = changes.include.from ?? now.include;
    const exclude = changes.exclude.from ?? now.exclude;
    return [...patterns({ include, exclude }, t), " → ", ...patterns(now, t)];
  });
  return [
    listField(t("field.applies_to"), [...(changed ?? []), ...(added ?? []).map(applies)], t),
    listField(t("field.applied_to"), deleted?.map(applies), t),
  ];
}

function patternsOf({ ref_name: refs, repository_name: repositories }: Condition): Patterns {
  return refs.include === undefined && refs.exclude === undefined ? repositories : refs;
}

function patterns({ include = [], exclude = [] }: Patterns, t: Translate): Span[] {
  if (include.length === 0 && exclude.length === 0) return [t("ruleset.conditions_changed")];
  const included = include.length === 0 ? [t("word.none")] : namesOf(include, t);
  if (exclude.length === 0) return included;
  return sentence(t, "ruleset.except", { included, excluded: namesOf(exclude, t) });
}

/** `refs/heads/main` → `main`. */
function namesOf(known: Patterns["include"], t: Translate): Span[] {
  const names = (known ?? []).map((pattern): Span => {
    if (pattern === "~ALL") return t("ruleset.all");
    return pattern === "~DEFAULT_BRANCH" ? t("ruleset.default_branch") : code(shortRef(pattern));
  });
  return fewOf(names, t);
}

function ruleFields({ added, deleted, updated }: Changes["rules"], t: Translate) {
  const ruleName = ({ type }: z.infer<typeof Rule>) => wordOf("rule", type, t);
  const changed = updated?.map(({ rule, changes }): Span[] => {
    const [before, now] = [changes.pattern.from, rule.parameters.pattern];
    if (before === undefined || now === undefined) return [ruleName(rule)];
    return [ruleName(rule), " ", code(before), " → ", code(now)];
  });
  return [
    listField(t("field.rules_added"), added?.map(ruleName), t),
    listField(t("field.rules_changed"), changed, t),
    listField(t("field.rules_removed"), deleted?.map(ruleName), t),
  ];
}

function listField(
  name: string,
  items: readonly (Span | readonly Span[])[] = [],
  t: Translate,
): Field | undefined {
  return items.length === 0 ? undefined : { name, value: fewOf(items, t) };
}

function fewOf(items: readonly (Span | readonly Span[])[], t: Translate): Span[] {
  const more = items.length - NAMES_MAX;
  const shown = items.slice(0, NAMES_MAX);
  return joined(more > 0 ? [...shown, t("word.more", { count: more })] : shown, t);
}

/** The forge's own name for it, in the reader's words. */
function wordOf(family: "enforcement" | "rule", name: string | undefined, t: Translate): string {
  const key = `${family}.${name}`;
  return isMessageKey(key) ? t(key) : (name ?? t("word.something")).replaceAll("_", " ");
}
