import type { Json } from "../../../domain/json.ts";
import type { SubjectNews } from "../../../domain/subject.ts";
import { about, type Facets, somebody, subjectOf, value } from "../facets.ts";
import { eventTime } from "../event-time.ts";
import type { Occasion } from "../formatter.ts";

/**
 * Neither half of the pair carries a time. Halves come within seconds, so an hour tells the making
 * of a branch from its making again; at the turn of an hour a pair may, rarely, be two messages.
 */
const PAIR_MS = 3_600_000;

export interface Ref {
  name: string;
  type: string | undefined;
  deleted: boolean;
}

/** The branches a merge queue works on are its own business; the queue's events tell the rest. */
export function isQueueRef(ref: string | undefined): boolean {
  return /^(refs\/heads\/)?gh-readonly-queue\//.test(ref ?? "");
}

/** Which pull requests a branch belongs to: it is noted by them, and asked for by what happens to the branch. */
export function branchIndex(
  occasion: Occasion,
  branch: string | undefined,
  index: "note" | "ask_open" | "ask_ever",
  facets: Facets = {},
): SubjectNews[] {
  const subject = subjectOf("ref", occasion, branch && `branch:${branch}`);
  return subject === undefined ? [] : [{ subject, facets, index }];
}

/** Of a pair, the half that knows when it happened says so. */
function timeFacet({ event }: Occasion): Facets {
  const at = eventTime(event);
  return value("at", [0, 0, at === undefined ? 0 : 1], at ?? event.receivedAt);
}

/** A push as a subject of its own, for one that may be told on a pull request's card instead. */
export function pushNews(
  occasion: Occasion,
  { name, after }: { name: string; after: string },
  commits: Json,
): SubjectNews[] {
  const subject = subjectOf("ref", occasion, `pushed:${after}:${name}`);
  if (subject === undefined) return [];
  const version = [0, 0, 0] as const;
  const facets = {
    ...about(occasion, 0),
    ...value("ref", version, name),
    ...value("ref_type", version, "branch"),
    ...value("pushed", version, true),
    ...value("commits", version, commits),
    ...value("author", version, somebody(occasion.around.sender)),
    ...timeFacet(occasion),
  };
  return [{ subject, facets }];
}

/** The making or deleting of a branch or tag, told by `create` or `delete` and by a push. */
export function refNews(occasion: Occasion, ref: Ref, more: Facets = {}): SubjectNews[] {
  if (ref.name === "") return [];
  const hour = Math.floor(occasion.event.receivedAt / PAIR_MS);
  const what = `${ref.deleted ? "deleted" : "created"}:${hour}:${ref.type}:${ref.name}`;
  const subject = subjectOf("ref", occasion, what);
  if (subject === undefined) return [];
  const version = [0, 0, 0] as const;
  const facets = {
    ...about(occasion, 0),
    ...value("ref", version, ref.name),
    ...value("ref_type", version, ref.type),
    ...value("deleted", version, ref.deleted),
    ...value("author", version, somebody(occasion.around.sender)),
    ...timeFacet(occasion),
    ...more,
  };
  const index = ref.deleted && ref.type === "branch" ? ("ask_ever" as const) : undefined;
  const asked = index === undefined ? [] : branchIndex(occasion, ref.name, index);
  return [...asked, { subject, facets }];
}
