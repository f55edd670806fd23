/** What a sender of webhooks is told; the request's id is added to the body. */
export interface Answer {
  status: 200 | 202 | 400 | 401 | 413 | 429 | 503;
  /** The same in one word, for the log. */
  outcome: string;
  body: { ok: boolean; duplicate?: true; error?: string; message?: string };
}

export const ANSWERS = {
  accepted: { status: 202, outcome: "accepted", body: { ok: true } },
  duplicate: { status: 200, outcome: "duplicate", body: { ok: true, duplicate: true } },
  tooLarge: refusal(413, "too_large", "The body is larger than 25 MB."),
  notRecognised: refusal(400, "not_recognised", "The headers are those of no known sender."),
  // One answer for an unknown group and for a bad signature: nobody can list the groups.
  unauthorized: refusal(401, "unauthorized", "The signature is missing or wrong."),
  notConfigured: refusal(503, "not_configured", "No secret is set for this endpoint yet."),
  stale: refusal(401, "stale", "The timestamp is more than 300 seconds off."),
  replayed: refusal(401, "replayed", "The nonce was used before."),
  tooMany: refusal(429, "too_many", "Too many requests. Try again in a minute."),
  unavailable: refusal(503, "unavailable", "Nothing was taken in. Send it again."),
} as const satisfies Record<string, Answer>;

export function unreadable(message: string): Answer {
  return refusal(400, "unreadable", message);
}

function refusal<S extends Answer["status"]>(status: S, error: string, message: string) {
  return { status, outcome: error, body: { ok: false, error, message } };
}
