import type { SubjectKind } from "../../../domain/subject.ts";
import type { Card } from "../formatter.ts";
import { checkSuiteCard } from "./check-suite.ts";
import { commentCard } from "./comment.ts";
import { customCard } from "./custom.ts";
import { deploymentCard } from "./deployment.ts";
import { discussionCard } from "./discussion.ts";
import { failedRunCard } from "./failed-run.ts";
import { issueCard } from "./issue.ts";
import { pullRequestCard } from "./pull-request.ts";
import { refCard } from "./ref.ts";
import { releaseCard } from "./release.ts";
import { reviewCard } from "./review.ts";
import { workflowRunCard } from "./workflow-run.ts";

/** How each kind of subject is shown in its present state. */
export const cards: Readonly<Record<SubjectKind, Card>> = {
  pull_request: pullRequestCard,
  issue: issueCard,
  discussion: discussionCard,
  workflow_run: workflowRunCard,
  check_suite: checkSuiteCard,
  deployment: deploymentCard,
  release: releaseCard,
  ref: refCard,
  comment: commentCard,
  review: reviewCard,
  failed_run: failedRunCard,
  custom: customCard,
};
