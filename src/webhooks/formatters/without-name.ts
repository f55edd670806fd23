/** Gitea says that labels, a milestone or assignees changed, but not which: the sentence does not pretend to know. */
export function withoutName(
  action: string,
  known: Readonly<Record<"label" | "milestone" | "assignee", string | undefined>>,
): string {
  if (action === "labeled" && known.label === undefined) return "labels_changed";
  if (action === "unlabeled" && known.label === undefined) return "labels_cleared";
  if (action === "demilestoned" && known.milestone === undefined) return "milestone_cleared";
  if (action === "unassigned" && known.assignee === undefined) return "assignee_removed";
  return action;
}
