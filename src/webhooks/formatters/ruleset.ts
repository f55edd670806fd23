import type { z } from "zod";
import type { Field } from "../../domain/notification.ts";
import type { Span } from "../../domain/text.ts";
import { isMessageKey, type Translate } from "../../i18n/translate.ts";
import { line, link, list, oneLine, part, shortRef } from "./fields.ts";
import { parameterChanges, parameters, writtenParameters } from "./rule-parameters.ts";
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
const RuleChanges = part({ pattern: from, configuration: part({ from: writtenParameters }) });
const Rule = part({ type: line, parameters });
type Rule = z.infer<typeof Rule>;
const Ruleset = part({
  name: line,
  enforcement: line,
  conditions: Condition,
  rules: list(Rule),
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
    updated: list(part({ rule: Rule, changes: RuleChanges })),
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
  ({ repository_ruleset: ruleset, changes }, { action, t }) => {
    const { name, enforcement, _links: links } = ruleset;
    const before = changes.name.from;
    return {
      variant: action === "edited" && before !== undefined ? "renamed" : action,
      slots: { rule: named(name, links.html.href), before: named(before) },
      fields:
        action === "created"
          ? contentFields(ruleset, t)
          : [
              enforcementField(changes.enforcement.from, enforcement, t),
              ...conditionFields(changes.conditions, t),
              ...ruleFields(changes.rules, t),
            ],
    };
  },
);

/** What a new ruleset does, where, and demands. */
function contentFields({ enforcement, conditions, rules }: z.infer<typeof Ruleset>, t: Translate) {
  const { include, exclude } = patternsOf(conditions);
  const applies = include?.length || exclude?.length ? [patterns({ include, exclude }, t)] : [];
  return [
    enforcement === undefined
      ? undefined
      : {
          name: t("field.enforcement"),
          value: [wordOf("enforcement", enforcement, t)],
          inline: true,
        },
    listField(t("field.applies_to"), applies, t),
    listField(
      t("field.rules"),
      rules?.map(({ type }) => wordOf("rule", type, t)),
      t,
    ),
  ];
}

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

function ruleFields({ added, deleted, updated = [] }: Changes["rules"], t: Translate) {
  const ruleName = ({ type }: Rule) => wordOf("rule", type, t);
  const told = updated.map(({ rule, changes }) => ({ rule, news: newsOfRule(rule, changes, t) }));
  const detailed = told.filter(({ news }) => news.length > 0).slice(0, RULES_MAX);
  const others = told.filter((one) => !detailed.includes(one)).map(({ rule }) => ruleName(rule));
  return [
    listField(t("field.rules_added"), added?.map(ruleName), t),
    ...detailed.map(({ rule, news }) => listField(capitalised(ruleName(rule)), news, t)),
    listField(t("field.rules_changed"), others, t),
    listField(t("field.rules_removed"), deleted?.map(ruleName), t),
  ];
}

/** Of more rules than this only the names are told. */
const RULES_MAX = 5;

function newsOfRule(
  { parameters: now }: Rule,
  { pattern, configuration }: z.infer<typeof RuleChanges>,
  t: Translate,
): Span[][] {
  const news = parameterChanges(configuration.from, now, t);
  const current = now["pattern"];
  if (news.length > 0 || pattern.from === undefined || typeof current !== "string") return news;
  return [[code(pattern.from), " → ", code(oneLine(current) ?? "?")]];
}

function capitalised(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
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
