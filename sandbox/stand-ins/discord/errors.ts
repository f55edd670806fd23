/** One leaf of Discord's `errors` tree. */
export interface FormIssue {
  path: readonly (string | number)[];
  code: string;
  message: string;
}

export function issue(
  path: readonly (string | number)[],
  code: string,
  message: string,
): FormIssue {
  return { path, code, message };
}

/** A request Discord refuses; carries its answer. */
export class DiscordRefusal extends Error {
  override name = "DiscordRefusal";
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(JSON.stringify(body));
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/** Discord's own codes with the HTTP status and the words that go with them. */
const REFUSALS = {
  10002: [404, "Unknown Application"],
  10003: [404, "Unknown Channel"],
  10004: [404, "Unknown Guild"],
  10007: [404, "Unknown Member"],
  10008: [404, "Unknown Message"],
  10013: [404, "Unknown User"],
  10015: [404, "Unknown Webhook"],
  10062: [404, "Unknown interaction"],
  40060: [400, "Interaction has already been acknowledged."],
  40333: [403, "internal network error"],
  50001: [403, "Missing Access"],
  50005: [403, "Cannot edit a message authored by another user"],
  50006: [400, "Cannot send an empty message"],
  50007: [403, "Cannot send messages to this user"],
  50013: [403, "Missing Permissions"],
  50024: [400, "Cannot execute action on this channel type"],
  50027: [401, "Invalid Webhook Token"],
  50083: [400, "Thread is archived"],
  50109: [400, "The request body contains invalid JSON."],
  160005: [400, "Thread is locked"],
} as const satisfies Record<number, readonly [number, string]>;

export function refusal(code: keyof typeof REFUSALS): DiscordRefusal {
  const [status, message] = REFUSALS[code];
  return new DiscordRefusal(status, { message, code });
}

/** 401 and 404 for what has no code of its own. */
export function plainRefusal(status: number, message: string): DiscordRefusal {
  return new DiscordRefusal(status, { message: `${status}: ${message}`, code: 0 });
}

interface ErrorTree {
  [key: string]: ErrorTree | { code: string; message: string }[];
}

/** 50035 with the issues as Discord nests them. */
export function invalidForm(issues: readonly FormIssue[]): DiscordRefusal {
  const errors: ErrorTree = {};
  for (const { path, code, message } of issues) {
    let node = errors;
    for (const key of path) {
      const next = node[key];
      const child: ErrorTree = next === undefined || Array.isArray(next) ? {} : next;
      node[key] = child;
      node = child;
    }
    const leaf = node["_errors"];
    node["_errors"] = [...(Array.isArray(leaf) ? leaf : []), { code, message }];
  }
  return new DiscordRefusal(400, { message: "Invalid Form Body", code: 50035, errors });
}

/** 429 as Discord sends it, with the headers its clients pace themselves by. */
export function rateLimited(limit: {
  retryAfterSeconds: number;
  nowMs: number;
  global?: boolean;
  code?: number;
  message?: string;
}): DiscordRefusal {
  const { retryAfterSeconds: seconds, global = false } = limit;
  return new DiscordRefusal(
    429,
    {
      message: limit.message ?? "You are being rate limited.",
      retry_after: seconds,
      global,
      ...(limit.code === undefined ? {} : { code: limit.code }),
    },
    {
      "Retry-After": String(Math.ceil(seconds)),
      "X-RateLimit-Scope": global ? "global" : "user",
      ...(global ? { "X-RateLimit-Global": "true" } : bucketHeaders(0, seconds, limit.nowMs)),
    },
  );
}

export function bucketHeaders(
  remaining: number,
  resetAfterSeconds: number,
  nowMs: number,
): Record<string, string> {
  return {
    "X-RateLimit-Limit": "5",
    "X-RateLimit-Remaining": String(remaining),
    "X-RateLimit-Reset": (nowMs / 1000 + resetAfterSeconds).toFixed(3),
    "X-RateLimit-Reset-After": resetAfterSeconds.toFixed(3),
    "X-RateLimit-Bucket": "80c17d2f203122d936070c88c8d10f33",
  };
}
