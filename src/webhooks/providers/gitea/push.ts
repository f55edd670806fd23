import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonObject, listAt, textAt } from "../../read-json.ts";

const NO_COMMIT = /^0+$/;

/** Commits arrive newest first here, and whether a ref was made or removed must be read off the commits. */
export function push(payload: JsonObject): JsonObject {
  const before = textAt(payload, "before") ?? "";
  const after = textAt(payload, "after") ?? "";
  return {
    created: NO_COMMIT.test(before),
    deleted: NO_COMMIT.test(after),
    forced: false,
    base_ref: null,
    ...payload,
    compare: textAt(payload, "compare_url") ?? null,
    commits: oldestFirst(listAt(payload, "commits"), after).map(asCommit),
    head_commit: payload["head_commit"] === undefined ? null : asCommit(payload["head_commit"]),
    ...pusher(payload),
  };
}

function oldestFirst(commits: readonly Json[], head: string): readonly Json[] {
  return commits.length > 1 && textAt(commits[0], "id") === head ? commits.toReversed() : commits;
}

function asCommit(commit: Json): Json {
  return isJsonObject(commit) ? { distinct: true, ...commit } : commit;
}

function pusher(payload: JsonObject): JsonObject {
  const user = payload["pusher"];
  const login = textAt(user, "login");
  if (!isJsonObject(user) || login === undefined) return {};
  return { pusher: { ...user, name: login }, ...("sender" in payload ? {} : { sender: user }) };
}
