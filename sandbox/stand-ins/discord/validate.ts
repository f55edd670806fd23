import type { ZodMiniType } from "zod/mini";
import { type FormIssue, invalidForm } from "./errors.ts";

interface SchemaIssue {
  code?: string | undefined;
  message: string;
  path: readonly PropertyKey[];
  errors?: readonly (readonly SchemaIssue[])[];
}

/**
 * Checks a body against a schema of Discord's own specification. Fields the schema does not know
 * are refused as well, though Discord ignores them: here they are a typo of ours.
 */
export function schemaIssues(
  schema: ZodMiniType,
  body: unknown,
  at: readonly (string | number)[] = [],
): FormIssue[] {
  const result = schema.safeParse(body);
  if (!result.success) {
    return result.error.issues.flatMap((issue) => leaves(issue as SchemaIssue, at));
  }
  return unknownFields(body, result.data, at);
}

/** Throws 50035 when there is anything to say. */
export function refuseIssues(issues: readonly FormIssue[]): void {
  if (issues.length > 0) throw invalidForm(issues);
}

function leaves(issue: SchemaIssue, at: readonly (string | number)[]): FormIssue[] {
  const path = [...at, ...issue.path.map((key) => (typeof key === "number" ? key : String(key)))];
  const variant = issue.errors && intendedVariant(issue.errors);
  if (variant) return variant.flatMap((inner) => leaves(inner, path));
  return [{ path, code: codeOf(issue), message: messageOf(issue) }];
}

/** Of a union's variants, the one whose `type` the body states. */
function intendedVariant(
  variants: readonly (readonly SchemaIssue[])[],
): readonly SchemaIssue[] | undefined {
  return variants.find((issues) => !issues.some((issue) => issue.path.at(-1) === "type"));
}

const codeOf = (issue: SchemaIssue): string =>
  issue.code === "too_big" || issue.code === "too_small"
    ? "BASE_TYPE_BAD_LENGTH"
    : issue.code === "invalid_format"
      ? "BASE_TYPE_BAD_FORMAT"
      : "BASE_TYPE_INVALID";

function messageOf(issue: SchemaIssue): string {
  const { message: _message, path: _path, errors: _errors, code, ...rest } = issue;
  return `${code ?? "invalid"} ${JSON.stringify(rest)}`;
}

/** The parsed value lacks what the schema does not know. */
function unknownFields(
  body: unknown,
  parsed: unknown,
  path: readonly (string | number)[],
): FormIssue[] {
  if (Array.isArray(body) && Array.isArray(parsed)) {
    return body.flatMap((item, index) => unknownFields(item, parsed[index], [...path, index]));
  }
  if (!isRecord(body) || !isRecord(parsed)) return [];
  return Object.keys(body).flatMap((key) =>
    key in parsed
      ? unknownFields(body[key], parsed[key], [...path, key])
      : [{ path: [...path, key], code: "UNKNOWN_FIELD", message: "Discord knows no such field" }],
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The field as a record, or an empty one. */
export const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

/** The field as a list of records, without anything else. */
export const recordsOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter(isRecord) : [];

/** The field as a text, or an empty one. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
