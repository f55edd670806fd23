/** Why something was not shown, in words that there are sentences for. */
export const FAILURE_REASONS = [
  "rate_limited",
  "unavailable",
  "gone",
  "ill_target",
  "rejected",
  "unauthorized",
  "migrated",
  "not_configured",
  "render_failed",
  "group_gone",
  "other",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Reasons are stored as `{kind}: {the platform's words}`; only the kind is for people. */
export function failureReasonOf(stored: string): FailureReason {
  const kind = stored.split(":", 1)[0];
  return FAILURE_REASONS.find((known) => known === kind) ?? "other";
}
