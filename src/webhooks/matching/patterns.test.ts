import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Filter, FilterType } from "../../domain/filter.ts";
import { Group } from "../../domain/group.ts";
import { Route } from "../../domain/route.ts";
import { createMatcher } from "./match.ts";
import { compilePattern, patternProblem } from "./patterns.ts";
import { ruleProblems } from "./rule-problems.ts";
import { ruleWarnings } from "./rule-warnings.ts";

function test(pattern: string, input: string, scope: "whole" | "within" = "whole"): boolean {
  const compiled = compilePattern(pattern, scope);
  if ("problem" in compiled) throw new Error(compiled.problem.key);
  return compiled.test(input.toLowerCase());
}

/** What the machine needs just now to read two thousand rules as JSON: a few ms of computing, idle or busy. */
const TWO_THOUSAND_RULES = JSON.stringify(Array.from({ length: 10 }, () => routesOf("g")));
const readingMs = () => quickestMs(5, () => JSON.parse(TWO_THOUSAND_RULES));

const ROUNDS = 8;

/** The time of the quickest of some runs, in ms: the others share the machine with somebody. */
function quickestMs(runs: number, work: () => unknown): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) work();
    return (performance.now() - start) / ROUNDS;
  });
  return Math.min(...times);
}

describe("a pattern", () => {
  const letters = fc.string({
    unit: fc.constantFrom("a", "b", "*", "[", ".", "😀"),
    minLength: 1,
    maxLength: 12,
  });

  it("with stars means what a regular expression with .* means", () => {
    fc.assert(
      fc.property(letters, letters, (glob, input) => {
        const regex = glob.replaceAll(/[.[]/g, "\\$&").replaceAll("*", ".*");
        expect(test(glob, input)).toBe(new RegExp(`^${regex}$`, "su").test(input));
      }),
    );
  });

  it("takes a question mark for one character, also outside the basic plane", () => {
    expect(test("a?c", "a😀c")).toBe(true);
    expect(test("a?c", "ac")).toBe(false);
    expect(test("?*.ts", "x.ts")).toBe(true);
  });

  it("without star or slashes is equal or not, whatever the case", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), (text) => {
        fc.pre(!/[*?/]/.test(text));
        expect(test(text, text.toUpperCase().toLowerCase())).toBe(
          text.toLowerCase() === text.toUpperCase().toLowerCase(),
        );
        expect(test(text, text)).toBe(true);
      }),
    );
  });

  it.each([
    ["", "rule.pattern_empty"],
    ["x".repeat(257), "rule.pattern_long"],
    ["/(/", "rule.pattern_regex"],
    ["/(?=a)b/", "rule.pattern_regex"],
    ["/(a)\\1/", "rule.pattern_regex"],
    ["/(.{1000})(.{1000})/", "rule.pattern_costly"],
  ])("%s is refused when saved: %s", (pattern, key) => {
    expect(patternProblem(pattern)?.key).toBe(key);
  });

  it.each(["main", "*", "release/*", "/^v\\d+/", "//", "[bot", "(", "a".repeat(256)])(
    "%s may be saved",
    (pattern) => {
      expect(patternProblem(pattern)).toBeUndefined();
    },
  );

  it.each([
    "/(a+)+$/",
    "/(a|aa)+b/",
    "/(.*a){20}x/",
    "*a*a*a*b",
    `*${"a".repeat(250)}b*`,
    "a?".repeat(100),
  ])("%s costs less against a hostile title of 100 KB than reading some rules", (match) => {
    const group = Group.parse({ id: "g" });
    const filters = [{ type: "keyword", match }];
    const route = Route.parse({ id: "r", groupId: "g", filters, targets: [{ channelId: "1" }] });
    const config = {
      revision: 1,
      groups: () => [group],
      group: () => group,
      routes: () => [route],
    };
    const facts = { event: "issues", texts: ["a".repeat(100_000)] };
    const matcher = createMatcher();
    const ms = quickestMs(9, () =>
      matcher(config, { endpoint: "global", provider: "github" }, facts),
    );
    expect(ms).toBeLessThan(readingMs());
  });
});

describe("matching one event", () => {
  it("against ten groups of two hundred routes, all open to it, costs a fraction of reading them", () => {
    const groups = Array.from({ length: 10 }, (_, at) => Group.parse({ id: `g${at}` }));
    const routes = new Map(groups.map(({ id }) => [id, routesOf(id)]));
    const config = {
      revision: 1,
      groups: () => groups,
      group: (id: string) => groups.find((group) => group.id === id),
      routes: (id: string) => routes.get(id) ?? [],
    };
    const facts = {
      event: "push",
      refType: "branch",
      repo: { fullName: "acme/app", isPrivate: false },
      owner: "acme",
      actor: "alice",
      branch: "main",
      paths: ["src/a.ts", "docs/b.md"],
      texts: ["Fix the parser"],
    } as const;
    const matcher = createMatcher();
    const origin = { endpoint: "global", provider: "github" };
    const ms = quickestMs(15, () => matcher(config, origin, facts));
    expect(matcher(config, origin, facts).wanted.length).toBeGreaterThan(0);
    expect(ms).toBeLessThan(readingMs() / 2);
  });
});

function routesOf(groupId: string): readonly Route[] {
  return Array.from({ length: 200 }, (_, at) =>
    Route.parse({
      id: `r${at}`,
      groupId,
      filters: [
        { type: "event", match: at % 2 === 0 ? ["push", "create"] : "issues" },
        { type: "repo", match: at % 10 === 0 ? "acme/*" : `acme/other-${at}` },
        { type: "branch", match: ["main", "release/*"] },
        { type: "path", match: `/^(src|lib)/part${at % 7}/` },
        { type: "actor", match: "*[bot]", exclude: true },
      ],
      targets:
        at % 3 === 0
          ? [{ platform: "telegram", chatId: `-100${at}` }]
          : [{ platform: "discord", channelId: String(at) }],
    }),
  ).concat(Route.parse({ id: "all", groupId, targets: [{ channelId: "9" }] }));
}

describe("a rule", () => {
  it("may be saved within its limits and not beyond", () => {
    const ok = { type: "label", match: "bug" } as const;
    expect(ruleProblems({ filters: [ok] })).toEqual([]);
    expect(ruleProblems({ filters: [] })).toEqual([]);
    const many = Array.from({ length: 101 }, () => ok);
    expect(ruleProblems({ filters: many })).toMatchObject([{ key: "rule.large" }]);
    let deep: Parameters<typeof ruleProblems>[0]["ast"] = ok;
    for (let at = 0; at < 20; at += 1) deep = { not: deep };
    expect(ruleProblems({ filters: [], ast: deep })).toMatchObject([{ key: "rule.deep" }]);
    const patterns = Array.from({ length: 101 }, (_, at) => `l${at}`);
    expect(ruleProblems({ filters: [{ type: "label", match: patterns }] })).toMatchObject([
      { key: "rule.filter_large" },
    ]);
    expect(ruleProblems({ filters: [{ type: "label", match: [] }] })).toMatchObject([
      { key: "rule.never" },
    ]);
    expect(
      ruleProblems({ filters: [], ast: { any: [{ type: "branch", match: "/(/" }] } }),
    ).toMatchObject([{ key: "rule.pattern_regex" }]);
  });

  it.each<[string, string | string[], string, number]>([
    ["path", "src/*", "issues", 1],
    ["path", "src/*", "push.branch", 0],
    ["path", "src/*", "pu*", 0],
    ["conclusion", "failure", "pull_request", 1],
    ["label", "bug", "/^issue/", 0],
    ["draft", "true", "issue_comment", 1],
    ["keyword", "x", "anything", 0],
  ])("that asks for the %s %s of %s gives %i warnings", (type, match, event, count) => {
    const filters = [
      { type: "event", match: event },
      { type, match },
    ] as Filter[];
    expect(ruleWarnings({ filters })).toHaveLength(count);
    const alternatives = { any: filters };
    expect(ruleWarnings({ filters: [], ast: alternatives })).toEqual([]);
    const excluded = filters.map((filter) => ({ ...filter, exclude: true }));
    expect(ruleWarnings({ filters: excluded })).toEqual([]);
  });
});

it.each<[FilterType, FilterType, number]>([
  ["label", "conclusion", 1],
  ["path", "base", 1],
  ["path", "branch", 0],
  ["label", "keyword", 0],
  ["base", "conclusion", 0],
])("a rule that asks for the %s and the %s gives %i warnings", (one, other, count) => {
  const filters = [one, other].map((type) => ({ type, match: "x" }));
  expect(ruleWarnings({ filters })).toHaveLength(count);
  expect(ruleWarnings({ filters: [], ast: { any: filters } })).toEqual([]);
});

describe("a push of a million files", () => {
  it("is matched by what fits, and costs no more than that", () => {
    const group = Group.parse({ id: "g" });
    const filters = [{ type: "path", match: "/part(9|8)$/" }];
    const route = Route.parse({ id: "r", groupId: "g", filters, targets: [{ channelId: "1" }] });
    const routes = [route];
    const config = { revision: 1, groups: () => [group], group: () => group, routes: () => routes };
    const paths = Array.from({ length: 1_000_000 }, (_, at) => `src/part${at}`);
    const facts = { event: "push", texts: [], paths };
    const { wanted } = createMatcher()(config, { endpoint: "g", provider: "github" }, facts);
    expect(wanted).toHaveLength(1);
  });
});
