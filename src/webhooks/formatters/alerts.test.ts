import { expect, it } from "vitest";
import type { JsonObject } from "../../domain/json.ts";
import { announced, chinese, english, github, presenter } from "./presenter.fixture.ts";

const sender = { login: "ada" };
const repository = { full_name: "acme/kettle" };

it("shows a secret as mended only when it was revoked", () => {
  const resolved = (resolution: string) => secret({ action: "resolved" }, { resolution });

  expect(toneOf(resolved("revoked"))).toBe("success");
  for (const excuse of ["wont_fix", "false_positive", "used_in_tests", "pattern_deleted"])
    expect(toneOf(resolved(excuse))).toBe("neutral");
});

it("says why an alert was set aside in the reader's language", () => {
  const won = secret({ action: "resolved" }, { resolution: "wont_fix" });

  expect(announced(won)).toContain("Reason: won’t be fixed");
  expect(announced(won, chinese)).toContain("原因: 不予修复");
  expect(announced(secret({ action: "resolved" }, { resolution: "hid_it" }))).toContain(
    "Reason: hid it",
  );
});

it("raises the alarm by severity, and says of a mended vulnerability only what mended it", () => {
  const of = (action: string, severity: string, scope = "runtime") =>
    github("dependabot_alert", {
      action,
      sender,
      repository,
      alert: {
        dependency: { package: { name: "kettle-core" }, manifest_path: "package-lock.json", scope },
        security_vulnerability: {
          severity,
          vulnerable_version_range: "< 2.0.1",
          first_patched_version: { identifier: "2.0.1" },
        },
      },
    });
  const icon = (severity: string) => announced(of("created", severity)).split(" ")[0];

  expect(["critical", "high", "medium", "low"].map(icon)).toEqual(["🚨", "🚨", "⚠️", "🛡️"]);
  expect(announced(of("created", "high"))).toContain("File: package-lock.json\n");
  expect(announced(of("created", "high", "development"))).toContain(
    "File: package-lock.json (for development only)",
  );
  expect(announced(of("fixed", "high"))).toBe(
    "✅ The vulnerability in kettle-core (high) is fixed\nFixed in: 2.0.1\nacme/kettle",
  );
});

it("tells a place of a secret, a finished scan and the older twin of an alert to routes that name them alone", () => {
  for (const event of [
    "secret_scanning_alert_location",
    "secret_scanning_scan",
    "repository_vulnerability_alert",
  ])
    expect(presenter.read(github(event, { action: "created" })).quiet).toBeTypeOf("string");
});

it("says where code is at fault, also of a pull request and of older payloads", () => {
  const location = { path: "src/boil.ts", start_line: 12 };
  const found = (ref: string, alert: JsonObject) =>
    announced(
      github("code_scanning_alert", {
        action: "created",
        ref,
        alert: { number: 4, tool: { name: "CodeQL" }, rule: { severity: "error" }, ...alert },
        sender,
        repository,
      }),
    );

  expect(found("refs/pull/11/merge", { most_recent_instance: { location } })).toContain(
    "File: src/boil.ts:12\nPull request: #11",
  );
  expect(found("refs/heads/warm", { instances: [{ location }] })).toContain(
    "File: src/boil.ts:12\nBranch: warm",
  );
});

it("tells ranges of versions apart, and which are safe", () => {
  const of = (...known: [name: string, range: string, patched: string | null][]) =>
    announced(
      github("security_advisory", {
        action: "published",
        security_advisory: {
          ghsa_id: "GHSA-1",
          severity: "high",
          vulnerabilities: known.map(([name, range, patched]) => ({
            package: { name },
            vulnerable_version_range: range,
            first_patched_version: patched && { identifier: patched },
          })),
        },
      }),
    );

  expect(of(["lid", ">= 2.0, < 2.0.2", "2.0.2"], ["lid", "< 1.4", "1.4"])).toContain(
    "Affected: lid >= 2.0, < 2.0.2; < 1.4\nFixed in: 2.0.2; 1.4",
  );
  expect(of(["lid", "< 2", "2"], ["pot", "< 3", null])).toContain(
    "Affected: lid < 2; pot < 3\nFixed in: lid 2",
  );
  expect(of(["lid", "< 2", null])).not.toContain("Fixed");
});

it("tells in the reader's language what was switched on, and what a sponsor gives", () => {
  const settings = (status: string) => ({ security_and_analysis: { secret_scanning: { status } } });
  const switched = github("security_and_analysis", {
    repository: { ...repository, ...settings("enabled") },
    changes: { from: settings("disabled") },
    sender,
  });
  const sponsored = (privacy_level: string, changes: JsonObject) =>
    github("sponsorship", {
      action: "edited",
      sponsorship: {
        privacy_level,
        sponsor: { login: "mei" },
        sponsorable: { login: "lena" },
        tier: { name: "$1,000 one time", monthly_price_in_dollars: 1000, is_one_time: true },
      },
      changes,
      sender: { login: "mei" },
    });
  const hidden = sponsored("private", { privacy_level: { from: "public" } });

  expect(announced(switched)).toContain("Secret scanning: off → on");
  expect(announced(switched, chinese)).toContain("密钥扫描: 关闭 → 开启");
  expect(announced(sponsored("public", {}))).toContain("Tier: $1,000 once");
  expect(announced(sponsored("public", {}), chinese)).toContain("等级: 一次性 1,000 美元");
  expect(announced(hidden)).toBe(
    "💖 A private sponsor changed the sponsorship of lena\nVisibility: public → private",
  );
});

function secret(more: JsonObject, alert: JsonObject) {
  return github("secret_scanning_alert", { ...more, sender, repository, alert });
}

function toneOf(event: ReturnType<typeof github>): string {
  return presenter.announce(event, english, "post").tone;
}
