import { lookup } from "../../domain/lookup.ts";
import { z } from "zod";
import type { SubjectNews } from "../../domain/subject.ts";
import { iconOf, stateWord, toneOf } from "./cards/checks.ts";
import { about, defined, type Facets, newest, somebody, subjectOf, value } from "./facets.ts";
import { id, line, link, list, object, person, text, time } from "./fields.ts";
import { formatter, type Occasion } from "./formatter.ts";
import { bold } from "./sentence.ts";
import { branchOrCommit, named, person as whom } from "./spans.ts";
import { nameOf, WorkflowRun, workflowRunNews } from "./subjects/workflow-run.ts";

const Deployment = object({
  id,
  sha: line,
  ref: line,
  environment: line,
  description: text,
  creator: person,
  created_at: time,
  updated_at: time,
});
type Deployment = NonNullable<z.infer<typeof Deployment>>;

const Status = object({
  state: line,
  description: text,
  environment: line,
  environment_url: link,
  target_url: link,
  log_url: link,
  created_at: time,
  updated_at: time,
});
type Status = NonNullable<z.infer<typeof Status>>;

const ATTENTION = new Set(["failure", "error", "waiting"]);

/** How far a status is along: of one second the later one wins. */
const RANKS: Readonly<Record<string, number>> = {
  waiting: 1,
  in_progress: 2,
  success: 3,
  failure: 3,
  error: 3,
  inactive: 4,
};

export const deployment = formatter(z.object({ deployment: Deployment }), {
  subject: "deployment",
  read: ({ deployment }, occasion) => ({ news: deploymentNews(deployment, occasion) }),
  tell: ({ deployment }, { around, t }) => ({
    slots: {
      branch: branchOrCommit(deployment?.ref, deployment?.sha, t),
      environment: named(deployment?.environment),
    },
    tone: "pending",
    icon: "🚀",
    body: deployment?.description,
    url: pageOf(deployment, around.repository?.html_url),
    at: deployment?.created_at,
  }),
});

export const deploymentStatus = formatter(
  z.object({ deployment: Deployment, deployment_status: Status }),
  {
    subject: "deployment",
    read: ({ deployment, deployment_status: status }, occasion) => ({
      news: deploymentNews(deployment, occasion, statusFacet(status, occasion)),
      attention: ATTENTION.has(status?.state ?? ""),
      echo: true,
    }),
    tell({ deployment, deployment_status: status }, { around, t }) {
      const state = status?.state ?? "";
      const site = status?.environment_url;
      const page = pageOf(deployment, around.repository?.html_url);
      return {
        slots: {
          branch: branchOrCommit(deployment?.ref, deployment?.sha, t),
          environment: named(status?.environment ?? deployment?.environment, site),
          result: stateWord("deployed", state, t),
        },
        tone: toneOf(state),
        icon: iconOf(state),
        url: logOf(status) ?? page,
        body: status?.description,
        at: status?.created_at,
        actions: site === undefined ? [] : [{ type: "link", label: t("button.site"), url: site }],
      };
    },
  },
);

/** Where GitHub lists what was deployed to an environment. */
function pageOf(deployment: Deployment | undefined, repo: string | undefined): string | undefined {
  if (deployment?.environment === undefined || repo === undefined) return undefined;
  return `${repo}/deployments/${encodeURIComponent(deployment.environment)}`;
}

function logOf(status: Status | undefined): string | undefined {
  return status?.log_url ?? status?.target_url;
}

const Rule = z.object({ deployment: Deployment, environment: line });

/** A deployment that waits for an outside rule: on the deployment's card. */
export const deploymentProtectionRule = formatter(Rule, {
  subject: "deployment",
  read: ({ deployment }, occasion) => ({
    news: deploymentNews(
      deployment,
      occasion,
      value("status", [0, newest(occasion, deployment?.created_at), 0], { state: "waiting" }),
    ),
    attention: true,
    echo: true,
  }),
  tell: ({ deployment, environment }, { around, t }) => ({
    slots: {
      branch: branchOrCommit(deployment?.ref, deployment?.sha, t),
      environment: named(environment ?? deployment?.environment),
    },
    tone: "warning",
    icon: "⏸️",
    url: pageOf(deployment, around.repository?.html_url),
    at: deployment?.created_at,
  }),
});

const Review = z.object({
  workflow_run: WorkflowRun,
  environment: line,
  approver: person,
  comment: text,
  since: time,
  workflow_job_run: object({ name: line, environment: line }),
  workflow_job_runs: list(object({ name: line, environment: line })),
  reviewers: list(object({ reviewer: object({ login: line, name: line }) })),
});
type Review = z.infer<typeof Review>;

/** Approvals belong to the workflow run that waits for them: on its card, and as a reply. */
export const deploymentReview = formatter(Review, {
  subject: "workflow_run",
  read: (payload, occasion) => ({
    news: workflowRunNews(payload.workflow_run, occasion, approvalFacet(payload, occasion)),
    attention: true,
    echo: true,
  }),
  tell(payload, { action, t }) {
    const run = payload.workflow_run;
    const asked = (payload.reviewers ?? []).flatMap(
      ({ reviewer }) => reviewer?.login ?? reviewer?.name ?? [],
    );
    return {
      slots: {
        run: named(run && nameOf(run), run?.html_url) ?? t("word.a_workflow"),
        environment: bold(environmentOf(payload) ?? "?"),
        ...(payload.approver === undefined ? {} : { actor: whom(payload.approver, t) }),
      },
      tone: action === "approved" ? "success" : action === "rejected" ? "failure" : "warning",
      icon: action === "approved" ? "✅" : action === "rejected" ? "❌" : "⏸️",
      url: run?.html_url,
      body: payload.comment,
      blocks:
        asked.length === 0 || action !== "requested"
          ? []
          : [
              {
                type: "paragraph",
                spans: [t("field.approvers"), t("word.colon"), asked.join(t("word.comma"))],
              },
            ],
      at: payload.since,
    };
  },
});

function deploymentNews(
  deployment: Deployment | undefined,
  occasion: Occasion,
  more: Facets = {},
): SubjectNews[] {
  const subject = subjectOf("deployment", occasion, deployment?.id);
  if (deployment === undefined || subject === undefined) return [];
  const at = newest(occasion, deployment.updated_at, deployment.created_at);
  const version = [0, at, 0] as const;
  const facets = {
    ...about(occasion, at),
    ...value("url", version, pageOf(deployment, occasion.around.repository?.html_url)),
    ...value("ref", version, deployment.ref),
    ...value("sha", version, deployment.sha),
    ...value("environment", version, deployment.environment),
    ...value("description", version, deployment.description),
    ...value("author", version, somebody(deployment.creator)),
    ...value("at", version, at),
    ...more,
  };
  return [{ subject, facets }];
}

function statusFacet(status: Status | undefined, occasion: Occasion): Facets {
  if (status?.state === undefined) return {};
  const at = newest(occasion, status.created_at, status.updated_at);
  return value("status", [0, at, lookup(RANKS, status.state) ?? 0], {
    state: status.state,
    at,
    ...defined("description", status.description),
    ...defined("url", status.log_url ?? status.target_url),
    ...defined("site", status.environment_url),
  });
}

function approvalFacet(payload: Review, occasion: Occasion): Facets {
  const environment = environmentOf(payload);
  if (environment === undefined) return {};
  const decided = occasion.action === "requested" ? 0 : 1;
  const attempt = payload.workflow_run?.run_attempt ?? 1;
  const by = payload.approver ?? (decided === 1 ? occasion.around.sender : undefined);
  return value(`approval:${environment}`, [attempt, newest(occasion, payload.since), decided], {
    state: occasion.action,
    environment,
    ...defined("by", somebody(by)),
  });
}

function environmentOf(payload: Review): string | undefined {
  const jobs = [payload.workflow_job_run, ...(payload.workflow_job_runs ?? [])];
  return payload.environment ?? jobs.find((job) => job?.environment !== undefined)?.environment;
}
