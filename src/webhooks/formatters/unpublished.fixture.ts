import type { JsonObject } from "../../domain/json.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import { github } from "./presenter.fixture.ts";

/** Payloads of events that GitHub publishes no example of, with all that their messages read. */
export const unpublished: readonly WebhookEvent[] = [
  of("personal_access_token_request", "created", {
    personal_access_token_request: {
      owner: { login: "bo", html_url: "https://github.com/bo" },
      token_name: "deploy",
      token_expires_at: "2026-06-01T00:00:00Z",
      repository_selection: "subset",
      repository_count: 2,
      repositories: [{ full_name: "acme/kettle" }, { name: "pot" }],
      permissions_result: {
        organization: { members: "read" },
        repository: { contents: "write", pull_requests: "admin" },
        other: { gists: "write" },
      },
    },
  }),
  of("repository_ruleset", "created", {
    repository_ruleset: {
      name: "Main",
      enforcement: "active",
      conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: ["refs/heads/x"] } },
      rules: [{ type: "deletion" }, { type: "pull_request", parameters: {} }],
      _links: { html: { href: "https://github.com/acme/kettle/rules/1" } },
    },
  }),
  of("repository_ruleset", "edited", {
    repository_ruleset: { name: "Main", enforcement: "disabled" },
    changes: {
      name: { from: "Old" },
      enforcement: { from: "active" },
      conditions: {
        added: [{ ref_name: { include: ["refs/heads/a"] } }],
        deleted: [{ ref_name: { exclude: ["refs/heads/b"] } }],
        updated: [
          { condition: { ref_name: { include: ["a"] } }, changes: { include: { from: [] } } },
        ],
      },
      rules: {
        added: [{ type: "creation" }],
        deleted: [{ type: "update" }],
        updated: [
          {
            rule: {
              type: "required_status_checks",
              parameters: {
                strict_required_status_checks_policy: true,
                required_status_checks: [{ context: "lint", integration_id: 1 }, { context: "a" }],
                required_reviewers: [{ file_patterns: ["*.ts"], reviewer: { id: 1 } }],
              },
            },
            changes: {
              configuration: {
                from: JSON.stringify({
                  strict_required_status_checks_policy: false,
                  required_status_checks: [{ context: "lint" }, { context: "test" }],
                  required_reviewers: [],
                }),
              },
            },
          },
          {
            rule: { type: "branch_name_pattern", parameters: { pattern: "^b" } },
            changes: {
              pattern: { from: "^a" },
              configuration: { from: { pattern: ["^a", null] } },
            },
          },
        ],
      },
    },
  }),
  of("repository_advisory", "published", {
    repository_advisory: {
      ghsa_id: "GHSA-aaaa-bbbb-cccc",
      summary: "Steam escapes",
      severity: "high",
      html_url: "https://github.com/acme/kettle/security/advisories/GHSA-aaaa-bbbb-cccc",
      vulnerabilities: [
        { package: { name: "lid" }, vulnerable_version_range: "< 2, > 1", patched_versions: "2" },
        { package: { name: "spout" }, first_patched_version: { identifier: "3" } },
      ],
    },
  }),
  of("security_and_analysis", "", {
    repository: { security_and_analysis: { secret_scanning: { status: "enabled" } } },
    changes: { from: { security_and_analysis: { secret_scanning: { status: "disabled" } } } },
  }),
  of("custom_property_values", "updated", {
    new_property_values: [
      { property_name: "tier", value: "gold" },
      { property_name: "teams", value: ["a", "b"] },
    ],
    old_property_values: [{ property_name: "tier", value: null }],
  }),
  of("secret_scanning_alert", "resolved", {
    alert: {
      number: 3,
      html_url: "https://github.com/acme/kettle/security/secret-scanning/3",
      secret_type_display_name: "Token",
      secret: "never-shown-anywhere",
      resolution: "revoked",
      resolution_comment: "Gone",
      validity: "active",
      push_protection_bypassed_by: { login: "bo" },
    },
  }),
];

function of(event: string, action: string, payload: JsonObject): WebhookEvent {
  const sender = { login: "ada", html_url: "https://github.com/ada" };
  const organization = { login: "acme" };
  const repository = {
    id: 7,
    full_name: "acme/kettle",
    html_url: "https://github.com/acme/kettle",
  };
  return github(event, {
    ...(action === "" ? {} : { action }),
    sender,
    organization,
    repository,
    ...payload,
  });
}
