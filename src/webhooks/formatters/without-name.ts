/** Gitea says that labels or a milestone changed, but not which: the sentence does not pretend to know. */
export function withoutName(
  action: string,
  known: { label: string | undefined; milestone: string | undefined },
): string {
  if (action === "labeled" && known.label === undefined) return "labels_changed";
  if (action === "unlabeled" && known.label === undefined) return "labels_cleared";
  if (action === "demilestoned" && known.milestone === undefined) return "milestone_cleared";
  return action;
}
