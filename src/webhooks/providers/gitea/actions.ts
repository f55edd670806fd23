import type { Json, JsonObject } from "../../../domain/json.ts";
import { lookup } from "../../../domain/lookup.ts";
import { isJsonObject, jsonAt, textAt } from "../../read-json.ts";
import type { InGithubsWords } from "./in-githubs-words.ts";

/** Gitea's run has no name of its own and fewer times. */
export function workflowRun(payload: JsonObject): JsonObject {
  const run = payload["workflow_run"];
  if (!isJsonObject(run)) return payload;
  const started = run["started_at"] ?? null;
  return {
    ...payload,
    workflow_run: {
      name: textAt(payload, "workflow", "name") ?? fileName(textAt(run, "path")),
      created_at: started,
      run_started_at: started,
      updated_at: run["completed_at"] ?? started,
      pull_requests: isJsonObject(payload["pull_request"]) ? [payload["pull_request"]] : [],
      ...run,
    },
  };
}

const CONCLUSIONS: Readonly<Record<string, string>> = {
  success: "success",
  failure: "failure",
  cancelled: "cancelled",
  skipped: "skipped",
};

/** Forgejo tells only how a run ended: `action_run_failure`, `action_run_success`, `action_run_recover`. */
export function actionRun(payload: JsonObject, event: string): InGithubsWords {
  const run = jsonAt(payload, "run");
  const otherwise = event === "action_run_failure" ? "failure" : "success";
  return {
    event: "workflow_run",
    payload: {
      ...payload,
      action: "completed",
      repository: orNull(payload["repository"] ?? jsonAt(run, "repository")),
      sender: orNull(payload["sender"] ?? jsonAt(run, "trigger_user")),
      workflow_run: {
        ...identityOf(run),
        ...timesOf(run),
        status: "completed",
        conclusion: lookup(CONCLUSIONS, textAt(run, "status") ?? "") ?? otherwise,
        pull_requests: [],
      },
    },
  };
}

function identityOf(run: Json | undefined): JsonObject {
  return {
    id: jsonAt(run, "id") ?? 0,
    name: fileName(textAt(run, "workflow_id")),
    display_title: orNull(textAt(run, "title")),
    run_number: jsonAt(run, "index_in_repo") ?? 0,
    run_attempt: 1,
    event: orNull(textAt(run, "trigger_event") ?? textAt(run, "event")),
    head_branch: orNull(textAt(run, "prettyref")),
    head_sha: orNull(textAt(run, "commit_sha")),
    html_url: orNull(textAt(run, "html_url")),
    actor: orNull(jsonAt(run, "trigger_user")),
  };
}

function timesOf(run: Json | undefined): JsonObject {
  return {
    created_at: orNull(textAt(run, "created")),
    run_started_at: orNull(textAt(run, "started")),
    updated_at: orNull(textAt(run, "stopped") ?? textAt(run, "updated")),
  };
}

/** `.gitea/workflows/ci.yml@refs/heads/main` → `ci.yml` */
function fileName(path: string | undefined): string | null {
  return path?.split("@")[0]?.split("/").at(-1) ?? null;
}

function orNull(value: Json | undefined): Json {
  return value ?? null;
}
