import * as advisories from "./advisories.ts";
import { branchProtectionConfiguration, branchProtectionRule } from "./branch-protection.ts";
import { checkRun } from "./check-run.ts";
import { checkSuite } from "./check-suite.ts";
import * as codeAlerts from "./code-alerts.ts";
import { commitComment, mergeGroup, status } from "./commit-news.ts";
import { create, deletion } from "./create-delete.ts";
import * as customProperties from "./custom-properties.ts";
import { custom } from "./custom.ts";
import {
  deployment,
  deploymentProtectionRule,
  deploymentReview,
  deploymentStatus,
} from "./deployment.ts";
import { discussion, discussionComment } from "./discussion.ts";
import type { Formatter } from "./formatter.ts";
import { gollum } from "./gollum.ts";
import { issueComment } from "./issue-comment.ts";
import { issueDependencies, issueRelatesTo, subIssues } from "./issue-relations.ts";
import { issues } from "./issues.ts";
import { personalAccessTokenRequest } from "./access-token-request.ts";
import { marketplacePurchase } from "./marketplace.ts";
import * as organization from "./organization.ts";
import { packages, registryPackages } from "./package.ts";
import { pageBuild } from "./page-build.ts";
import { ping } from "./ping.ts";
import * as planning from "./planning.ts";
import {
  pullRequestReview,
  pullRequestReviewComment,
  pullRequestReviewThread,
} from "./pull-request-review.ts";
import { pullRequest } from "./pull-request.ts";
import { push } from "./push.ts";
import { release } from "./release.ts";
import { repository as repositoryItself } from "./repository-itself.ts";
import * as repository from "./repository.ts";
import { repositoryRuleset } from "./ruleset.ts";
import * as secretScanning from "./secret-scanning.ts";
import { sponsorship } from "./sponsorship.ts";
import { workflowJob, workflowRun } from "./workflow-run.ts";

/**
 * Every event with words of its own, by the forge's name for it; what is not here is told by the
 * neutral formatter. The sentences are `event.{event}.{action}` of the catalogues.
 */
export const formatters: Readonly<Record<string, Formatter>> = {
  branch_protection_configuration: branchProtectionConfiguration,
  branch_protection_rule: branchProtectionRule,
  check_run: checkRun,
  check_suite: checkSuite,
  code_scanning_alert: codeAlerts.codeScanningAlert,
  commit_comment: commitComment,
  create,
  custom,
  custom_property: customProperties.customProperty,
  custom_property_values: customProperties.customPropertyValues,
  delete: deletion,
  dependabot_alert: codeAlerts.dependabotAlert,
  deploy_key: repository.deployKey,
  deployment,
  deployment_protection_rule: deploymentProtectionRule,
  deployment_review: deploymentReview,
  deployment_status: deploymentStatus,
  discussion,
  discussion_comment: discussionComment,
  fork: repository.fork,
  github_app_authorization: organization.githubAppAuthorization,
  gollum,
  installation: organization.installation,
  installation_repositories: organization.installationRepositories,
  installation_target: organization.installationTarget,
  issue_comment: issueComment,
  issue_dependencies: issueDependencies,
  issue_relates_to: issueRelatesTo,
  issues,
  label: planning.label,
  marketplace_purchase: marketplacePurchase,
  member: repository.member,
  membership: organization.membership,
  merge_group: mergeGroup,
  meta: organization.meta,
  milestone: planning.milestone,
  org_block: organization.orgBlock,
  organization: organization.organization,
  package: packages,
  page_build: pageBuild,
  personal_access_token_request: personalAccessTokenRequest,
  ping,
  project: planning.project,
  project_card: planning.projectCard,
  project_column: planning.projectColumn,
  projects_v2: planning.projectsV2,
  projects_v2_item: planning.projectsV2Item,
  projects_v2_status_update: planning.projectsV2StatusUpdate,
  public: repository.publicized,
  pull_request: pullRequest,
  pull_request_review: pullRequestReview,
  pull_request_review_comment: pullRequestReviewComment,
  pull_request_review_thread: pullRequestReviewThread,
  push,
  registry_package: registryPackages,
  release,
  repository: repositoryItself,
  repository_advisory: advisories.repositoryAdvisory,
  repository_dispatch: repository.repositoryDispatch,
  repository_import: repository.repositoryImport,
  repository_ruleset: repositoryRuleset,
  repository_vulnerability_alert: codeAlerts.repositoryVulnerabilityAlert,
  secret_scanning_alert: secretScanning.secretScanningAlert,
  secret_scanning_alert_location: secretScanning.secretScanningAlertLocation,
  secret_scanning_scan: secretScanning.secretScanningScan,
  security_advisory: advisories.securityAdvisory,
  security_and_analysis: advisories.securityAndAnalysis,
  sponsorship,
  star: repository.star,
  status,
  sub_issues: subIssues,
  team: organization.teams,
  team_add: organization.teamAdd,
  watch: repository.watch,
  workflow_dispatch: repository.workflowDispatch,
  workflow_job: workflowJob,
  workflow_run: workflowRun,
};
