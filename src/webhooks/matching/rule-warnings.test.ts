import { expect, it } from "vitest";
import type { Filter } from "../../domain/filter.ts";
import { parseFilterLine } from "../../domain/filter-line/parse.ts";
import { DEFAULT_LINE, FRIENDLY_EVENTS } from "../../domain/filter-line/event-names.ts";
import { ruleWarnings } from "./rule-warnings.ts";

function warningsOf(line: string): readonly string[] {
  const rule = parseFilterLine(line);
  if ("problem" in rule) throw new Error(`${line}: ${rule.problem.key}`);
  return ruleWarnings(rule).map(({ key }) => key);
}

it.each([
  ["action:merged", "rule.no_action_merged"],
  ["events:all action:merged", "rule.no_action_merged"],
  ["events:pulls action:merged", "rule.no_action_merged"],
  ["events:pull_request.merged", "rule.no_action_merged"],
  ["action:exploded", "rule.no_action"],
  ["events:issues action:submitted", "rule.no_action"],
  ["events:commits action:opened", "rule.no_action"],
  ["events:push.note", "rule.no_action"],
  ["events:issues action:submitted,synchronize", "rule.no_action"],
])("%s will never match, which is said: %s", (line, key) => {
  expect(warningsOf(line)).toEqual([key]);
});

it.each([
  DEFAULT_LINE,
  "action:opened",
  "action:close*",
  "action:/^re/",
  "events:issues,reviews action:submitted",
  "events:pulls action:merged,closed",
  "events:pull_request.merged,pull_request.closed",
  "events:issues -action:merged",
  "action:merged OR label:bug",
  "events:repository_dispatch action:anything",
  'events:"pull_request_poll" action:voted',
  'events:"pull_request_poll.voted"',
  "events:custom action:anything",
  "events:all",
  ...Object.keys(FRIENDLY_EVENTS).map((name) => `events:${name}`),
])("%s can match, so nothing is said", (line) => {
  expect(warningsOf(line)).toEqual([]);
});

it("of a rule as it is stored is told as well", () => {
  const filters: Filter[] = [{ type: "action", match: ["Merged"] }];
  expect(ruleWarnings({ filters, ast: undefined })).toEqual([
    { key: "rule.no_action_merged", params: { action: "merged" } },
  ]);
});
