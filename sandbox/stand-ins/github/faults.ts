/** A failure that the stand-in GitHub is told to show. */
export type GitHubFault =
  | "unauthorized"
  | "forbidden"
  | "app_permission_missing"
  | "app_not_approved"
  | "saml"
  | "ip_not_allowed"
  | "rate_limited"
  | "secondary_limit_403"
  | "secondary_limit_429"
  | "not_found"
  | "gone"
  | "unprocessable"
  | "server_error"
  /** A proxy's page instead of an answer. */
  | "bad_gateway"
  /** No answer comes until the caller gives up. */
  | "timeout"
  /** The change is made, then the connection dies. */
  | "dropped_after";

export interface GitHubFaultRule {
  fault: GitHubFault;
  method?: string;
  /** Matched against the path below the base. */
  path?: RegExp;
  /** How many requests it hits; absent: until removed. */
  times?: number;
}

interface FaultyRequest {
  method: string;
  path: string;
  isApi: boolean;
}

/** What the pages and the token endpoint can fail with, too: a refusal is the API's alone. */
const EVERYWHERE: readonly GitHubFault[] = [
  "secondary_limit_429",
  "not_found",
  "gone",
  "server_error",
  "bad_gateway",
  "timeout",
  "dropped_after",
];

export interface GitHubFaults {
  add(rule: GitHubFaultRule): void;
  clear(): void;
  /** What is still to be shown, by number. */
  active(): ReadonlyMap<number, GitHubFaultRule>;
  remove(number: number): void;
  /** Uses a rule up. */
  next(request: FaultyRequest): GitHubFault | undefined;
}

export function createGitHubFaults(): GitHubFaults {
  const rules = new Map<number, GitHubFaultRule>();
  let added = 0;
  return {
    add: (rule) => void rules.set(++added, { ...rule }),
    clear: () => rules.clear(),
    active: () => rules,
    remove: (number) => void rules.delete(number),
    next: (request) => {
      const [number, rule] = [...rules].find(([, candidate]) => hits(candidate, request)) ?? [];
      if (number !== undefined && rule?.times !== undefined && --rule.times <= 0) {
        rules.delete(number);
      }
      return rule?.fault;
    },
  };
}

function hits(rule: GitHubFaultRule, { method, path, isApi }: FaultyRequest): boolean {
  if (!isApi && !EVERYWHERE.includes(rule.fault)) return false;
  return (rule.method ?? method) === method && (rule.path === undefined || rule.path.test(path));
}

interface Shown {
  status: number;
  message: string;
  headers?: Record<string, string>;
  errors?: readonly unknown[];
}

const NEEDS_SIGN_ON =
  "Resource protected by organization SAML enforcement. You must grant your OAuth token access to this organization.";
const SECONDARY =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

type AnsweredFault = Exclude<GitHubFault, "timeout" | "dropped_after">;

/** GitHub's own wordings. */
function shownAs(fault: AnsweredFault, at: { now: number; githubUrl: string }): Shown {
  const resetAt = String(Math.ceil(at.now / 1000) + 1800);
  const table: Readonly<Record<AnsweredFault, Shown>> = {
    unauthorized: { status: 401, message: "Bad credentials" },
    forbidden: { status: 403, message: "Must have admin rights to Repository." },
    app_permission_missing: { status: 403, message: "Resource not accessible by integration" },
    app_not_approved: {
      status: 403,
      message:
        "Although you appear to have the correct authorization credentials, the `acme` organization has enabled OAuth App access restrictions, meaning that data access to third-parties is limited.",
    },
    saml: {
      status: 403,
      message: NEEDS_SIGN_ON,
      headers: {
        "x-github-sso": `required; url=${at.githubUrl}/orgs/acme/sso?authorization_request=A1`,
      },
    },
    ip_not_allowed: {
      status: 403,
      message:
        "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.",
    },
    rate_limited: {
      status: 403,
      message: "API rate limit exceeded for user ID 1.",
      headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": resetAt },
    },
    secondary_limit_403: { status: 403, message: SECONDARY, headers: { "retry-after": "90" } },
    secondary_limit_429: { status: 429, message: SECONDARY, headers: { "retry-after": "30" } },
    not_found: { status: 404, message: "Not Found" },
    gone: { status: 410, message: "Issues are disabled for this repo" },
    unprocessable: {
      status: 422,
      message: "Validation Failed",
      errors: [{ resource: "Issue", code: "invalid", field: "title" }],
    },
    server_error: { status: 500, message: "Server Error" },
    bad_gateway: { status: 502, message: "" },
  };
  return table[fault];
}

export function faultAnswer(
  fault: AnsweredFault,
  at: { now: number; githubUrl: string },
): Response {
  const { status, message, headers = {}, errors } = shownAs(fault, at);
  if (message === "") return new Response("<html>Bad gateway</html>", { status });
  return Response.json({ message, ...(errors && { errors }) }, { status, headers });
}

/** Never answers; ends the way `fetch` ends when its signal fires. */
export function neverAnswer(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    const give = (): void =>
      reject(signal.reason instanceof Error ? signal.reason : new Error("aborted"));
    if (signal.aborted) give();
    else signal.addEventListener("abort", give);
  });
}
