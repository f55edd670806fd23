import { fold } from "../../src/domain/fold.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import type { Notification } from "../../src/domain/notification.ts";
import type { SubjectState } from "../../src/domain/subject.ts";
import type { Voice } from "../../src/domain/voice.ts";
import type { WebhookEvent } from "../../src/domain/webhook-event.ts";
import { presenter } from "../../scripts/events/told.ts";

/** Payloads that are hard to tell well, made from just what matters of them. */

const VOICE = { lang: "en", emoji: true };
const REPO = "https://github.com/acme/kettle";
const AT = "2026-12-01T09:00:00Z";
const LATER = "2026-12-01T09:04:30Z";

const REPOSITORY: JsonObject = {
  id: 7,
  private: true,
  name: "kettle",
  full_name: "acme/kettle",
  html_url: REPO,
};
const around: JsonObject = {
  repository: REPOSITORY,
  sender: { login: "lena", id: 1, html_url: "https://github.com/lena" },
};

export function event(name: string, payload: JsonObject): WebhookEvent {
  const { action } = payload;
  return {
    provider: "github",
    endpoint: "global",
    deliveryId: "d",
    event: name,
    ...(typeof action === "string" ? { action } : {}),
    receivedAt: Date.parse("2026-12-01T23:00:00Z"),
    payload: { ...around, ...payload },
  };
}

/** The event as a message of its own; undefined where it is told to nobody. */
export function post(one: WebhookEvent): Notification | undefined {
  return presenter.read(one).hidden === undefined
    ? presenter.announce(one, VOICE, "post")
    : undefined;
}

/** The message of the first subject of a kind after the events, in any order. */
export function message(kind: string, ...events: readonly WebhookEvent[]): Notification {
  return messageIn(VOICE, kind, ...events);
}

export function messageIn(
  voice: Voice,
  kind: string,
  ...events: readonly WebhookEvent[]
): Notification {
  const news = events
    .toReversed()
    .flatMap((one) => presenter.read(one).news)
    .filter(({ subject, index }) => subject.kind === kind && index === undefined);
  const [first] = news;
  if (first === undefined) throw new Error(`Nothing is told of a ${kind}`);
  const { key } = first.subject;
  const state = news
    .filter(({ subject }) => subject.key === key)
    .reduce<SubjectState>((before, { facets }) => fold(before, facets), {});
  return presenter.show(first.subject.kind, state, voice);
}

const [OLD, NEW, NOTHING] = ["a".repeat(40), "b".repeat(40), "0".repeat(40)];

export function push(changed: JsonObject = {}): WebhookEvent {
  return event("push", {
    ref: "refs/heads/main",
    before: OLD,
    after: NEW,
    compare: `${REPO}/compare/aaaaaaa...bbbbbbb`,
    created: false,
    deleted: false,
    forced: false,
    commits: [],
    head_commit: { timestamp: "2020-01-01T00:00:00Z" },
    repository: { ...REPOSITORY, pushed_at: Date.parse(AT) / 1000 },
    ...changed,
  });
}

export const created = { created: true, before: NOTHING };
export const deleted = { deleted: true, after: NOTHING, head_commit: null };

export function commits(count: number, distinct = true): Json[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${index}`.padStart(40, "c"),
    message: `Warm <${index}> cups\n\nAnd more of it.`,
    distinct,
    url: `${REPO}/commit/${index}`,
    author: { name: "Lena", username: "lena" },
  }));
}

export function run(changed: JsonObject): WebhookEvent {
  return event("workflow_run", {
    action: changed["status"] === undefined ? "completed" : "in_progress",
    workflow_run: {
      id: 5,
      name: "CI",
      display_title: "Warm it",
      html_url: `${REPO}/actions/runs/5`,
      status: "completed",
      run_attempt: 1,
      event: "push",
      head_branch: "main",
      head_sha: NEW,
      run_started_at: AT,
      updated_at: LATER,
      actor: { login: "lena" },
      ...changed,
    },
  });
}

export function job(name: string, conclusion: string, attempt = 1): WebhookEvent {
  return event("workflow_job", {
    action: "completed",
    workflow_job: {
      id: 50,
      run_id: 5,
      name,
      status: "completed",
      conclusion,
      run_attempt: attempt,
      html_url: `${REPO}/actions/runs/5/job/50`,
      completed_at: LATER,
    },
  });
}

export function approval(action: string): WebhookEvent {
  const run = { id: 5, name: "Deploy", status: "waiting", html_url: `${REPO}/actions/runs/5` };
  const more = { environment: "production", since: AT, workflow_job_run: null };
  const workflow_run = { ...run, head_branch: "main", run_attempt: 1, updated_at: AT };
  return event("deployment_review", { action, workflow_run, ...more });
}

export function deploymentStatus(state: string, changed: JsonObject = {}): WebhookEvent {
  return event("deployment_status", {
    action: "created",
    deployment: { id: 9, ref: "main", sha: NEW, environment: "production", created_at: AT },
    deployment_status: { id: 1, state, created_at: LATER, updated_at: LATER, ...changed },
  });
}

export function dependabot(severity: string, name: string): WebhookEvent {
  const advisory = { severity, summary: "It boils over", ghsa_id: "GHSA-1", cve_id: "CVE-2026-1" };
  return event("dependabot_alert", {
    action: "created",
    alert: {
      number: 3,
      state: "open",
      html_url: `${REPO}/security/dependabot/3`,
      dependency: { package: { ecosystem: "npm", name }, manifest_path: "package.json" },
      security_advisory: advisory,
      security_vulnerability: { severity, first_patched_version: { identifier: "2.0.1" } },
      created_at: AT,
      updated_at: AT,
    },
  });
}

export function leakedSecret(): WebhookEvent {
  return event("secret_scanning_alert", {
    action: "created",
    alert: {
      number: 4,
      secret_type: "github_personal_access_token",
      secret_type_display_name: "GitHub Personal Access Token",
      secret: "ghp_hunter2",
      html_url: `${REPO}/security/secret-scanning/4`,
      created_at: AT,
    },
  });
}

export function codeFinding(level: string): WebhookEvent {
  return event("code_scanning_alert", {
    action: "created",
    ref: "refs/heads/main",
    alert: {
      number: 5,
      html_url: `${REPO}/security/code-scanning/5`,
      rule: { severity: "error", security_severity_level: level, description: "SQL injection" },
      tool: { name: "CodeQL" },
      most_recent_instance: {
        ref: "refs/heads/main",
        location: { path: "src/db.ts", start_line: 7 },
      },
      created_at: AT,
    },
  });
}

export function sponsorship(privacy: string): WebhookEvent {
  return event("sponsorship", {
    action: "created",
    repository: null,
    sender: { login: "mei" },
    sponsorship: {
      privacy_level: privacy,
      created_at: AT,
      sponsor: { login: "mei", html_url: "https://github.com/mei" },
      sponsorable: { login: "lena", html_url: "https://github.com/lena" },
      tier: { name: "$5 a month" },
    },
  });
}

export function transferredIssue(): WebhookEvent {
  return event("issues", {
    action: "transferred",
    issue: {
      id: 1,
      number: 12,
      title: "It leaks",
      state: "open",
      user: { login: "mei" },
      html_url: `${REPO}/issues/12`,
      updated_at: AT,
    },
    changes: {
      new_issue: { number: 1, html_url: "https://github.com/acme/pots/issues/1" },
      new_repository: { full_name: "acme/pots", html_url: "https://github.com/acme/pots" },
    },
  });
}

export function transferredRepository(): WebhookEvent {
  return event("repository", {
    action: "transferred",
    changes: { owner: { from: { user: { login: "mei" } } } },
  });
}

export function answeredDiscussion(): WebhookEvent {
  return event("discussion", {
    action: "answered",
    discussion: {
      id: 1,
      number: 8,
      title: "How hot?",
      state: "open",
      html_url: `${REPO}/discussions/8`,
      user: { login: "mei" },
      category: { name: "Q&A" },
      comments: 2,
      updated_at: AT,
    },
    answer: {
      id: 2,
      body: "Boiling: **100 °C**.",
      html_url: `${REPO}/discussions/8#2`,
      user: { login: "tomas" },
      created_at: AT,
    },
  });
}
