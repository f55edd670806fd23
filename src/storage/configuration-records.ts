import { z } from "zod";
import { Group } from "../domain/group.ts";
import { Route } from "../domain/route.ts";
import { checkStored, corrupt } from "./stored-value.ts";

/** A stored group. Undefined, and logged, where it is corrupt; what only adorns it may be, and is left out. */
export function checkGroup(value: unknown, key: string): Group | undefined {
  return checkMended(value, Group, { key, mayLack: ADORNMENTS });
}

/** A stored route: a bad target never affects the others. But half its filters could match everything. */
export function checkRoute(value: unknown, key: string): Route | undefined {
  return checkMended(value, Route, { key, mayLack: ["targets"] });
}

/** The valid records among stored values; each bad one is logged and left out. */
export function checkRecords<T>(
  values: readonly unknown[],
  check: (value: unknown, key: string) => T | undefined,
  key: string,
): T[] {
  return values.flatMap((value) => check(value, nameOf(value, key)) ?? []);
}

/** Without these a group hears what it heard, and nobody has more rights. */
const ADORNMENTS = ["members", "emoji", "lang", "forgeSources", "logTarget"];

function checkMended<T>(
  value: unknown,
  schema: z.ZodType<T>,
  { key, mayLack }: { key: string; mayLack: readonly string[] },
): T | undefined {
  const whole = schema.safeParse(value);
  if (whole.success) return whole.data;
  const fields = z.record(z.string(), z.unknown()).safeParse(value).data;
  const { issues } = whole.error;
  if (fields === undefined || !issues.every(({ path }) => mayLack.includes(String(path[0])))) {
    return checkStored(value, schema, key);
  }
  for (const { path, code } of issues) corrupt(key, `${path.join(".")}: ${code}`);
  return checkStored(without(fields, issues), schema, key);
}

/** Leaves out what the issues are about: an item where the field is a list, else the field. */
function without(
  fields: Readonly<Record<string, unknown>>,
  issues: readonly { path: readonly PropertyKey[] }[],
): Record<string, unknown> {
  const kept = Object.entries(fields).flatMap(([name, value]): [string, unknown][] => {
    const bad = issues.flatMap(({ path }) => (path[0] === name ? [path[1]] : []));
    if (bad.length === 0) return [[name, value]];
    return Array.isArray(value) ? [[name, value.filter((_, index) => !bad.includes(index))]] : [];
  });
  return Object.fromEntries(kept);
}

function nameOf(value: unknown, key: string): string {
  const id = z.object({ id: z.string() }).safeParse(value).data?.id;
  return id === undefined ? key : `${key}/${id}`;
}
