import { describe, expect, it } from "vitest";
import { UserError } from "../domain/user-error.ts";
import { failureOf } from "../github/classify.ts";
import { GitHubError } from "../github/github-error.ts";
import { isMessageKey, LANGUAGES, translator } from "../i18n/translate.ts";
import { apiFailureOf, explain } from "./github-failures.ts";

interface Refusal {
  status: number;
  message?: string;
  code?: string;
  headers?: Record<string, string>;
}

const at = { now: 0, githubUrl: "https://github.com" };

function told({ status, message = "", code, headers = {} }: Refusal): UserError {
  const errors = code === undefined ? [] : [{ code, field: "x" }];
  const answer = { status, headers: new Headers(headers), json: { message, errors } };
  const error = explain(failureOf(answer, at));
  if (!(error instanceof UserError)) throw new Error("every refusal has a sentence");
  return error;
}

/** https://docs.github.com/rest: what GitHub says, and what a person is told. */
const REFUSALS: readonly (readonly [string, Refusal])[] = [
  ["accounts.login_again", { status: 401, message: "Bad credentials" }],
  ["github.forbidden", { status: 403, message: "Must have admin rights to Repository." }],
  [
    "github.app_permission_missing",
    { status: 403, message: "Resource not accessible by integration" },
  ],
  [
    "github.app_not_approved",
    { status: 403, message: "…the organization has enabled OAuth App access restrictions" },
  ],
  ["github.saml", { status: 403, headers: { "x-github-sso": "required" } }],
  ["github.saml", { status: 403, message: "Resource protected by organization SAML enforcement." }],
  [
    "github.ip_not_allowed",
    { status: 403, message: "…has an IP allow list enabled, and your IP is not" },
  ],
  ["github.rate_limited", { status: 403, headers: { "x-ratelimit-remaining": "0" } }],
  ["github.rate_limited", { status: 429, headers: { "x-ratelimit-remaining": "0" } }],
  [
    "github.secondary_limit",
    { status: 403, message: "You have exceeded a secondary rate limit and have been blocked" },
  ],
  ["github.secondary_limit", { status: 429, headers: { "retry-after": "30" } }],
  ["github.archived", { status: 403, message: "Repository was archived so is read-only." }],
  ["github.locked", { status: 403, message: "Unable to create comment because issue is locked." }],
  ["github.spam", { status: 422, message: "…flagged as spam" }],
  ["github.not_found", { status: 404, message: "Not Found" }],
  ["github.not_found", { status: 451 }],
  ["github.not_allowed", { status: 405, message: "Base branch was modified." }],
  ["github.conflict", { status: 409, message: "Conflict" }],
  ["github.gone", { status: 410, message: "Issues are disabled for this repo" }],
  ["github.invalid", { status: 422, message: "Validation Failed", code: "invalid" }],
  ["github.invalid", { status: 422, message: "Validation Failed", code: "custom" }],
  ["github.invalid_missing", { status: 422, code: "missing" }],
  ["github.invalid_missing_field", { status: 422, code: "missing_field" }],
  ["github.invalid_already_exists", { status: 422, code: "already_exists" }],
  ["github.invalid_unprocessable", { status: 422, code: "unprocessable" }],
  [
    "github.own_pull_request",
    { status: 422, message: "Review Can not approve your own pull request" },
  ],
  ["github.moved", { status: 301 }],
  ["github.unavailable", { status: 500 }],
  ["github.unavailable", { status: 502 }],
  ["github.unavailable", { status: 503 }],
  ["github.unexpected", { status: 418 }],
];

describe("what GitHub refuses", () => {
  it.each(REFUSALS)("is told as %s: %o", (key, refusal) => {
    const error = told(refusal);
    expect(error.key).toBe(key);
    for (const lang of LANGUAGES) {
      if (!isMessageKey(error.key)) throw new Error(error.key);
      const sentence = translator(lang)(error.key, error.params);
      expect(sentence).not.toMatch(/[{}]|undefined|[(（][)）]/);
    }
  });

  it("is passed on to API clients with GitHub's status", () => {
    for (const [, refusal] of REFUSALS) {
      const { status } = apiFailureOf(told(refusal));
      expect(status).toBe(refusal.status < 400 ? 502 : refusal.status);
    }
    const lost = (kind: "timeout" | "unavailable") =>
      explain(new GitHubError(kind, { status: 0, message: "" })) as UserError;
    expect(apiFailureOf(lost("timeout")).status).toBe(504);
    expect(apiFailureOf(lost("unavailable")).status).toBe(502);
  });
});

describe("single sign-on", () => {
  it.each([
    [{}, "https://ghe.test/settings/connections/applications"],
    [
      { "x-github-sso": "required; url=https://evil.test/sso" },
      "https://ghe.test/settings/connections/applications",
    ],
    [
      { "x-github-sso": "required; url=https://ghe.test/orgs/a/sso" },
      "https://ghe.test/orgs/a/sso",
    ],
  ])("is at this deployment's GitHub: %j", (headers, ssoUrl) => {
    const json = { message: "Resource protected by organization SAML enforcement." };
    const answer = { status: 403, headers: new Headers(headers), json };
    const error = explain(failureOf(answer, { now: 0, githubUrl: "https://ghe.test" }));
    expect(error).toMatchObject({ params: { ssoUrl } });
  });
});
