import type { FilterType } from "../filter.ts";
import { nearest } from "./suggest.ts";

/** The keys of the line, as they are printed. A keyword is printed in quotes, without its key. */
export const LINE_KEYS = {
  events: "event",
  action: "action",
  repo: "repo",
  actor: "actor",
  branch: "branch",
  base: "base",
  label: "label",
  path: "path",
  conclusion: "conclusion",
  draft: "draft",
  text: "keyword",
} as const satisfies Readonly<Record<string, FilterType>>;

const TYPES: ReadonlyMap<string, FilterType> = new Map<string, FilterType>([
  ...Object.entries(LINE_KEYS),
  ["event", "event"],
  ["actions", "action"],
  ["repos", "repo"],
  ["actors", "actor"],
  ["branches", "branch"],
  ["bases", "base"],
  ["labels", "label"],
  ["paths", "path"],
  ["conclusions", "conclusion"],
  ["keyword", "keyword"],
  ["keywords", "keyword"],
]);

/** What people write for a key out of habit. It means something else there, so it is only suggested. */
const HABITS: ReadonlyMap<string, string> = new Map([
  ["author", "actor"],
  ["user", "actor"],
  ["from", "actor"],
  ["by", "actor"],
  ["sender", "actor"],
  ["is", "draft"],
  ["status", "conclusion"],
  ["result", "conclusion"],
  ["state", "action"],
  ["head", "branch"],
  ["ref", "branch"],
  ["target", "base"],
  ["file", "path"],
  ["files", "path"],
  ["repository", "repo"],
  ["org", "repo"],
  ["type", "events"],
  ["on", "events"],
  ["tag", "label"],
  ["title", "text"],
  ["body", "text"],
  ["in", "text"],
]);

export function typeOfKey(key: string): FilterType | undefined {
  return TYPES.get(key.toLowerCase());
}

export function suggestedKey(key: string): string | undefined {
  return HABITS.get(key.toLowerCase()) ?? nearest(key, Object.keys(LINE_KEYS));
}

export function keyOfType(type: FilterType): string {
  const found = Object.entries(LINE_KEYS).find(([, candidate]) => candidate === type);
  return found?.[0] ?? type;
}
