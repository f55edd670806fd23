import type { JsonObject } from "../../../domain/json.ts";
import { lookup } from "../../../domain/lookup.ts";
import { isJsonObject, jsonAt, textAt } from "../../read-json.ts";
import { actionRun, workflowRun } from "./actions.ts";
import type { InGithubsWords } from "./in-githubs-words.ts";
import { withPeople } from "./people.ts";
import { push } from "./push.ts";
import { review } from "./review.ts";

/** How each event that differs is told in GitHub's names and shapes. */
const EVENTS: Readonly<Record<string, (payload: JsonObject, event: string) => InGithubsWords>> = {
  push: (payload) => ({ event: "push", payload: push(payload) }),
  pull_request: pullRequest,
  pull_request_approved: review,
  pull_request_rejected: review,
  pull_request_comment: commentOrReview,
  pull_request_review_approved: review,
  pull_request_review_rejected: review,
  pull_request_review_comment: review,
  issue_comment: (payload) => ({ event: "issue_comment", payload: comment(payload) }),
  release: (payload) => ({ event: "release", payload: release(payload) }),
  fork: (payload) => ({ event: "fork", payload: fork(payload) }),
  wiki: (payload) => ({ event: "gollum", payload: wiki(payload) }),
  workflow_run: (payload) => ({ event: "workflow_run", payload: workflowRun(payload) }),
  action_run_failure: actionRun,
  action_run_recover: actionRun,
  action_run_success: actionRun,
};

/** The finer names of `…-Event-Type`, should one stand in the event's place. */
const COARSE: Readonly<Record<string, string>> = {
  issue_assign: "issues",
  issue_label: "issues",
  issue_milestone: "issues",
  pull_request_assign: "pull_request",
  pull_request_label: "pull_request",
  pull_request_milestone: "pull_request",
  pull_request_sync: "pull_request",
  pull_request_review_request: "pull_request",
};

const ACTIONS: Readonly<Record<string, string>> = {
  synchronized: "synchronize",
  label_updated: "labeled",
  label_cleared: "unlabeled",
};

/** A webhook of Gitea or Forgejo as GitHub would have sent it, so that one formatter serves all. */
export function inGithubsWords(header: string, sent: JsonObject): InGithubsWords {
  // Whoever holds a group's secret could claim an installation of the App here.
  const { installation: _claimed, ...rest } = sent;
  const payload = withAssignee(renameAction(withPeople(rest)));
  const event = lookup(COARSE, header) ?? header;
  return lookup(EVENTS, event)?.(payload, event) ?? { event, payload };
}

function renameAction(payload: JsonObject): JsonObject {
  const action = lookup(ACTIONS, textAt(payload, "action") ?? "");
  return action === undefined ? payload : { ...payload, action };
}

/** Who was assigned stands on the issue or pull request only. */
function withAssignee(payload: JsonObject): JsonObject {
  if (textAt(payload, "action") !== "assigned" || "assignee" in payload) return payload;
  const assigned = jsonAt(payload["issue"] ?? payload["pull_request"], "assignee");
  return assigned === undefined ? payload : { ...payload, assignee: assigned };
}

function pullRequest(payload: JsonObject, event: string): InGithubsWords {
  return textAt(payload, "action") === "reviewed" ? review(payload, event) : { event, payload };
}

/** Older versions send comments of a pull request's conversation under this name, too. */
function commentOrReview(payload: JsonObject, event: string): InGithubsWords {
  return isJsonObject(payload["comment"])
    ? { event: "issue_comment", payload: comment(payload) }
    : review(payload, event);
}

/** GitHub marks a pull request's comment on the issue itself. */
function comment(payload: JsonObject): JsonObject {
  const issue = payload["issue"] ?? payload["pull_request"];
  if (!isJsonObject(issue)) return payload;
  const isPull = payload["is_pull"] === true || isJsonObject(issue["pull_request"]);
  const page = textAt(issue, "html_url");
  const mark = isPull && page !== undefined ? { pull_request: { html_url: page } } : {};
  const { pull_request: said, ...plain } = issue;
  return {
    ...payload,
    issue: { ...plain, ...mark, ...(isJsonObject(said) ? { pull_request: said } : {}) },
  };
}

function release(payload: JsonObject): JsonObject {
  return textAt(payload, "action") === "updated" ? { ...payload, action: "edited" } : payload;
}

/** Here `forkee` is what was forked; on GitHub it is the fork. */
function fork(payload: JsonObject): JsonObject {
  const { forkee, repository } = payload;
  return isJsonObject(forkee) && isJsonObject(repository)
    ? { ...payload, forkee: repository, repository: forkee }
    : payload;
}

function wiki(payload: JsonObject): JsonObject {
  const title = textAt(payload, "page") ?? "";
  const wikiUrl = textAt(payload, "repository", "html_url");
  const page = {
    action: textAt(payload, "action") ?? "edited",
    page_name: title,
    title,
    summary: jsonAt(payload, "comment") ?? null,
    ...(wikiUrl === undefined ? {} : { html_url: `${wikiUrl}/wiki/${encodeURIComponent(title)}` }),
  };
  const { action: _action, page: _page, comment: _comment, ...rest } = payload;
  return { ...rest, pages: [page] };
}
