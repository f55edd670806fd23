import type { Json } from "./json.ts";
import type {
  Claim,
  FacetNews,
  FacetState,
  SubjectNews,
  SubjectState,
  Version,
} from "./subject.ts";

/** A pull request may live for years: of facets named alike (`check:{head}:{name}`) so many are kept. */
const FAMILY_MAX = 150;

/**
 * Folds news into a state. Pure; neither the order of news nor its repetition matters, because
 * each facet merges as a least upper bound: newest version first, and news of one version unites.
 */
export function fold(state: SubjectState, facets: SubjectNews["facets"]): SubjectState {
  const next: Record<string, FacetState> = { ...state };
  for (const [name, news] of Object.entries(facets)) {
    const known = Object.hasOwn(next, name) ? next[name] : undefined;
    next[name] = known === undefined ? first(news) : merge(known, first(news));
  }
  const families = new Set(Object.keys(facets).flatMap((name) => familyOf(name) ?? []));
  for (const family of families) forgetOldest(next, family);
  return next;
}

function familyOf(name: string): string | undefined {
  const end = name.indexOf(":");
  return end < 0 ? undefined : name.slice(0, end + 1);
}

/**
 * The newest of a family are kept. What falls out has more than enough newer ones above it for ever,
 * since versions only grow: so this does not depend on the order of news either.
 */
function forgetOldest(state: Record<string, FacetState>, family: string): void {
  const members = Object.entries(state).filter(([name]) => name.startsWith(family));
  if (members.length <= FAMILY_MAX) return;
  const newestFirst = members.sort(
    ([a, one], [b, other]) =>
      compareVersions(other.version, one.version) || (a < b ? -1 : a > b ? 1 : 0),
  );
  for (const [name] of newestFirst.slice(FAMILY_MAX)) delete state[name];
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
  return withoutRemoved({
    kind: "set",
    version: news.version,
    members: news.members,
    added: union(news.added ?? [], []),
    removed: union(news.removed ?? [], []),
  });
}

function merge(a: FacetState, b: FacetState): FacetState {
  const order = compareVersions(a.version, b.version);
  if (order !== 0) return order > 0 ? a : b;
  if (a.kind === "set" && b.kind === "set") return mergeTiedSets(a, b);
  if (a.kind === "value" && b.kind === "value") return mergeTiedValues(a, b);
  return a.kind === "set" ? a : b;
}

type SetState = Extract<FacetState, { kind: "set" }>;
type ValueState = Extract<FacetState, { kind: "value" }>;

/** Of one second: what either event itself added is in, what either removed is out. */
function mergeTiedSets(a: SetState, b: SetState): SetState {
  return withoutRemoved({
    kind: "set",
    version: a.version,
    members: unionOfMembers(a.members, b.members),
    added: union(a.added, b.added),
    removed: union(a.removed, b.removed),
  });
}

function withoutRemoved(set: SetState): SetState {
  const kept = Object.entries(set.members).filter(([key]) => !set.removed.includes(key));
  return { ...set, members: sorted(kept) };
}

/** Key by key, so that it does not matter how many maps meet in which order. */
function unionOfMembers(
  a: Readonly<Record<string, Json>>,
  b: Readonly<Record<string, Json>>,
): Record<string, Json> {
  const united = new Map(Object.entries(a));
  for (const [key, value] of Object.entries(b)) {
    const known = united.get(key);
    if (known === undefined || text(known) < text(value)) united.set(key, value);
  }
  return sorted([...united]);
}

function sorted(entries: [string, Json][]): Record<string, Json> {
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Of one second all claims are kept, for only all together say which came last: deciding
 * between two at a time would depend on which two meet first.
 */
function mergeTiedValues(a: ValueState, b: ValueState): ValueState {
  const claims = new Map(
    [...claimsOf(a), ...claimsOf(b)].map((claim) => [claimText(claim), claim]),
  );
  const known = [...claims.keys()].sort().flatMap((key) => claims.get(key) ?? []);
  const last = lastOf(known);
  const state: ValueState = { kind: "value", version: a.version, ...last };
  return known.length > 1 ? { ...state, tied: known } : state;
}

function claimsOf(state: ValueState): readonly Claim[] {
  if (state.tied !== undefined) return state.tied;
  return [
    state.from === undefined ? { value: state.value } : { value: state.value, from: state.from },
  ];
}

/** A claim that nobody says they replaced; one that says it changed something before one that only reports. */
function lastOf(claims: readonly Claim[]): Claim {
  const replaced = new Set(
    claims.flatMap(({ value, from }) =>
      from === undefined || text(from) === text(value) ? [] : [text(from)],
    ),
  );
  const standing = claims.filter(({ value }) => !replaced.has(text(value)));
  const candidates = standing.length > 0 ? standing : claims;
  const changes = candidates.filter(({ from }) => from !== undefined);
  const [last] = (changes.length > 0 ? changes : candidates).toSorted((a, b) =>
    claimText(a) < claimText(b) ? 1 : -1,
  );
  return last ?? { value: null };
}

function claimText({ value, from }: Claim): string {
  return from === undefined ? text(value) : `${text(value)} ${text(from)}`;
}

function text(value: Json): string {
  return JSON.stringify(value);
}

function union(a: readonly string[], b: readonly string[]): readonly string[] {
  return [...new Set([...a, ...b])].sort();
}
