import type { Json, JsonObject } from "../domain/json.ts";

/** What stands at a path of object keys; `undefined` where the path ends early. */
export function jsonAt(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let here = value;
  for (const key of path) {
    if (!isJsonObject(here)) return undefined;
    here = here[key];
  }
  return here;
}

/** A string that says something at a path, or `undefined`. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = jsonAt(value, ...path);
  return typeof found === "string" && found !== "" ? found : undefined;
}

/** The list at a path; empty where there is none. */
export function listAt(value: Json | undefined, ...path: readonly string[]): readonly Json[] {
  const found = jsonAt(value, ...path);
  return isJsonList(found) ? found : [];
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}
