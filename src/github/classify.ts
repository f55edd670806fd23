import { z } from "zod";
import { GitHubError, type GitHubErrorDetails, type GitHubErrorKind } from "./github-error.ts";

// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api: without a header, wait a minute.
const WAIT_WITHOUT_HEADER_MS = 60_000;

const Complaint = z.object({
  message: z.string().catch(""),
  errors: z
    .array(
      z.union([
        z.string().transform((message) => ({ code: "custom", message })),
        z.object({ code: z.string().catch("custom"), message: z.string().optional() }),
      ]),
    )
    .catch([]),
});

/** Wordings that tell one 403 from another; GitHub gives no code for them. */
const FORBIDDEN: readonly (readonly [RegExp, GitHubErrorKind])[] = [
  [/secondary rate limit|abuse detection/i, "secondary_limit"],
  [/rate limit/i, "rate_limited"],
  [/not accessible by (integration|personal access token)/i, "app_permission_missing"],
  [/SAML|single sign-on/i, "saml"],
  [/OAuth App access restrictions/i, "app_not_approved"],
  [/IP allow list/i, "ip_not_allowed"],
  [/archived/i, "archived"],
  [/\block(ed)?\b/i, "locked"],
];

const BY_STATUS: Readonly<Record<number, GitHubErrorKind>> = {
  401: "unauthorized",
  404: "not_found",
  405: "not_allowed",
  409: "conflict",
  410: "gone",
  422: "invalid",
  // Unavailable for legal reasons: as good as hidden.
  451: "not_found",
};

/** The error that an answer other than 2xx stands for. */
export function failureOf(
  answer: { status: number; headers: Headers; json: unknown },
  at: { now: number; githubUrl: string },
): GitHubError {
  const complaint = Complaint.safeParse(answer.json).data ?? { message: "", errors: [] };
  const kind = kindOf(answer.status, answer.headers, complaint.message);
  const details: GitHubErrorDetails = {
    status: answer.status,
    message: wordsOf(complaint),
    codes: complaint.errors.map((error) => error.code),
  };
  const wait = waitOf(kind, answer.headers, at.now);
  if (wait !== undefined) details.retryAfterMs = wait;
  if (kind === "saml") details.ssoUrl = ssoUrlOf(answer.headers, at.githubUrl);
  return new GitHubError(kind, details);
}

function kindOf(status: number, headers: Headers, message: string): GitHubErrorKind {
  if (status === 403 || status === 429) return kindOfRefusal(status, headers, message);
  if (status >= 500) return "unavailable";
  if (status >= 300 && status < 400) return "moved";
  return BY_STATUS[status] ?? "unexpected";
}

function kindOfRefusal(status: number, headers: Headers, message: string): GitHubErrorKind {
  if (headers.has("x-github-sso")) return "saml";
  const worded = FORBIDDEN.find(([wording]) => wording.test(message))?.[1];
  if (worded === "secondary_limit" || (worded !== undefined && worded !== "rate_limited")) {
    return worded;
  }
  if (headers.get("x-ratelimit-remaining") === "0") return "rate_limited";
  if (headers.has("retry-after") || status === 429) return "secondary_limit";
  return worded ?? "forbidden";
}

function wordsOf(complaint: z.output<typeof Complaint>): string {
  const more = complaint.errors.flatMap((error) => error.message ?? []);
  return [...new Set([complaint.message, ...more])].filter(Boolean).join(": ").slice(0, 300);
}

function waitOf(kind: GitHubErrorKind, headers: Headers, now: number): number | undefined {
  if (kind !== "rate_limited" && kind !== "secondary_limit") return undefined;
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const resetAt = Number(headers.get("x-ratelimit-reset") ?? Number.NaN) * 1000;
  if (headers.get("x-ratelimit-remaining") === "0" && Number.isFinite(resetAt)) {
    return Math.max(0, resetAt - now);
  }
  return WAIT_WITHOUT_HEADER_MS;
}

/**
 * `X-GitHub-SSO: required; url=…`: shown to a person, so only ever a page of this GitHub. Without one,
 * GitHub's own settings show what to authorise.
 */
function ssoUrlOf(headers: Headers, githubUrl: string): string {
  const url = /url=([^;\s]+)/.exec(headers.get("x-github-sso") ?? "")?.[1];
  const isOurs =
    url !== undefined && URL.canParse(url) && new URL(url).origin === new URL(githubUrl).origin;
  return isOurs ? url : `${githubUrl}/settings/connections/applications`;
}
