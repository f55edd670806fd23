import type { Json } from "./json.ts";
import type { FacetNews, FacetState, SubjectNews, SubjectState, Version } from "./subject.ts";

/** Folds news into a state. Pure, and the order in which news is folded does not matter. */
export function fold(state: SubjectState, facets: SubjectNews["facets"]): SubjectState {
  const next: Record<string, FacetState> = { ...state };
  for (const [name, news] of Object.entries(facets)) {
    const known = Object.hasOwn(next, name) ? next[name] : undefined;
    next[name] = known === undefined ? first(news) : merge(known, first(news));
  }
  return next;
}

/** The value of a facet, or undefined where nothing is known of it. */
export function valueOf(state: SubjectState, facet: string): Json | undefined {
  const known = Object.hasOwn(state, facet) ? state[facet] : undefined;
  return known?.kind === "value" ? known.value : undefined;
}

/** The members of a set facet, in the order of their keys. */
export function membersOf(state: SubjectState, facet: string): readonly Json[] {
  const known = Object.hasOwn(state, facet) ? state[facet] : undefined;
  if (known?.kind !== "set") return [];
  return Object.keys(known.members)
    .sort()
    .flatMap((key) => known.members[key] ?? []);
}

export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function first(news: FacetNews): FacetState {
  if (news.kind === "value") return news;
  const added = [...(news.added ?? [])].sort();
  const removed = [...(news.removed ?? [])].sort();
  return applyOwnChanges({
    kind: "set",
    version: news.version,
    members: news.members,
    added,
    removed,
  });
}

function merge(a: FacetState, b: FacetState): FacetState {
  const order = compareVersions(a.version, b.version);
  if (order !== 0) return order > 0 ? a : b;
  if (a.kind === "set" && b.kind === "set") return mergeTiedSets(a, b);
  if (a.kind === "value" && b.kind === "value") return laterOfTied(a, b);
  return a.kind === "set" ? a : b;
}

type SetState = Extract<FacetState, { kind: "set" }>;
type ValueState = Extract<FacetState, { kind: "value" }>;

/** Of one second: what either event itself added is in, what either removed is out. */
function mergeTiedSets(a: SetState, b: SetState): SetState {
  return applyOwnChanges({
    kind: "set",
    version: a.version,
    members: { ...smallerFirst(a.members, b.members) },
    added: union(a.added, b.added),
    removed: union(a.removed, b.removed),
  });
}

function applyOwnChanges(set: SetState): SetState {
  const kept = Object.entries(set.members).filter(([key]) => !set.removed.includes(key));
  return { ...set, members: Object.fromEntries(kept) };
}

/** Merges two member maps so that the result does not depend on which came first. */
function smallerFirst(
  a: Readonly<Record<string, Json>>,
  b: Readonly<Record<string, Json>>,
): Record<string, Json> {
  return JSON.stringify(a) <= JSON.stringify(b) ? { ...a, ...b } : { ...b, ...a };
}

/** Of one second: a change that says it replaced the other's value came later; else any fixed order will do. */
function laterOfTied(a: ValueState, b: ValueState): ValueState {
  const [textA, textB] = [JSON.stringify(a.value), JSON.stringify(b.value)];
  if (textA === textB) return a.from === undefined ? b : a;
  if (a.from !== undefined && JSON.stringify(a.from) === textB) return a;
  if (b.from !== undefined && JSON.stringify(b.from) === textA) return b;
  return textA > textB ? a : b;
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].sort();
}
