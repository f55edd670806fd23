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
  const of = (action: string, severity: string) =>
    github("dependabot_alert", {
      action,
      sender,
      repository,
      alert: {
        dependency: { package: { name: "kettle-core" }, manifest_path: "package-lock.json" },
        security_vulnerability: {
          severity,
          vulnerable_version_range: "< 2.0.1",
          first_patched_version: { identifier: "2.0.1" },
        },
      },
    });
  const icon = (severity: string) => announced(of("created", severity)).split(" ")[0];

  expect(["critical", "high", "medium", "low"].map(icon)).toEqual(["🚨", "🚨", "⚠️", "🛡️"]);
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

function secret(more: JsonObject, alert: JsonObject) {
  return github("secret_scanning_alert", { ...more, sender, repository, alert });
}

function toneOf(event: ReturnType<typeof github>): string {
  return presenter.announce(event, english, "post").tone;
}
