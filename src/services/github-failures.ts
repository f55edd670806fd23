import { UserError } from "../domain/user-error.ts";
import { GitHubError, type GitHubErrorKind } from "../github/github-error.ts";

/** The sentence for each way GitHub can refuse: what happened and what to do next. */
const SENTENCES = {
  unauthorized: "accounts.login_again",
  bad_refresh_token: "accounts.login_again",
  forbidden: "github.forbidden",
  app_permission_missing: "github.app_permission_missing",
  app_not_approved: "github.app_not_approved",
  saml: "github.saml",
  ip_not_allowed: "github.ip_not_allowed",
  rate_limited: "github.rate_limited",
  secondary_limit: "github.secondary_limit",
  archived: "github.archived",
  locked: "github.locked",
  not_found: "github.not_found",
  not_allowed: "github.not_allowed",
  conflict: "github.conflict",
  gone: "github.gone",
  invalid: "github.invalid",
  moved: "github.moved",
  unavailable: "github.unavailable",
  timeout: "github.timeout",
  unexpected: "github.unexpected",
  bad_code: "accounts.code_refused",
  bad_client: "accounts.misconfigured",
  bad_redirect: "accounts.misconfigured",
  unverified_email: "accounts.unverified_email",
  oauth_refused: "accounts.oauth_refused",
} as const satisfies Record<GitHubErrorKind, string>;

/** What a 422 says, by GitHub's code where it has one. */
const INVALID: Readonly<Record<string, string>> = {
  missing: "github.invalid_missing",
  missing_field: "github.invalid_missing_field",
  already_exists: "github.invalid_already_exists",
  unprocessable: "github.invalid_unprocessable",
};

/** Refusals that GitHub tells apart by wording only. */
const WORDED: readonly (readonly [RegExp, string])[] = [
  [/can ?not (approve|request changes on) your own pull request/i, "github.own_pull_request"],
  [
    /state cannot be changed|branch.*(deleted|recreated)|no commits between/i,
    "github.cannot_reopen",
  ],
  [/spam/i, "github.spam"],
];

const MINUTE_MS = 60_000;

/** Status answered to API clients when GitHub gave none (RFC 9110: bad gateway, gateway timeout). */
const NO_ANSWER = { timeout: 504, unavailable: 502 } as const;

/** The error a person is told for one of GitHub's; anything else stays what it is. */
export function explain(error: unknown): unknown {
  if (!(error instanceof GitHubError)) return error;
  const told = new UserError(sentenceOf(error), {
    reason: wordsOf(error),
    minutes: Math.max(1, Math.ceil((error.retryAfterMs ?? MINUTE_MS) / MINUTE_MS)),
    ...(error.ssoUrl !== undefined && { ssoUrl: error.ssoUrl }),
  });
  told.cause = error;
  return told;
}

/** The same of a sign-in: nothing was linked, and its link is used up. */
export function explainLogin(error: unknown): unknown {
  const told = explain(error);
  const key = error instanceof GitHubError ? AT_LOGIN[error.kind] : undefined;
  if (key === undefined || !(told instanceof UserError)) return told;
  return new UserError(key, told.params);
}

const AT_LOGIN: Partial<Readonly<Record<GitHubErrorKind, string>>> = {
  unauthorized: "accounts.code_refused",
  rate_limited: "accounts.login_limited",
  secondary_limit: "accounts.login_limited",
  unavailable: "accounts.login_unavailable",
  timeout: "accounts.login_timeout",
  unexpected: "accounts.login_unexpected",
};

/** A refusal of a kind that its verb can name better than the kind alone. */
export function explainAs(
  key: string,
  error: GitHubError,
  params: Readonly<Record<string, string | number>> = {},
): UserError {
  const told = new UserError(key, { reason: wordsOf(error), ...params });
  told.cause = error;
  return told;
}

/** GitHub's words for it; it does not always have any. */
const wordsOf = ({ reason, status }: GitHubError): string =>
  reason.replace(/[.\s]+$/, "") || `HTTP ${status}`;

/** What went wrong, for an API client: GitHub's status, and a word that programs can compare. */
export function apiFailureOf(error: UserError): { status: number; code: string } {
  const code = error.key.replace(/^(github|accounts)\./, "");
  if (!(error.cause instanceof GitHubError)) return { status: OWN_STATUS[error.key] ?? 422, code };
  const { kind, status } = error.cause;
  if (kind === "timeout" || (kind === "unavailable" && status === 0)) {
    return { status: NO_ANSWER[kind], code };
  }
  return { status: status >= 400 ? status : 502, code };
}

const OWN_STATUS: Readonly<Record<string, number>> = {
  "accounts.login_again": 401,
  "github.done_already": 409,
  "github.no_such_reaction": 400,
  "github.text_missing": 400,
};

function sentenceOf(error: GitHubError): string {
  if (error.kind === "invalid" || error.kind === "forbidden") {
    const worded = WORDED.find(([wording]) => wording.test(error.reason))?.[1];
    const coded = error.codes.map((code) => INVALID[code]).find((key) => key !== undefined);
    return worded ?? coded ?? SENTENCES[error.kind];
  }
  return SENTENCES[error.kind];
}
