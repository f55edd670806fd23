import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { announced, chinese, english, github, presenter } from "./presenter.fixture.ts";

const around = {
  sender: { login: "ada" },
  repository: { id: 7, full_name: "acme/kettle", html_url: "https://github.com/acme/kettle" },
};
const ruleEdited = (rule: JsonObject, changes: JsonObject) =>
  github("branch_protection_rule", {
    action: "edited",
    rule: { name: "main", ...rule },
    changes,
    ...around,
  });
const rulesetEdited = (changes: JsonObject, ruleset: JsonObject = {}) =>
  github("repository_ruleset", {
    action: "edited",
    repository_ruleset: { name: "Releases", enforcement: "active", ...ruleset },
    changes,
    ...around,
  });

it("says what changed of a branch's protection, and nothing of what stayed", () => {
  const edited = ruleEdited(
    {
      admin_enforced: true,
      required_approving_review_count: 2,
      required_status_checks: ["lint", "test"],
      required_status_checks_enforcement_level: "non_admins",
      authorized_actors_only: false,
      signature_requirement_enforcement_level: "off",
      moon_phase: "full",
    },
    {
      admin_enforced: { from: false },
      required_approving_review_count: { from: 1 },
      required_status_checks: { from: [] },
      required_status_checks_enforcement_level: { from: "off" },
      authorized_actors_only: { from: null },
      signature_requirement_enforcement_level: { from: "off" },
      moon_phase: { from: "new_moon" },
    },
  );

  expect(announced(edited)).toBe(
    [
      "🛡️ ada changed the protection of the branch main",
      "Applies to admins: off → on",
      "Required approvals: 1 → 2",
      "Required checks: none → lint, test",
      "Require status checks: off → for all but admins",
      "moon phase: new moon → full",
      "acme/kettle",
    ].join("\n"),
  );
  expect(announced(edited, chinese)).toContain("所需批准数: 1 → 2");
});

it("says what changed of a ruleset: its name, what it does, applies to and demands", () => {
  const edited = rulesetEdited({
    name: { from: "Release" },
    enforcement: { from: "evaluate" },
    conditions: {
      added: [{ ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } }],
      deleted: [{ ref_name: { include: ["~ALL"], exclude: ["refs/heads/wip/*"] } }],
      updated: [
        {
          condition: { ref_name: { include: ["refs/heads/v*"], exclude: [] } },
          changes: { include: { from: ["refs/heads/v1"] } },
        },
      ],
    },
    rules: {
      added: [{ type: "required_signatures" }, { type: "non_fast_forward" }],
      deleted: [{ type: "required_coffee" }],
      updated: [
        {
          rule: { type: "branch_name_pattern", parameters: { pattern: "^v" } },
          changes: { pattern: { from: "^r" } },
        },
        { rule: { type: "pull_request" }, changes: { configuration: { from: "{}" } } },
      ],
    },
  });

  expect(announced(edited)).toBe(
    [
      "🛡️ ada renamed the ruleset Release to Releases",
      "Enforcement: evaluate only → active",
      "Applies to: v1 → v*, the default branch",
      "No longer applies to: everything except wip/*",
      "Rules added: require signed commits, block force pushes",
      "Branch names: ^r → ^v",
      "Rules changed: require a pull request",
      "Rules removed: required coffee",
      "acme/kettle",
    ].join("\n"),
  );
  expect(announced(edited, chinese)).toContain("不再适用于: 全部，wip/* 除外");
});

it("says which parameters of a ruleset's rules changed, and how", () => {
  const rule = (type: string, before: JsonObject, now: JsonObject) => ({
    rule: { type, parameters: now },
    changes: { configuration: { from: JSON.stringify(before) } },
  });
  const checks = (...contexts: string[]) => contexts.map((context) => ({ context }));
  const scanner = (threshold: string) => [{ alerts_threshold: threshold, tool: "CodeQL" }];
  const review = { require_code_owner_review: true, dismissal_restriction: { enabled: false } };
  const edited = rulesetEdited({
    rules: {
      updated: [
        rule(
          "pull_request",
          { ...review, required_approving_review_count: 1, allowed_merge_methods: ["merge"] },
          {
            allowed_merge_methods: ["squash", "merge"],
            dismissal_restriction: { enabled: true },
            required_approving_review_count: 2,
            require_code_owner_review: true,
            required_reviewers: [],
          },
        ),
        rule(
          "required_status_checks",
          { required_status_checks: checks("test", "docs"), do_not_enforce_on_create: true },
          { required_status_checks: checks("lint", "test"), do_not_enforce_on_create: true },
        ),
        rule(
          "code_scanning",
          { code_scanning_tools: scanner("all") },
          { code_scanning_tools: scanner("errors") },
        ),
        rule("merge_queue", { max_entries_to_build: 5 }, { max_entries_to_build: 10 }),
        rule("update", {}, {}),
      ],
    },
  });

  expect(announced(edited)).toBe(
    [
      "🛡️ ada edited the ruleset Releases",
      "Require a pull request: Allowed merge methods +squash, dismissal_restriction changed, Required approvals 1 → 2",
      "Require status checks: Required checks +lint −docs",
      "Require code scanning results: code_scanning_tools ±CodeQL",
      "Require merge queue: max_entries_to_build 5 → 10",
      "Rules changed: restrict updates",
      "acme/kettle",
    ].join("\n"),
  );
  expect(announced(edited, chinese)).toContain(
    "要求通过 PR 合并: 允许的合并方式 +squash、dismissal_restriction 有改动、所需批准数 1 → 2",
  );
});

it("says what a new rule or ruleset demands, and nothing that is off", () => {
  const rule = {
    name: "main",
    pull_request_reviews_enforcement_level: "off",
    required_approving_review_count: 1,
    required_status_checks: ["test"],
    required_status_checks_enforcement_level: "non_admins",
    admin_enforced: false,
    repository_id: 7,
  };
  const ruleset = {
    name: "Releases",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: [{ type: "deletion" }, { type: "pull_request" }],
  };
  const created = (event: string, more: JsonObject) =>
    announced(github(event, { action: "created", ...more, ...around }));

  expect(created("branch_protection_rule", { rule })).toBe(
    [
      "🛡️ ada protected the branch main",
      "Required checks: test",
      "Require status checks: for all but admins",
      "acme/kettle",
    ].join("\n"),
  );
  expect(created("repository_ruleset", { repository_ruleset: ruleset })).toBe(
    [
      "🛡️ ada created the ruleset Releases",
      "Enforcement: active",
      "Applies to: the default branch",
      "Rules: restrict deletions, require a pull request",
      "acme/kettle",
    ].join("\n"),
  );
});

it("says only that a ruleset was edited where its payload does not say what of it", () => {
  for (const changes of [{}, { rules: null, conditions: { added: [] } }, { name: {} }])
    expect(announced(rulesetEdited(changes))).toBe(
      "🛡️ ada edited the ruleset Releases\nacme/kettle",
    );
});

it("counts rules and patterns beyond the first few", () => {
  const added = Array.from({ length: 11 }, (_, i) => ({ type: `rule_${i}` }));
  expect(announced(rulesetEdited({ rules: { added } }))).toContain("rule 7, and 3 more");
});

it("copes with changes of any shape", () => {
  const names = ["admin_enforced", "name", "rules", "conditions", "added", "updated", "from"];
  const within = ["configuration", "changes", "rule", "parameters"];
  const key = fc.oneof(fc.constantFrom(...names, ...within), fc.string());
  const { tree } = fc.letrec<{ tree: JsonObject[string] }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 3, "off"),
      fc.string(),
      fc.array(tie("tree"), { maxLength: 3 }),
      fc.dictionary(key, tie("tree"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(fc.dictionary(key, tree, { maxKeys: 5 }), (changes) => {
      for (const event of [ruleEdited(changes, changes), rulesetEdited(changes, changes)])
        expect(presenter.announce(event, english, "post").headline.length).toBeGreaterThan(0);
    }),
  );
});
