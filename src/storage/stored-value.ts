import type { z } from "zod";
import { describeError, logWarning } from "../observability/log.ts";

/** Reads and checks one JSON value of KV. What is corrupt is logged with its key and counts as missing. */
export async function readJson<T>(
  kv: KVNamespace,
  key: string,
  schema: z.ZodType<T>,
): Promise<T | undefined> {
  const text = await kv.get(key);
  return text === null ? undefined : parseStored(text, schema, key);
}

/** Parses a stored JSON text; undefined, with a line in the log, where it is corrupt. */
export function parseStored<T>(text: string, schema: z.ZodType<T>, key: string): T | undefined {
  const value = parseJson(text);
  return value === undefined ? corrupt(key, "bad JSON") : checkStored(value, schema, key);
}

/** Checks a stored value that is parsed already. */
export function checkStored<T>(value: unknown, schema: z.ZodType<T>, key: string): T | undefined {
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  return corrupt(key, `${issue?.path.join(".") ?? ""}: ${issue?.code ?? "invalid"}`);
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A write to a copy of something stored elsewhere: when it fails, that is logged and nothing else changes. */
export async function tryCopy(key: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    logWarning("storage.copy_failed", { key: loggedKey(key), error: describeError(error) });
  }
}

/** Says in the log that something stored cannot be read. */
export function corrupt(key: string, problem: string): undefined {
  logWarning("storage.corrupt_record", { key: loggedKey(key), problem });
  return undefined;
}

const SECRET_FAMILIES = /^(session|state|invite|nonce):(?!group:)(.{0,6}).*$/s;

/** Who knows such a key can use what it stands for, so the log shows its beginning only. */
function loggedKey(key: string): string {
  return key.replace(SECRET_FAMILIES, "$1:$2…");
}
