import type { Ast, Filter, FilterType } from "../../domain/filter.ts";
import { unknownActions } from "./action-warnings.ts";
import { compilePattern, type RuleProblem } from "./patterns.ts";

const PULLS = [
  "pull_request",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_thread",
];
const RUNS = ["workflow_run", "check_run", "check_suite"];

/** The events that have a property; every event may have those that are not listed. */
const CARRIERS: Readonly<Partial<Record<FilterType, readonly string[]>>> = {
  path: ["push"],
  draft: [...PULLS, "release"],
  base: [...PULLS, ...RUNS, "merge_group"],
  label: [...PULLS, "issues", "issue_comment", "discussion", "discussion_comment"],
  conclusion: [...RUNS, "workflow_job", "status", "deployment_status"],
  branch: [
    ...PULLS,
    ...RUNS,
    ..."push create delete workflow_job status deployment deployment_status".split(" "),
    ..."merge_group code_scanning_alert workflow_dispatch repository_dispatch".split(" "),
  ],
};

/**
 * What of a rule can be saved but will never match what forges send: a property asked of events
 * that do not have it, such as `path` of issues. For whoever saves it; nothing is refused.
 */
export function ruleWarnings(rule: {
  filters: readonly Filter[];
  ast?: Ast | undefined;
}): readonly RuleProblem[] {
  const required = requiredFilters(rule.ast ?? { all: [...rule.filters] });
  const events = required.filter(({ type }) => type === "event").map(patternsOf);
  const types = required.map(({ type }) => type);
  const hopeless: readonly RuleProblem[] = types
    .filter((type) => events.some((patterns) => !hasCarrier(type, patterns)))
    .map((type) => ({ key: "rule.hopeless", params: { type } }));
  if (hopeless.length > 0) return hopeless;
  const apart = strangers(types);
  return apart.length > 0 ? apart : unknownActions(required);
}

/** Two properties that no event has both of, such as a label and a conclusion. */
function strangers(types: readonly FilterType[]): readonly RuleProblem[] {
  const pairs = types.flatMap((type, at) => types.slice(0, at).map((other) => ({ type, other })));
  const apart = pairs.find(({ type, other }) => {
    const [one, two] = [CARRIERS[type], CARRIERS[other]];
    return one !== undefined && two !== undefined && !one.some((event) => two.includes(event));
  });
  return apart === undefined ? [] : [{ key: "rule.strangers", params: apart }];
}

/** The filters without which the rule cannot match. */
function requiredFilters(ast: Ast): readonly Filter[] {
  if ("all" in ast) return ast.all.flatMap(requiredFilters);
  return "type" in ast && ast.exclude !== true ? [ast] : [];
}

function hasCarrier(type: FilterType, events: readonly string[]): boolean {
  const carriers = CARRIERS[type];
  if (carriers === undefined) return true;
  return events.some((pattern) => {
    const compiled = compilePattern(pattern, "whole");
    if ("problem" in compiled) return false;
    const event = pattern.toLowerCase().split(".")[0] ?? "";
    return carriers.some(
      (carrier) => carrier === event || compiled.test(carrier) || compiled.test(`${carrier}.`),
    );
  });
}

function patternsOf({ match }: Filter): readonly string[] {
  return typeof match === "string" ? [match] : match;
}
