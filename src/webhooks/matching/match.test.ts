import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EventFacts } from "../../domain/event-facts.ts";
import type { Filter } from "../../domain/filter.ts";
import { Group } from "../../domain/group.ts";
import type { Configuration } from "../../domain/matching.ts";
import { Route } from "../../domain/route.ts";
import { createMatcher } from "./match.ts";

const discord = (channelId: string) => ({ platform: "discord", channelId }) as const;

function configuration(
  groups: readonly (Partial<Group> & { id: string })[],
  routes: Readonly<Record<string, readonly object[]>>,
): Configuration {
  const parsed = groups.map((group) => Group.parse(group));
  const byGroup = new Map(
    Object.entries(routes).map(([groupId, list]) => [
      groupId,
      list.map((route, at) =>
        Route.parse({ id: `r${at + 1}`, groupId, targets: [discord("1")], ...route }),
      ),
    ]),
  );
  return {
    revision: 1,
    groups: () => parsed,
    group: (id) => parsed.find((group) => group.id === id),
    routes: (groupId) => byGroup.get(groupId) ?? [],
  };
}

const facts: EventFacts = {
  event: "pull_request",
  action: "opened",
  repo: { id: "7", fullName: "Acme/App", isPrivate: false },
  owner: "Acme",
  actor: "dependabot[bot]",
  branch: "feature/x",
  base: "main",
  labels: ["bug", "Good First Issue"],
  draft: false,
  texts: ["Fix the parser", "It crashed on 😀 input"],
};
const shared = { endpoint: "global", provider: "github" };

function fires(route: object, event: EventFacts = facts): boolean {
  const config = configuration([{ id: "g" }], { g: [route] });
  return createMatcher()(config, shared, event).wanted.length > 0;
}
const matches = (type: string, match: string | string[], event = facts, exclude?: boolean) =>
  fires({ filters: [{ type, match, ...(exclude === undefined ? {} : { exclude }) }] }, event);

describe("a filter", () => {
  it.each<[string, string | string[], boolean]>([
    ["event", "pull_request", true],
    ["event", "PULL_*", true],
    ["event", "pull_request.opened", true],
    ["event", "pull_request.closed", false],
    ["event", ["push", "pull_request"], true],
    ["event", [], false],
    ["action", "opened", true],
    ["repo", "acme/app", true],
    ["repo", "acme/*", true],
    ["repo", "acme", false],
    ["repo", "old-name/of-it#7", true],
    ["repo", "acme/app#8", false],
    ["repo", "acme/*#private", false],
    ["actor", "dependabot[bot]", true],
    ["actor", "*[bot]", true],
    ["actor", "dependabot", false],
    ["branch", "feature/*", true],
    ["branch", "feature", false],
    ["branch", "/^feat/", true],
    ["branch", "/TURE.x$/", true],
    ["base", "main", true],
    ["base", "ma?n", true],
    ["base", "m?n", false],
    ["label", "good first issue", true],
    ["label", "wip", false],
    ["draft", "false", true],
    ["conclusion", "success", false],
    ["keyword", "PARSER", true],
    ["keyword", "fix*parser", true],
    ["keyword", "on ? input", true],
    ["keyword", "on ?? input", false],
    ["keyword", "/crash(ed|ing)/", true],
    ["keyword", "compiler", false],
  ])("%s:%j is %s", (type, match, expected) => {
    expect(matches(type, match)).toBe(expected);
  });

  it("of a property that the event does not have never matches, and passes when it excludes", () => {
    expect(matches("conclusion", "*")).toBe(false);
    expect(matches("conclusion", "*", facts, true)).toBe(true);
    expect(matches("path", "/./")).toBe(false);
    expect(matches("branch", "*", { event: "issues", texts: [] })).toBe(false);
  });

  it("of private repositories means those alone", () => {
    const inside = { ...facts, repo: { fullName: "acme/app", isPrivate: true } };
    expect(matches("repo", "acme/*#private", inside)).toBe(true);
    expect(matches("repo", "other/*#private", inside)).toBe(false);
    expect(matches("repo", "*#private", facts, true)).toBe(true);
  });

  it("that excludes refuses what it matches", () => {
    expect(matches("label", "bug", facts, true)).toBe(false);
    expect(matches("label", "wip", facts, true)).toBe(true);
  });

  it("knows a tag's push from a branch's", () => {
    expect(matches("event", "push.tag", { event: "push", refType: "tag", texts: [] })).toBe(true);
    expect(matches("event", "push.tag", { event: "push", refType: "branch", texts: [] })).toBe(
      false,
    );
  });

  it("with a broken pattern is inert and leaves the others alone", () => {
    const config = configuration([{ id: "g" }], {
      g: [
        { filters: [{ type: "branch", match: "/(/" }] },
        { filters: [{ type: "branch", match: ["/(?=a)/", "feature/*"] }] },
        { filters: [{ type: "branch", match: "x".repeat(300) }] },
      ],
    });
    const { wanted } = createMatcher()(config, shared, facts);
    expect(wanted.map(({ route }) => route.id)).toEqual(["r2"]);
  });
});

describe("an expression", () => {
  const bug: Filter = { type: "label", match: "bug" };
  const wip: Filter = { type: "label", match: "wip" };

  it.each<[object, boolean]>([
    [{ all: [bug, wip] }, false],
    [{ any: [bug, wip] }, true],
    [{ not: wip }, true],
    [{ not: { any: [wip, { not: bug }] } }, true],
    [{ all: [] }, true],
    [{ any: [] }, false],
    [bug, true],
  ])("%j is %s", (ast, expected) => {
    expect(fires({ ast })).toBe(expected);
  });

  it("replaces the filters", () => {
    expect(fires({ filters: [wip], ast: bug })).toBe(true);
  });

  it("that is too deep never fires", () => {
    let ast: object = bug;
    for (let depth = 0; depth < 40; depth += 1) ast = { not: { not: ast } };
    expect(fires({ ast })).toBe(false);
  });

  const filter = fc.record({
    type: fc.constantFrom("label", "branch", "conclusion"),
    match: fc.constantFrom("bug", "wip", "feature/*", "*", "/u/"),
    exclude: fc.boolean(),
  });
  const { node } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      filter,
      fc.record({ all: fc.array(tie("node"), { maxLength: 3 }) }),
      fc.record({ any: fc.array(tie("node"), { maxLength: 3 }) }),
      fc.record({ not: tie("node") }),
    ),
  }));

  it("obeys De Morgan", () => {
    fc.assert(
      fc.property(fc.array(node, { maxLength: 3 }), (nodes) => {
        const parts = nodes as object[];
        expect(fires({ ast: { not: { all: parts } } })).toBe(
          fires({ ast: { any: parts.map((part) => ({ not: part })) } }),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("the routes of a group", () => {
  const ids = (routes: object[], event = facts) =>
    createMatcher()(configuration([{ id: "g" }], { g: routes }), shared, event).wanted.map(
      ({ route }) => route.id,
    );
  const no = { filters: [{ type: "event", match: "push" }] };

  it("deliver once to each target, by the first that matches", () => {
    const other = [discord("2"), discord("1")];
    expect(ids([no, {}, { targets: other }])).toEqual(["r2", "r3"]);
  });

  it("end at one that stops, if it matches", () => {
    expect(ids([{ stop: true }, { targets: [discord("2")] }])).toEqual(["r1"]);
    expect(ids([{ stop: true, ...no }, { targets: [discord("2")] }])).toEqual(["r2"]);
    expect(ids([{ stop: true, enabled: false }, {}])).toEqual(["r2"]);
  });

  it("fall back when none matched, wherever the fallback stands", () => {
    expect(ids([{ fallback: true }, no])).toEqual(["r1"]);
    expect(ids([{ fallback: true }, {}])).toEqual(["r2"]);
    expect(ids([{ fallback: true, ...no }, no])).toEqual([]);
  });

  it("say why they refuse", () => {
    const config = configuration([{ id: "g" }, { id: "empty" }], {
      g: [
        { filters: [{ type: "label", match: ["wip", "later"] }] },
        { enabled: false },
        { filters: [{ type: "actor", match: "*[bot]", exclude: true }] },
      ],
    });
    const { refusals } = createMatcher()(config, shared, facts);
    expect(refusals).toEqual([
      { groupId: "g", routeId: "r1", reason: "the filter label:wip,later says no" },
      { groupId: "g", routeId: "r2", reason: "it is switched off" },
      { groupId: "g", routeId: "r3", reason: "the filter -actor:*[bot] says no" },
      { groupId: "empty", reason: "the group has no routes" },
    ]);
  });
});

describe("the groups", () => {
  const config = configuration(
    [
      { id: "all" },
      { id: "none", owners: [] },
      { id: "acme", owners: ["ACME"], providers: ["github"] },
      { id: "gitea", providers: ["gitea"] },
    ],
    { all: [{ stop: true }], none: [{}], acme: [{}], gitea: [{}] },
  );
  const groups = (endpoint: string, provider = "github", event = facts) =>
    createMatcher()(config, { endpoint, provider }, event).wanted.map(({ group }) => group.id);

  it("hear on the shared endpoint what their gates let in, whatever another group stops", () => {
    expect(groups("global")).toEqual(["all", "acme"]);
    expect(groups("global", "gitea")).toEqual(["all", "gitea"]);
    expect(groups("global", "github", { event: "ping", texts: [] })).toEqual(["all"]);
  });

  it("hear on their own endpoint alone, whoever owns the repository", () => {
    expect(groups("none")).toEqual(["none"]);
    expect(groups("acme")).toEqual(["acme"]);
    expect(groups("nobody")).toEqual([]);
  });

  it("test what the kind of event and its repository decide once, however many such events come", () => {
    const filters = [
      { type: "repo", match: "other/*" },
      { type: "label", match: "bug" },
    ];
    const config = configuration([{ id: "g" }], { g: [{ filters }] });
    const match = createMatcher();
    const routes = config.routes("g");
    const same = { ...config, routes: () => routes };
    const [first] = match(same, shared, facts).refusals;
    expect(first?.reason).toBe("the filter repo:other/* says no");
    expect(match(same, shared, { ...facts, labels: [] }).refusals[0]).toBe(first);
    const elsewhere = { ...facts, repo: { fullName: "other/x", isPrivate: false } };
    expect(match(same, shared, elsewhere).wanted).toHaveLength(1);
    expect(match(same, shared, { ...elsewhere, labels: [] }).wanted).toEqual([]);
  });

  it("are read only where an event may enter, however many rules the others have", () => {
    const many = Array.from({ length: 200 }, () => ({
      filters: [{ type: "label", match: "x*y" }],
    }));
    const ids = Array.from({ length: 10 }, (_, index) => `g${index}`);
    const owners = (id: string) => (id === "g3" ? ["acme"] : [`owner-of-${id}`]);
    const big = configuration(
      ids.map((id) => ({ id, owners: owners(id) })),
      Object.fromEntries(ids.map((id) => [id, many])),
    );
    const read: string[] = [];
    const watched: Configuration = {
      ...big,
      routes: (groupId) => {
        read.push(groupId);
        return big.routes(groupId);
      },
    };
    createMatcher()(watched, shared, facts);
    expect(read).toEqual(["g3"]);
  });
});
