import type { Json, JsonObject } from "../../../domain/json.ts";
import { isJsonList, isJsonObject, jsonAt, textAt } from "../../read-json.ts";

const MAX_DEPTH = 12;
/** How Go writes "never", and how older versions write it. */
const NEVER = new Set(["0001-01-01T00:00:00Z", "1970-01-01T00:00:00Z"]);
/** The accounts in whose name the forges' own automation acts; they are not marked as bots. */
const BOTS = new Set(["gitea-actions", "forgejo-actions"]);

/**
 * Gives every person in a payload the page (`html_url`) and the `type` that GitHub gives, and
 * turns times that mean "never" into null.
 */
export function withPeople(payload: JsonObject): JsonObject {
  return completeObject(payload, forgeUrl(payload), 1);
}

/** Where the forge lives: its repositories' pages without their names. It may live below a path. */
export function forgeUrl(payload: JsonObject): string | undefined {
  // Forgejo's runs carry their repository inside.
  const repository = payload["repository"] ?? jsonAt(payload, "run", "repository");
  const page = textAt(repository, "html_url");
  const name = textAt(repository, "full_name");
  if (page !== undefined && name !== undefined && page.endsWith(`/${name}`)) {
    return page.slice(0, -name.length - 1);
  }
  return page !== undefined && URL.canParse(page) ? new URL(page).origin : undefined;
}

function complete(value: Json, forge: string | undefined, depth: number): Json {
  if (depth > MAX_DEPTH) return value;
  if (isJsonList(value)) return value.map((item) => complete(item, forge, depth + 1));
  return isJsonObject(value) ? completeObject(value, forge, depth + 1) : value;
}

function completeObject(object: JsonObject, forge: string | undefined, depth: number): JsonObject {
  const entries = Object.entries(object).map(([key, value]): [string, Json] =>
    typeof value === "string"
      ? [key, key.endsWith("_at") && NEVER.has(value) ? null : value]
      : [key, complete(value, forge, depth)],
  );
  return asPerson(Object.fromEntries(entries), forge);
}

function asPerson(object: JsonObject, forge: string | undefined): JsonObject {
  const login = textAt(object, "login");
  if (login === undefined) return object;
  const page = forge === undefined ? {} : { html_url: `${forge}/${encodeURIComponent(login)}` };
  const type = BOTS.has(login) ? "Bot" : "User";
  return textAt(object, "html_url") === undefined
    ? { type, ...object, ...page }
    : { type, ...object };
}
