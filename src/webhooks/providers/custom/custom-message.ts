import { z } from "zod";
import type { Json, JsonObject } from "../../../domain/json.ts";

export const CUSTOM_COLORS = [
  "red",
  "green",
  "yellow",
  "blue",
  "purple",
  "orange",
  "cyan",
  "gray",
] as const;

const MAX_FIELDS = 100;
const MAX_KEY_LENGTH = 256;

/** A sender writes what its language makes easy: null for absent, numbers and booleans for text. */
const text = z.union([z.string(), z.number(), z.boolean()]).transform(String);
/** Templates send an empty text for what they have not. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());
const link = z.url({ protocol: /^https?$/, error: "must be an http or https URL" });
const color = z
  .string()
  .toLowerCase()
  .refine((value) => /^#[0-9a-f]{6}$/.test(value) || isColorName(value), {
    error: `must be one of ${CUSTOM_COLORS.join(", ")}, or #rrggbb`,
  });

const Fields = z.object({
  title: optional(text),
  description: optional(text),
  color: optional(color),
  url: optional(link),
  repo: optional(text),
  author: optional(
    z.object({ name: text, iconUrl: optional(link), url: optional(link) }).transform(compact),
  ),
  fields: optional(
    z
      .array(
        z.object({ name: text, value: text, inline: optional(z.boolean()) }).transform(compact),
      )
      .max(MAX_FIELDS),
  ),
  footer: optional(text),
  deliveryId: optional(text),
  updateKey: optional(text.pipe(z.string().min(1).max(MAX_KEY_LENGTH))),
  version: optional(z.coerce.number().nonnegative()),
});

/** The body of a custom webhook. What it does not know it ignores; what it knows must be right. */
export const CustomMessage = Fields.refine(
  (message) =>
    hasText(message.title) || hasText(message.description) || (message.fields?.length ?? 0) > 0,
  { error: "must have a title, a description or fields" },
).transform(compact);

/** The first thing that is wrong, in words for whoever sends it; without what was sent. */
export function firstProblem(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "The body cannot be read.";
  const place = issue.path.length === 0 ? "The body" : `\`${issue.path.join(".")}\``;
  return `${place}: ${issue.message}`;
}

function hasText(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== "";
}

function isColorName(value: string): boolean {
  return CUSTOM_COLORS.some((name) => name === value);
}

function compact(message: Readonly<Record<string, Json | undefined>>): JsonObject {
  const said = Object.entries(message).flatMap(([key, value]): [string, Json][] =>
    value === undefined ? [] : [[key, value]],
  );
  return Object.fromEntries(said);
}
