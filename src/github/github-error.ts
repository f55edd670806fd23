/** How GitHub can refuse, or fail to answer. */
export type GitHubErrorKind =
  /** 401: the token is expired, revoked or not GitHub's. */
  | "unauthorized"
  | "forbidden"
  /** 403: the GitHub App lacks the permission, or is not installed there. */
  | "app_permission_missing"
  /** 403: the organisation has not approved this OAuth App. */
  | "app_not_approved"
  /** 403: the token must be authorised for single sign-on, at `ssoUrl`. */
  | "saml"
  | "ip_not_allowed"
  | "rate_limited"
  /** 403 or 429: too much at once. */
  | "secondary_limit"
  | "archived"
  | "locked"
  /** 404: does not exist, or may not be seen. */
  | "not_found"
  /** 405: not mergeable, or not this way. */
  | "not_allowed"
  /** 409: the head moved, or something else happened meanwhile. */
  | "conflict"
  | "gone"
  /** 422: `codes` names what is wrong. */
  | "invalid"
  /** A redirect that must not be followed with a person's token. */
  | "moved"
  | "unavailable"
  /** No answer in time: a write may have happened all the same. */
  | "timeout"
  /** An answer that is none of the above. */
  | "unexpected"
  /** The OAuth endpoints answer 200 and say one of these. */
  | "bad_code"
  | "bad_client"
  | "bad_redirect"
  | "bad_refresh_token"
  | "unverified_email"
  | "oauth_refused";

export interface GitHubErrorDetails {
  /** HTTP status; 0 when no answer came. */
  status: number;
  /** GitHub's own words: text from outside, for a person, not for the log. */
  message: string;
  /** The `code` of each of a 422's errors: missing, missing_field, invalid, already_exists, unprocessable, custom. */
  codes?: readonly string[];
  retryAfterMs?: number;
  ssoUrl?: string;
}

/** What everything in this folder throws when GitHub does not do what was asked. */
export class GitHubError extends Error {
  override name = "GitHubError";
  readonly kind: GitHubErrorKind;
  readonly status: number;
  /** GitHub's own words, for a person. `message` has only the kind, so that a log has no text from outside. */
  readonly reason: string;
  readonly codes: readonly string[];
  readonly retryAfterMs: number | undefined;
  readonly ssoUrl: string | undefined;

  constructor(kind: GitHubErrorKind, details: GitHubErrorDetails) {
    super(`${kind} (${details.status})`);
    this.kind = kind;
    this.status = details.status;
    this.reason = details.message;
    this.codes = details.codes ?? [];
    this.retryAfterMs = details.retryAfterMs;
    this.ssoUrl = details.ssoUrl;
  }
}
