import { lookup } from "../../domain/lookup.ts";
import type { Json } from "../../domain/json.ts";
import type { WebhookEvent } from "../../domain/webhook-event.ts";
import { isJsonObject } from "../read-json.ts";
import { time } from "./fields.ts";

/** What stands around an event's own thing. */
const AROUND = new Set([
  "repository",
  "sender",
  "organization",
  "installation",
  "enterprise",
  "changes",
  "pull_request",
]);
/** A hook is older than its ping, a tag's commit older than its release. */
const UNTOLD = new Set(["ping", "meta", "release"]);
/** Actions whose time has another name than their own. */
const NAMES: Readonly<Record<string, string>> = {
  closed_by_user: "dismissed_at",
  dismiss: "dismissed_at",
};

/** When it happened, where the thing that an event is about says so: when it was made, or changed last. */
export function eventTime({
  event,
  action = "created",
  payload,
}: WebhookEvent): number | undefined {
  if (event === "push" || event === "create" || event === "delete") {
    return (
      timeAt(payload["repository"], "pushed_at") ?? timeAt(payload["head_commit"], "timestamp")
    );
  }
  if (UNTOLD.has(event) || action === "deleted") return undefined;
  const own = lookup(NAMES, action) ?? `${action}_at`;
  const names = [own, action === "created" ? "starred_at" : "updated_at"];
  const things = Object.entries(payload).flatMap(([key, thing]) => (AROUND.has(key) ? [] : thing));
  return [payload, ...things]
    .flatMap((thing) => names.map((name) => timeAt(thing, name)))
    .find((at) => at !== undefined);
}

function timeAt(thing: Json | undefined, name: string): number | undefined {
  return isJsonObject(thing) ? time.parse(thing[name]) : undefined;
}
