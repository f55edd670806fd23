import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { en } from "../../i18n/en/index.ts";
import { type Ast, FILTER_TYPES, type Filter } from "../filter.ts";
import { DEFAULT_LINE, FRIENDLY_EVENTS } from "./event-names.ts";
import { parseFilterLine } from "./parse.ts";
import { printFilterLine } from "./print.ts";
import { markedLine } from "./problem.ts";
import { simplify } from "./simplify.ts";

function read(line: string) {
  const result = parseFilterLine(line);
  if ("problem" in result)
    throw new Error(`${result.problem.key}: ${markedLine(line, result.problem)}`);
  return result;
}

const f = (type: Filter["type"], match: string | string[], exclude?: true): Filter =>
  exclude === undefined ? { type, match } : { type, match, exclude };

describe("a filter line of conditions", () => {
  it.each<[string, Filter[]]>([
    ["", []],
    ["   ", []],
    ["label:bug", [f("label", "bug")]],
    ['label:bug,"good first issue"', [f("label", ["bug", "good first issue"])]],
    ["-label:wip", [f("label", "wip", true)]],
    ["base:main branch:release/*", [f("base", "main"), f("branch", "release/*")]],
    ["path:src/**", [f("path", "src/**")]],
    ["-actor:*[bot]", [f("actor", "*[bot]", true)]],
    ["conclusion:failure,timed_out", [f("conclusion", ["failure", "timed_out"])]],
    ["draft:no", [f("draft", "false")]],
    ['"text"', [f("keyword", "text")]],
    ['"a","b c"', [f("keyword", ["a", "b c"])]],
    ["text:word", [f("keyword", "word")]],
    ["events:pulls", [f("event", "pull_request")]],
    ["events:PRs,stars", [f("event", ["pull_request", "star.created"])]],
    ["events:pull_request.opened", [f("event", "pull_request.opened")]],
    ["events:tags", [f("event", ["create.tag", "delete.tag", "push.tag"])]],
    ['events:"brand_new"', [f("event", "brand_new")]],
    ["events:*", [f("event", "*")]],
    ["repo:acme/app,acme/lib-*", [f("repo", ["acme/app", "acme/lib-*"])]],
    ["repo:acme/app#7", [f("repo", "acme/app#7")]],
    ["branch:/^v\\d+(,|\\.)/", [f("branch", "/^v\\d+(,|\\.)/")]],
    ['branch:"/a b/"', [f("branch", "/a b/")]],
    ["/fix(es)?/", [f("keyword", "/fix(es)?/")]],
    [
      "branch:refs/heads/main actor:@alice path:/src/*",
      [f("branch", "main"), f("actor", "alice"), f("path", "src/*")],
    ],
    ["label:type:bug", [f("label", "type:bug")]],
    ["label:won't-fix", [f("label", "won't-fix")]],
    ["Label:Bug", [f("label", "Bug")]],
    ["label:bug, wip", [f("label", ["bug", "wip"])]],
    ["label:bug AND NOT label:wip", [f("label", "bug"), f("label", "wip", true)]],
    ["NOT NOT label:bug", [f("label", "bug")]],
    ["(label:bug) (base:main)", [f("label", "bug"), f("base", "main")]],
    ['"say \\"hi\\""', [f("keyword", 'say "hi"')]],
  ])("%s", (line, filters) => {
    expect(read(line)).toEqual({ filters });
  });

  it.each([
    ["“good first issue”", '"good first issue"'],
    ["label:„gut“", "label:gut"],
    ["label:«à faire»", 'label:"à faire"'],
    ["label:「错误」", "label:错误"],
    ["label:bug\u00A0base:main\u3000draft:true", "label:bug base:main draft:true"],
    ["–label:wip —base:main −draft:true", "-label:wip -base:main -draft:true"],
    ["label：缺陷，功能、文档", "label:缺陷,功能,文档"],
    ["（label:a OR label:b） base:main", "(label:a OR label:b) base:main"],
  ])("understands the typography of %s", (typed, meant) => {
    expect(read(typed)).toEqual(read(meant));
  });
});

describe("a filter line of alternatives", () => {
  const [a, b, c] = [f("label", "a"), f("label", "b"), f("label", "c")];

  it.each<[string, Ast]>([
    ["label:a OR label:b", { any: [a, b] }],
    ["label:a label:b OR label:c", { any: [{ all: [a, b] }, c] }],
    ["label:a (label:b OR label:c)", { all: [a, { any: [b, c] }] }],
    ["-(label:a label:b)", { not: { all: [a, b] } }],
    ["-(label:a OR label:b) label:c", { all: [{ not: { any: [a, b] } }, c] }],
  ])("%s", (line, ast) => {
    expect(read(line)).toEqual({ filters: [], ast });
    expect(printFilterLine(read(line))).toBe(line);
  });
});

describe("a filter line that cannot be understood is refused where it goes wrong", () => {
  it.each([
    ["lable:bug", "line.unknown_key_near", "▸lable◂:bug"],
    ["qqqqqq:bug", "line.unknown_key", "▸qqqqqq◂:bug"],
    ["author:alice", "line.unknown_key_near", "▸author◂:alice"],
    ["events:pulls,isues", "line.unknown_event_near", "events:pulls,▸isues◂"],
    ["events:zzzzzzzz", "line.unknown_event", "events:▸zzzzzzzz◂"],
    ["bug", "line.bare_word", "▸bug◂"],
    ["pulls", "line.bare_word_near", "▸pulls◂"],
    ["label bug", "line.bare_word_near", "▸label◂ bug"],
    ["label:a or label:b", "line.bare_word_near", "label:a ▸or◂ label:b"],
    ["label: bug", "line.value_missing", "label▸:◂ bug"],
    ["label:", "line.value_missing", "label▸:◂"],
    ["label:a,", "line.value_missing", "label:a▸,◂"],
    ["label:a,,b", "line.value_missing", "label:a▸,◂,b"],
    ["label:a, base:main", "line.value_missing", "label:a,▸ ◂base:main"],
    ['label:""', "line.value_missing", 'label:▸""◂'],
    ['label:"bug', "line.quote_open", 'label:▸"◂bug'],
    ["label:“bug", "line.quote_open", "label:▸“◂bug"],
    ['label:bu"g"', "line.quote_stray", 'label:bu▸"◂g"'],
    ['"a"b', "line.quote_stray", '"a"▸b◂'],
    ["label:wip–now", "line.dash", "label:wip▸–◂now"],
    ["label:bug\u200B", "line.invisible", "label:bug▸\u200B◂"],
    ["\u202Elabel:bug", "line.invisible", "▸\u202E◂label:bug"],
    ["(label:a", "line.paren_open", "▸(◂label:a"],
    ["label:a)", "line.paren_close", "label:a▸)◂"],
    ["label:a(b)", "line.paren_in_value", "label:a▸(◂b)"],
    ["()", "line.term_missing", "(▸)◂"],
    ["label:a OR", "line.term_missing", "label:a OR▸◂"],
    ["OR label:a", "line.term_missing", "▸OR◂ label:a"],
    ["- label:a", "line.term_missing", "▸-◂ label:a"],
    ["draft:maybe", "line.unknown_value_near", "draft:▸maybe◂"],
    ["conclusion:failed", "line.unknown_value_near", "conclusion:▸failed◂"],
    ["conclusion:xxxxxxxxx", "line.unknown_value", "conclusion:▸xxxxxxxxx◂"],
    ["repo:acme", "line.repo_name", "repo:▸acme◂"],
    [":bug", "line.unknown_key", "▸:◂bug"],
    [",", "line.term_missing", "▸,◂"],
    ["constructor", "line.bare_word", "▸constructor◂"],
    ["__proto__:x", "line.unknown_key", "▸__proto__◂:x"],
    ["events:constructor", "line.unknown_event", "events:▸constructor◂"],
    ["draft:toString", "line.unknown_value_near", "draft:▸toString◂"],
    ["conclusion:valueOf", "line.unknown_value", "conclusion:▸valueOf◂"],
  ])("%s", (line, key, marked) => {
    const result = parseFilterLine(line);
    const problem = "problem" in result ? result.problem : undefined;
    expect(problem?.key).toBe(key);
    expect(problem && markedLine(line, problem)).toBe(marked);
  });

  it("when it is too long, too deep or has too many conditions", () => {
    const key = (line: string) => {
      const result = parseFilterLine(line);
      return "problem" in result ? result.problem.key : undefined;
    };
    expect(key(`"${"x".repeat(3_000)}"`)).toBe("line.too_long");
    expect(key("label:a ".repeat(101))).toBe("line.too_many");
    expect(key("(".repeat(500))).toBe("line.too_deep");
    expect(key("-(label:a OR (label:b ".repeat(8) + "label:c" + "))".repeat(8))).toBe(
      "line.too_deep",
    );
  });

  it("suggests what was most likely meant", () => {
    const suggestion = (line: string) => {
      const result = parseFilterLine(line);
      return "problem" in result ? result.problem.params["suggestion"] : undefined;
    };
    expect(suggestion("lable:x")).toBe("label");
    expect(suggestion("author:x")).toBe("actor");
    expect(suggestion("events:relases")).toBe("releases");
    expect(suggestion("conclusion:failed")).toBe("failure");
    expect(suggestion("pulls")).toBe("events:pulls");
    expect(suggestion("repo:acme")).toBe("acme/*");
  });
});

describe("printing a filter line", () => {
  it.each([
    'events:pulls,issues label:bug,"good first issue" -label:wip base:main branch:release/* path:src/** -actor:*[bot] conclusion:failure draft:false "text"',
    DEFAULT_LINE,
    "events:security,stars,push",
    'label:a,"b,c" OR -(base:main "x")',
    "branch:/^v\\d+(,|\\.)/",
    'label:"" OR label:a'.replace('label:"" OR ', ""),
  ])("gives back %s", (line) => {
    expect(printFilterLine(read(line))).toBe(line);
  });

  it("knows every friendly name by what it stands for", () => {
    for (const name of Object.keys(FRIENDLY_EVENTS)) {
      expect(printFilterLine(read(`events:${name}`))).toBe(`events:${name}`);
    }
  });

  it("has no line for a rule that never matches", () => {
    expect(printFilterLine({ filters: [f("label", [])] })).toBeUndefined();
    expect(printFilterLine({ filters: [f("label", [], true)] })).toBe("");
  });

  const text = fc.oneof(
    fc.string({ minLength: 1, maxLength: 12 }),
    fc.string({
      unit: fc.constantFrom(...'ab:,()"\\/-*?. “”–\u00A0\u200B＂，@#é😀'.split(/(?:)/u)),
      minLength: 1,
      maxLength: 8,
    }),
    fc.constantFrom(
      "pulls",
      "pull_request",
      "push.tag",
      "/a b/",
      "OR",
      "main",
      "refs/heads/x",
      "true",
    ),
  );
  const filter = fc.record(
    {
      type: fc.constantFrom(...FILTER_TYPES),
      match: fc.oneof(text, fc.array(text, { maxLength: 4 })),
      exclude: fc.boolean(),
    },
    { requiredKeys: ["type", "match"] },
  );
  const { node } = fc.letrec<{ node: Ast }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      filter,
      fc.record({ all: fc.array(tie("node"), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie("node"), { maxLength: 3 }) }),
      fc.record({ not: tie("node") }),
    ),
  }));

  it("and parsing it again gives the same rule, whatever is stored", () => {
    fc.assert(
      fc.property(node, (ast) => {
        const line = printFilterLine({ filters: [], ast });
        fc.pre(line !== undefined && line.length <= 2_000);
        const simple = simplify(ast);
        const rule = read(line);
        const again = simplify(rule.ast ?? { all: rule.filters });
        expect(again).toEqual(simple);
        expect(printFilterLine(rule)).toBe(line);
      }),
      { numRuns: 1_000 },
    );
  });

  it("reads or refuses anything, and never throws", () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: "binary" }),
          fc.array(text).map((parts) => parts.join(" ")),
        ),
        (line) => {
          const result = parseFilterLine(line);
          if ("problem" in result) {
            expect(Object.hasOwn(en, result.problem.key)).toBe(true);
            expect(result.problem.at).toBeLessThanOrEqual(line.length);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
