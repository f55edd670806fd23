import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { announced, github, presenter } from "./presenter.fixture.ts";

const sender = { login: "ada", html_url: "https://github.com/ada" };
const repository = { id: 7, full_name: "acme/kettle", html_url: "https://github.com/acme/kettle" };
const lid = { number: 13, title: "Find the lid" };
const spill = { number: 12, title: "Kettle boils over" };

it("tells one of the two halves that the forge sends of what one person did", () => {
  const here = { sub_issue_repo: repository, parent_issue_repo: repository };
  expect(quiet("sub_issues", { action: "sub_issue_added", ...here })).toBe(false);
  expect(quiet("sub_issues", { action: "parent_issue_added", ...here })).toBe(true);
  expect(quiet("issue_dependencies", { action: "blocked_by_added" })).toBe(false);
  expect(quiet("issue_dependencies", { action: "blocking_added" })).toBe(true);
});

it("tells both halves where the issues are of two repositories, and names the other one", () => {
  const elsewhere = { id: 8, full_name: "acme/lids" };
  const event = {
    action: "parent_issue_added",
    sub_issue: spill,
    parent_issue: lid,
    parent_issue_repo: elsewhere,
  };

  expect(quiet("sub_issues", event)).toBe(false);
  expect(announced(github("sub_issues", { ...event, sender, repository }))).toBe(
    "🔗 ada made #12 a sub-issue of acme/lids#13\nKettle boils over\nacme/lids#13 Find the lid\nacme/kettle",
  );
});

it("says why a pull request left the merge queue", () => {
  const left = (reason: string) =>
    announced(
      github("pull_request", {
        action: "dequeued",
        reason,
        pull_request: { number: 7 },
        sender,
        repository,
      }),
    ).split("\n")[0];

  expect(left("CI_FAILURE")).toBe("🚦 #7 left the merge queue: checks failed");
  expect(left("MERGE")).toBe("🚦 #7 left the merge queue, merged");
  expect(left("MANUAL")).toBe("🚦 ada removed #7 from the merge queue");
  expect(left("SOMETHING_NEW")).toBe("🚦 #7 left the merge queue");
});

it("does not name somebody twice who acts on themselves or on their own", () => {
  const first = (event: string, payload: JsonObject) =>
    announced(github(event, { ...payload, sender, repository })).split("\n")[0];

  expect(first("issues", { action: "assigned", issue: spill, assignee: sender })).toBe(
    "👤 ada took on #12",
  );
  expect(first("member", { action: "added", member: sender })).toBe(
    "👤 ada became a collaborator of acme/kettle",
  );
  expect(
    first("issue_comment", { action: "deleted", issue: spill, comment: { user: sender } }),
  ).toBe("🗑️ ada deleted a comment on #12");
  const theirs = { issue: spill, comment: { user: { login: "bob" } } };
  expect(first("issue_comment", { action: "deleted", ...theirs })).toBe(
    "🗑️ ada deleted bob’s comment on #12",
  );
});

it.each<[string, JsonObject, string]>([
  ["label", { name: { from: "bug" } }, "🏷️ ada renamed the label bug to leak"],
  ["label", { description: {} }, "🏷️ ada edited the description of the label leak"],
  ["label", { color: { from: "f00" } }, "🏷️ ada changed the color of the label leak"],
  ["milestone", { due_on: {} }, "🎯 ada changed the due date of the milestone v1"],
  ["milestone", { description: {} }, "🎯 ada edited the description of the milestone v1"],
  ["milestone", { due_on: {}, description: {} }, "🎯 ada edited the milestone v1"],
  ["release", { name: { from: "v0" } }, "✏️ ada renamed the release v0 to v1"],
  ["release", { body: { from: "Cold." } }, "✏️ ada edited the release v1"],
])("says of a %s what an edit changed: %j", (event, changes, expected) => {
  const told = announced(
    github(event, {
      action: "edited",
      label: { name: "leak", description: "Drips." },
      milestone: { title: "v1", description: "Drips.", due_on: "2026-12-24T08:00:00Z" },
      release: { id: 1, name: "v1", body: "Drips." },
      changes,
      sender,
      repository,
    }),
  );

  expect(told.split("\n")[0]).toBe(expected);
  const described = "description" in changes || "body" in changes;
  expect(told.includes("Drips.")).toBe(described);
  expect(told.includes("Due")).toBe("due_on" in changes);
});

function quiet(event: string, payload: JsonObject): boolean {
  return presenter.read(github(event, { ...payload, sender, repository })).quiet !== undefined;
}
