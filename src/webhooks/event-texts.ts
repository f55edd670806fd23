import type { JsonObject } from "../domain/json.ts";
import type { WebhookEvent } from "../domain/webhook-event.ts";
import { isJsonObject, jsonAt, listAt, textAt } from "./read-json.ts";

/** The fields that a person wrote, by the object that holds them. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  issue: ["title", "body"],
  pull_request: ["title", "body"],
  discussion: ["title", "body"],
  comment: ["body"],
  review: ["body"],
  release: ["name", "tag_name", "body"],
  milestone: ["title", "description"],
  label: ["name", "description"],
  workflow: ["name"],
  workflow_run: ["name", "display_title"],
  workflow_job: ["name", "workflow_name"],
  check_run: ["name"],
  deployment: ["environment", "description"],
  deployment_status: ["environment", "description"],
  package: ["name"],
  registry_package: ["name"],
  security_advisory: ["summary"],
  repository_advisory: ["summary", "description"],
  projects_v2: ["title"],
  projects_v2_item: ["title"],
  team: ["name"],
  forkee: ["full_name"],
};

/** What a comment or a review answers to is not said again by it. */
const ANSWERED = ["issue", "pull_request", "discussion"];

/** What people wrote in this event: titles, bodies, commit messages, names. */
export function textsOf({ event, payload }: WebhookEvent): readonly string[] {
  const texts = event === "custom" ? customTexts(payload) : forgeTexts(payload);
  return texts.filter((text) => text !== undefined);
}

function forgeTexts(payload: JsonObject): (string | undefined)[] {
  const isAnswer = isJsonObject(payload["comment"]) || isJsonObject(payload["review"]);
  const written = Object.entries(WRITTEN).flatMap(([holder, fields]) =>
    fields
      .filter((field) => !(isAnswer && field === "body" && ANSWERED.includes(holder)))
      .map((field) => textAt(payload, holder, field)),
  );
  return [
    ...written,
    ...listAt(payload, "commits").map((commit) => textAt(commit, "message")),
    ...listAt(payload, "pages").map((page) => textAt(page, "title")),
    textAt(payload, "commit", "commit", "message"),
    textAt(payload, "context"),
    textAt(payload, "alert", "rule", "description"),
    textAt(payload, "alert", "security_advisory", "summary"),
  ];
}

function customTexts(payload: JsonObject): (string | undefined)[] {
  return [
    textAt(payload, "title"),
    textAt(payload, "description"),
    textAt(payload, "footer"),
    ...listAt(payload, "fields").flatMap((field) => [
      textAt(field, "name"),
      textAt(field, "value"),
    ]),
    textAt(jsonAt(payload, "author"), "name"),
  ];
}
