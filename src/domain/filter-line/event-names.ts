import { lookup } from "../lookup.ts";
import { nearest } from "./suggest.ts";

/** Names that people use for events, and the events (or `event.action`) they stand for. */
export const FRIENDLY_EVENTS: Readonly<Record<string, readonly string[]>> = {
  pulls: ["pull_request"],
  issues: ["issues"],
  reviews: ["pull_request_review", "pull_request_review_comment", "pull_request_review_thread"],
  comments: ["issue_comment", "commit_comment"],
  commits: ["push.branch"],
  branches: ["create.branch", "delete.branch"],
  tags: ["create.tag", "delete.tag", "push.tag"],
  releases: ["release"],
  deployments: ["deployment", "deployment_status", "deployment_review"],
  workflows: ["workflow_run"],
  jobs: ["workflow_job"],
  checks: ["check_run", "check_suite", "status"],
  queue: ["merge_group"],
  discussions: ["discussion", "discussion_comment"],
  security: [
    "code_scanning_alert",
    "dependabot_alert",
    "secret_scanning_alert",
    "repository_advisory",
    "security_advisory",
    "repository_vulnerability_alert",
  ],
  stars: ["star.created"],
  forks: ["fork"],
  wiki: ["gollum"],
  pages: ["page_build"],
  packages: ["package", "registry_package"],
  milestones: ["milestone"],
  projects: ["projects_v2", "projects_v2_item", "projects_v2_status_update"],
  members: ["member", "membership", "organization", "team", "team_add"],
  repos: ["repository", "public"],
  sponsors: ["sponsorship"],
  custom: ["custom"],
  pings: ["ping"],
  all: ["*"],
};

/** What a new subscription hears: what people do, not what robots do. */
export const DEFAULT_LINE = "events:pulls,issues,reviews,comments,commits,releases -actor:*[bot]";

const ALIASES: Readonly<Record<string, string>> = {
  pr: "pulls",
  prs: "pulls",
  pull: "pulls",
  pull_requests: "pulls",
  issue: "issues",
  review: "reviews",
  comment: "comments",
  commit: "commits",
  pushes: "commits",
  branch: "branches",
  tag: "tags",
  deploys: "deployments",
  workflow: "workflows",
  actions: "workflows",
  runs: "workflows",
  check: "checks",
  job: "jobs",
  merge_queue: "queue",
  alerts: "security",
  watchers: "stars",
};

/** Every event that is known by name. */
const EVENT_NAMES: ReadonlySet<string> = new Set([
  ...Object.values(FRIENDLY_EVENTS)
    .flat()
    .map((name) => name.replace(/\..*/, "")),
  ..."branch_protection_configuration branch_protection_rule create custom_property custom_property_values delete deploy_key".split(
    " ",
  ),
  ..."deployment_protection_rule github_app_authorization installation installation_repositories".split(
    " ",
  ),
  ..."installation_target issue_dependencies label marketplace_purchase meta org_block".split(" "),
  ..."personal_access_token_request project project_card project_column push repository_dispatch".split(
    " ",
  ),
  ..."repository_import repository_ruleset secret_scanning_alert_location secret_scanning_scan".split(
    " ",
  ),
  ..."security_and_analysis star sub_issues watch workflow_dispatch".split(" "),
]);

/** The patterns that one unquoted value of `events:` stands for; none where nobody sends such an event. */
export function expandEvent(value: string): readonly string[] {
  const name = value.toLowerCase();
  const friendly = lookup(FRIENDLY_EVENTS, lookup(ALIASES, name) ?? name);
  if (friendly !== undefined) return friendly;
  return isPattern(value) || EVENT_NAMES.has(name.split(".")[0] ?? "") ? [value] : [];
}

export function suggestedEvent(value: string): string | undefined {
  const near = nearest(value, [
    ...Object.keys(FRIENDLY_EVENTS),
    ...Object.keys(ALIASES),
    ...EVENT_NAMES,
  ]);
  return near === undefined ? undefined : (lookup(ALIASES, near) ?? near);
}

/** Whether a bare word can only have been meant as an event. */
export function isEventWord(word: string): boolean {
  return expandEvent(word).length > 0;
}

/** The inverse of expanding: patterns as few friendly names, and what has none as it is. */
export function collapseEvents(
  patterns: readonly string[],
): readonly { text: string; isName: boolean }[] {
  const collapsed: { text: string; isName: boolean }[] = [];
  for (let at = 0; at < patterns.length;) {
    const name = friendlyAt(patterns, at);
    collapsed.push(
      name === undefined
        ? { text: patterns[at] ?? "", isName: false }
        : { text: name, isName: true },
    );
    at += name === undefined ? 1 : (lookup(FRIENDLY_EVENTS, name)?.length ?? 1);
  }
  return collapsed;
}

/** The friendly name whose whole expansion stands at a place of the list; the longest, where several do. */
function friendlyAt(patterns: readonly string[], at: number): string | undefined {
  const fitting = Object.entries(FRIENDLY_EVENTS)
    .filter(([, events]) => events.every((event, offset) => patterns[at + offset] === event))
    .sort(([, a], [, b]) => b.length - a.length);
  return fitting[0]?.[0];
}

function isPattern(value: string): boolean {
  return /[*?]/.test(value) || (value.startsWith("/") && value.endsWith("/"));
}
