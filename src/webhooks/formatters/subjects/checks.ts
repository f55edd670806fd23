import { lookup } from "../../../domain/lookup.ts";
import { z } from "zod";
import type { SubjectNews, Version } from "../../../domain/subject.ts";
import { about, defined, type Facets, newestTold, subjectOf, value } from "../facets.ts";
import { count, firstLine, id, line, list, object, wholeStart } from "../fields.ts";
import type { Occasion } from "../formatter.ts";

/** One check or job or run as a card remembers it. */
export const Check = z.object({
  /** The conclusion when there is one, else the status. */
  state: z.string(),
  url: z.string().optional(),
  /** The check suite that it belongs to. */
  suite: z.string().optional(),
  /** What a failed one says of itself: the step of a job, what a check or status found. */
  note: z.string().optional(),
});
export type Check = z.infer<typeof Check>;

/** The pull requests that a run or check is about, as its payload lists them. */
export const pullRequests = list(
  object({
    number: count,
    head: object({ ref: line, sha: line }),
    base: object({ ref: line, repo: object({ id }) }),
  }),
);
type PullRequests = z.infer<typeof pullRequests>;

const RANKS: Readonly<Record<string, number>> = { in_progress: 1, completed: 2 };

/** How far a status has come: finished wins over unfinished of the same second. */
export function rankOf(status: string | undefined): number {
  return lookup(RANKS, status ?? "") ?? 0;
}

/** `conclusion` counts once a check is completed; a stale one may still be in the payload before. */
export function stateOf(check: {
  status?: string | undefined;
  conclusion?: string | undefined;
}): string {
  if (check.status === undefined || check.status === "completed") {
    return check.conclusion ?? check.status ?? "pending";
  }
  return check.status;
}

/** Asked for anew, and nothing has come of it yet. */
export const REREQUESTED = "rerequested";

/**
 * The state that an event tells, and how new that is. A request for a new run still carries the end
 * of the last one and its time: it is newer than that end, and older than all that comes of it.
 */
export function progressOf(
  check: Parameters<typeof stateOf>[0],
  action: string,
  times: readonly (number | undefined)[],
): { state: string; version: Version } {
  const at = newestTold(...times);
  const rank = rankOf(check.status);
  // Without a time it would stand above all that comes of it.
  const again = action === REREQUESTED && check.status === "completed" && at > 0;
  return again
    ? { state: REREQUESTED, version: [0, at, rank + 1] }
    : { state: stateOf(check), version: [0, at, rank] };
}

export function checkFacet(
  name: string,
  version: Version,
  check: { [Key in keyof Check]: Check[Key] | undefined } & Pick<Check, "state">,
): Facets {
  return value(name, version, {
    state: check.state,
    ...defined("url", check.url),
    ...defined("suite", check.suite),
    ...defined("note", check.note),
  });
}

/**
 * The same news for each pull request it is about, to be shown there where its card stands.
 * Payloads also list pull requests of forks that happen to share the commit: those are left out.
 */
export function pullRequestsNews(
  pulls: PullRequests,
  occasion: Occasion,
  facets: Facets,
  at: number,
): SubjectNews[] {
  const repoId = occasion.around.repository?.id;
  return (pulls ?? []).flatMap((pull) => {
    const baseId = pull.base?.repo?.id ?? repoId;
    const subject = subjectOf("pull_request", occasion, pull.number);
    if (subject === undefined || baseId !== repoId) return [];
    const all = {
      ...about(occasion, at),
      ...value("number", [0, 0, 0], pull.number),
      ...value("branch", [0, 0, 0], pull.head?.ref),
      ...value("base", [0, 0, 0], pull.base?.ref),
      ...facets,
    };
    return [{ subject, facets: all, onlyWhereShown: true }];
  });
}

/** Notes stand in lists of checks; a step without a name of its own is called like its whole script. */
const NOTE_MAX = 60;

export function noteOf(text: string | undefined): string | undefined {
  const note = firstLine(text ?? "");
  return note === undefined || note.length <= NOTE_MAX
    ? note
    : `${wholeStart(note, NOTE_MAX).trimEnd()}…`;
}
