import type { JsonObject } from "../../../domain/json.ts";
import { textAt } from "../../read-json.ts";
import type { InGithubsWords } from "./in-githubs-words.ts";

/** A review comes without id, time or page: they are taken from its pull request. */
export function review(payload: JsonObject, event: string): InGithubsWords {
  const said = textAt(payload, "review", "type") ?? event;
  const at = textAt(payload, "pull_request", "updated_at") ?? null;
  return {
    event: "pull_request_review",
    payload: {
      ...payload,
      action: "submitted",
      review: {
        id: at === null ? 0 : Date.parse(at) || 0,
        user: payload["sender"] ?? null,
        body: textAt(payload, "review", "content") ?? null,
        state: stateOf(said),
        submitted_at: at,
        html_url: textAt(payload, "pull_request", "html_url") ?? null,
      },
    },
  };
}

function stateOf(type: string): "approved" | "changes_requested" | "commented" {
  if (type.endsWith("approved")) return "approved";
  return type.endsWith("rejected") ? "changes_requested" : "commented";
}
