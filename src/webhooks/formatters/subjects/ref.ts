import type { SubjectNews } from "../../../domain/subject.ts";
import { about, type Facets, somebody, subjectOf, value } from "../facets.ts";
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
    ...value("at", version, occasion.event.receivedAt),
    ...more,
  };
  return [{ subject, facets }];
}
