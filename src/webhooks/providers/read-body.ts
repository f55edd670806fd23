import type { Json, JsonObject } from "../../domain/json.ts";
import { isJsonList, isJsonObject } from "../read-json.ts";
import type { Unreadable } from "./provider.ts";

/** No forge nests so deeply; what does is cut. */
const MAX_DEPTH = 64;
/** An escaped half of a surrogate pair: most bodies have none, and are not walked. */
const ESCAPED_SURROGATE = /\\ud[89a-f]/i;

/** A verified body as JSON: bare, or in a form's field `payload`. */
export function readBody(
  { form }: { form: boolean },
  body: string,
): { payload: JsonObject } | Unreadable {
  const text = form ? new URLSearchParams(body).get("payload") : body;
  if (text === null) return { unreadable: "The form has no field `payload`." };
  if (text.trim() === "") return { unreadable: "The body is empty." };
  let json: Json;
  try {
    json = JSON.parse(withoutByteOrderMark(text));
  } catch {
    // The parser's message would quote the body.
    return { unreadable: "The body is not JSON." };
  }
  if (!isJsonObject(json)) return { unreadable: "The body is not a JSON object." };
  return { payload: ESCAPED_SURROGATE.test(text) ? wellFormed(json) : json };
}

function withoutByteOrderMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}

/** Half a character (`\ud83d` alone) could be neither stored nor sent on. */
function wellFormed(json: JsonObject, depth = 1): JsonObject {
  const entries = Object.entries(json);
  return Object.fromEntries(
    entries.map(([key, value]) => [key.toWellFormed(), wellFormedValue(value, depth)]),
  );
}

function wellFormedValue(value: Json, depth: number): Json {
  if (typeof value === "string") return value.toWellFormed();
  if (isJsonObject(value)) return depth < MAX_DEPTH ? wellFormed(value, depth + 1) : null;
  if (!isJsonList(value)) return value;
  return depth < MAX_DEPTH ? value.map((item) => wellFormedValue(item, depth + 1)) : null;
}
