import type { EventFacts } from "../domain/event-facts.ts";
import type { Json, JsonObject } from "../domain/json.ts";
import { SHARED_ENDPOINT, type WebhookEvent } from "../domain/webhook-event.ts";
import { textsOf } from "./event-texts.ts";
import { jsonAt, listAt, textAt } from "./read-json.ts";

/** What routes can ask of an event. Every field of a payload may be missing or null. */
export function factsOf(event: WebhookEvent): EventFacts {
  const { payload } = event;
  return {
    event: event.event,
    texts: textsOf(event),
    ...present({
      action: event.action,
      repo: repoOf(event),
      owner: ownerOf(payload),
      actor: event.event === "custom" ? textAt(payload, "author", "name") : actorOf(payload),
      branch: branchOf(event),
      refType: refTypeOf(event),
      base: baseOf(payload),
      labels: labelsOf(payload),
      paths: event.event === "push" ? pathsOf(payload) : undefined,
      conclusion: conclusionOf(event),
      draft: draftOf(payload),
      number: numberOf(payload),
      installationId: installationOf(event),
    }),
  };
}

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

function present<T extends object>(values: T): Present<T> {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  // What is left has lost exactly its undefined values.
  return Object.fromEntries(entries) as Present<T>;
}

function repoOf({ event, provider, payload }: WebhookEvent): EventFacts["repo"] {
  if (event === "custom") {
    const name = textAt(payload, "repo");
    return name === undefined ? undefined : { fullName: name, isPrivate: false };
  }
  const fullName = textAt(payload, "repository", "full_name");
  if (fullName === undefined) return undefined;
  // Each forge counts for itself: rules by an id mean GitHub's.
  const id = provider === "github" ? idText(jsonAt(payload, "repository", "id")) : undefined;
  const isPrivate = jsonAt(payload, "repository", "private") === true;
  return { fullName, isPrivate, ...(id === undefined ? {} : { id }) };
}

function numberOf(payload: JsonObject): number | undefined {
  const number = jsonAt(payload, "pull_request", "number") ?? jsonAt(payload, "issue", "number");
  return typeof number === "number" ? number : undefined;
}

function ownerOf(payload: JsonObject): string | undefined {
  return (
    textAt(payload, "repository", "owner", "login") ??
    textAt(payload, "repository", "full_name")?.split("/")[0] ??
    textAt(payload, "organization", "login") ??
    textAt(payload, "installation", "account", "login") ??
    textAt(payload, "sponsorship", "sponsorable", "login") ??
    textAt(payload, "account", "login") ??
    textAt(payload, "repo")?.split("/")[0]
  );
}

function actorOf(payload: JsonObject): string | undefined {
  return textAt(payload, "sender", "login");
}

/** Where each event keeps the branch it happened on; the first that is there counts. */
const BRANCH_PATHS: readonly (readonly string[])[] = [
  ["pull_request", "head", "ref"],
  ["workflow_run", "head_branch"],
  ["workflow_job", "head_branch"],
  ["check_run", "check_suite", "head_branch"],
  ["check_suite", "head_branch"],
  ["merge_group", "head_ref"],
  ["deployment", "ref"],
  ["alert", "most_recent_instance", "ref"],
  ["branch"],
  ["ref"],
];

function branchOf(event: WebhookEvent): string | undefined {
  const { payload } = event;
  if (refTypeOf(event) === "tag") return undefined;
  const status =
    event.event === "status" ? textAt(listAt(payload, "branches")[0], "name") : undefined;
  for (const path of BRANCH_PATHS) {
    const branch = branchName(textAt(payload, ...path));
    if (branch !== undefined) return branch;
  }
  return status;
}

/** A tag, a pull request's merge ref and a bare commit are no branches. */
function branchName(ref: string | undefined): string | undefined {
  if (ref === undefined || /^[0-9a-f]{40}$/.test(ref)) return undefined;
  if (ref.startsWith("refs/heads/")) return ref.slice("refs/heads/".length);
  return ref.startsWith("refs/") ? undefined : ref;
}

function refTypeOf({ event, payload }: WebhookEvent): "branch" | "tag" | undefined {
  if (event === "push") {
    return textAt(payload, "ref")?.startsWith("refs/tags/") === true ? "tag" : "branch";
  }
  if (event !== "create" && event !== "delete") return undefined;
  const type = textAt(payload, "ref_type");
  return type === "branch" || type === "tag" ? type : undefined;
}

const RUNS = ["workflow_run", "check_run", "check_suite"] as const;

function baseOf(payload: JsonObject): string | undefined {
  const direct =
    textAt(payload, "pull_request", "base", "ref") ?? textAt(payload, "merge_group", "base_ref");
  if (direct !== undefined) return branchName(direct);
  const bases = RUNS.map((run) => textAt(listAt(payload, run, "pull_requests")[0], "base", "ref"));
  return bases.find((base) => base !== undefined);
}

const LABELLED = ["issue", "pull_request", "discussion"] as const;

function labelsOf(payload: JsonObject): readonly string[] | undefined {
  const subject = LABELLED.find((kind) => Array.isArray(jsonAt(payload, kind, "labels")));
  if (subject === undefined) return undefined;
  return listAt(payload, subject, "labels").flatMap((label) => textAt(label, "name") ?? []);
}

function pathsOf(payload: JsonObject): readonly string[] {
  const paths = new Set<string>();
  for (const commit of listAt(payload, "commits")) {
    for (const kind of ["added", "removed", "modified"]) {
      for (const path of listAt(commit, kind)) if (typeof path === "string") paths.add(path);
    }
  }
  return [...paths];
}

const CONCLUDING = ["workflow_run", "workflow_job", "check_run", "check_suite"] as const;

function conclusionOf({ event, payload }: WebhookEvent): string | undefined {
  if (event === "status") return textAt(payload, "state");
  if (event === "deployment_status") return textAt(payload, "deployment_status", "state");
  const concluded = CONCLUDING.find((kind) => event === kind);
  return concluded === undefined ? undefined : textAt(payload, concluded, "conclusion");
}

function draftOf(payload: JsonObject): boolean | undefined {
  const draft = jsonAt(payload, "pull_request", "draft") ?? jsonAt(payload, "release", "draft");
  return typeof draft === "boolean" ? draft : undefined;
}

/** Only the App's own hook says truly which installation an event is of; on a group's endpoint anybody with its secret may say so. */
function installationOf({ provider, endpoint, payload }: WebhookEvent): string | undefined {
  if (provider !== "github" || endpoint !== SHARED_ENDPOINT) return undefined;
  return idText(jsonAt(payload, "installation", "id"));
}

function idText(id: Json | undefined): string | undefined {
  return typeof id === "number" || (typeof id === "string" && id !== "") ? String(id) : undefined;
}
