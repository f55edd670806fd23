import { type Example, examples } from "../../sandbox/stories/examples.ts";

/** The examples that docs/events.md shows as pictures, one an event. */
export const PICTURED: readonly { id: string; alt: string }[] = [
  { id: "pull_request/opened/0", alt: "An open pull request" },
  { id: "pull_request_review/submitted/0", alt: "A review of a pull request" },
  { id: "issues/edited/0", alt: "An open issue" },
  { id: "issue_comment/created/0", alt: "A comment on an issue" },
  { id: "push/4", alt: "A push with its commit" },
  { id: "create/0", alt: "A new tag" },
  { id: "release/published/0", alt: "A release" },
  { id: "workflow_run/completed/1", alt: "A workflow run that passed" },
  { id: "check_run/completed/2", alt: "A check" },
  { id: "check_suite/completed/0", alt: "The checks of an app" },
  { id: "status/0", alt: "The statuses of a commit" },
  { id: "deployment_status/created/0", alt: "A deployment" },
  { id: "discussion/answered/1", alt: "An answered discussion" },
  { id: "commit_comment/created/0", alt: "A comment on a commit" },
  { id: "dependabot_alert/created/1", alt: "A vulnerable dependency" },
  { id: "code_scanning_alert/created/2", alt: "A finding of code scanning" },
  { id: "star/created/0", alt: "A star" },
  { id: "fork/0", alt: "A fork" },
  { id: "member/added/0", alt: "A new collaborator" },
  { id: "milestone/created/0", alt: "A new milestone" },
];

/** What is pictured of an event, if anything is. */
export function picturedOf(event: string): { example: Example; alt: string } | undefined {
  const one = PICTURED.find(({ id }) => id.startsWith(`${event}/`));
  const example = examples.find(({ id }) => id === one?.id);
  return one === undefined || example === undefined ? undefined : { example, alt: one.alt };
}

export function pictureOf(event: string): string {
  return `images/events/${event}.png`;
}
