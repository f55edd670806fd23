import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { announced, chinese, github, presenter, visible } from "./presenter.fixture.ts";

const sender = { login: "ada", html_url: "https://github.com/ada" };
const organization = { login: "acme" };
const repository = {
  full_name: "acme/kettle",
  html_url: "https://github.com/acme/kettle",
  description: "Boils water",
  homepage: null,
  topics: ["tea", "steam"],
};

function told(event: string, payload: JsonObject, voice?: typeof chinese): string {
  return announced(github(event, { sender, organization, ...payload }), voice);
}

it("says what of a repository was edited, where it was one thing", () => {
  const edited = (changes: JsonObject, now: JsonObject = {}) =>
    told("repository", { action: "edited", repository: { ...repository, ...now }, changes });
  expect(edited({ description: { from: "Old" } })).toBe(
    "⚙️ ada changed the description of acme/kettle\nBoils water",
  );
  expect(edited({ description: { from: "Old" } }, { description: null })).toBe(
    "⚙️ ada changed the description of acme/kettle\nDescription: none",
  );
  expect(edited({ topics: { from: [] } })).toBe(
    "⚙️ ada changed the topics of acme/kettle\nTopics: tea, steam",
  );
  expect(edited({ homepage: { from: "x" }, topics: { from: [] } })).toBe(
    "⚙️ ada edited the settings of acme/kettle\nHomepage: none\nTopics: tea, steam",
  );
});

it("says that somebody joins an organisation as its owner, and nothing of an ordinary member’s role", () => {
  const joined = (role: string) =>
    told("organization", { action: "member_added", membership: { role, user: { login: "bo" } } });
  expect(joined("admin")).toBe("👋 bo joined the organization acme\nRole: owner");
  expect(joined("member")).toBe("👋 bo joined the organization acme");
});

it("says who may see a team from now on", () => {
  const team = { name: "tea", privacy: "secret" };
  expect(
    told("team", { action: "edited", team, changes: { privacy: { from: "closed" } } }, chinese),
  ).toBe("👥 ada 修改了团队 tea 的可见性\n可见性: 保密\nacme");
});

it("leaves it to the deletion of a team to tell that its people left it", () => {
  const left = (team: JsonObject) =>
    presenter.read(github("membership", { action: "removed", member: sender, team, sender })).quiet;
  expect(left({ name: "tea", deleted: true })).toContain("`team` tells");
  expect(left({ name: "tea" })).toBeUndefined();
});

it("tells whoever may approve a personal access token what it asks for, and where that is decided", () => {
  const request = {
    owner: { login: "bo" },
    token_name: "deploy",
    token_expires_at: "2026-06-01T00:00:00Z",
    repository_selection: "all",
    permissions_result: { repository: { contents: "write", pull_requests: "read", odd: 1 } },
  };
  const payload = { action: "created", personal_access_token_request: request };
  expect(told("personal_access_token_request", payload)).toBe(
    [
      "🔑 bo asked for a personal access token for acme",
      "Token: deploy",
      "Repositories: all",
      "Permission: contents: read and write, pull requests: read",
      "Expires: 2026-06-01T00:00:00.000Z",
    ].join("\n"),
  );
  const never = { personal_access_token_request: { ...request, token_expires_at: 1e308 } };
  expect(told("personal_access_token_request", { ...payload, ...never })).not.toContain("Expires");
  const shown = presenter.announce(
    github("personal_access_token_request", { sender, organization, ...payload }),
    chinese,
    "post",
  );
  expect(visible(shown)).toContain("权限: contents：读写、pull requests：只读");
  expect(shown.url).toBe(
    "https://github.com/organizations/acme/settings/personal-access-token-requests",
  );
});

it("says how many seats are bought now, and when a plan will end", () => {
  const plan = { account: { login: "bo" }, plan: { name: "Basic" } };
  expect(
    told("marketplace_purchase", {
      action: "changed",
      marketplace_purchase: { ...plan, unit_count: 10 },
      previous_marketplace_purchase: { ...plan, unit_count: 1 },
    }),
  ).toBe("🛒 bo changed to the plan Basic\nSeats: 1 → 10\nacme");
  expect(
    told("marketplace_purchase", {
      action: "cancelled",
      effective_date: "2026-06-01T00:00:00Z",
      marketplace_purchase: { ...plan, unit_count: 0 },
    }),
  ).toBe("🛒 bo cancelled the plan Basic\nTakes effect: 2026-06-01T00:00:00.000Z\nacme");
});

it("says of several wiki pages what became of each", () => {
  const pages = [
    { title: "Home", action: "edited" },
    { title: "Tea", action: "created" },
  ];
  expect(told("gollum", { pages, repository }, chinese)).toBe(
    "📖 ada 修改了 Wiki 的 2 个页面\n- Home · 编辑\n- Tea · 新建\nacme/kettle",
  );
});

it("says what a custom property was before, also where it was nothing", () => {
  const property = (value: string | null) => [{ property_name: "tier", value }];
  const payload = { action: "updated", repository, new_property_values: property("1") };
  expect(
    told("custom_property_values", { ...payload, old_property_values: property(null) }),
  ).toContain("\ntier: none → 1");
});
