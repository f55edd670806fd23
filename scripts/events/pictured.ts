/** The events whose messages docs/events.md shows as pictures, with the action that is drawn. */
export const PICTURED: readonly { event: string; action?: string; alt: string }[] = [
  { event: "pull_request", action: "opened", alt: "An open pull request" },
  { event: "pull_request_review", action: "submitted", alt: "A review of a pull request" },
  { event: "issues", action: "opened", alt: "An open issue" },
  { event: "issue_comment", action: "created", alt: "A comment on an issue" },
  { event: "push", alt: "A push with its commits" },
  { event: "create", alt: "A new tag" },
  { event: "release", action: "published", alt: "A release" },
  { event: "workflow_run", action: "completed", alt: "A workflow run" },
  { event: "check_run", action: "completed", alt: "A check" },
  { event: "check_suite", action: "completed", alt: "The checks of an app" },
  { event: "status", alt: "The statuses of a commit" },
  { event: "deployment_status", alt: "A deployment" },
  { event: "discussion", action: "answered", alt: "An answered discussion" },
  { event: "commit_comment", action: "created", alt: "A comment on a commit" },
  { event: "dependabot_alert", action: "created", alt: "A vulnerable dependency" },
  { event: "code_scanning_alert", action: "created", alt: "A finding of code scanning" },
  { event: "star", action: "created", alt: "A star" },
  { event: "fork", alt: "A fork" },
  { event: "member", action: "added", alt: "A new collaborator" },
  { event: "milestone", action: "created", alt: "A new milestone" },
];

export function pictureOf(event: string): string {
  return `images/events/${event}.png`;
}
