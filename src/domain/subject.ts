import type { Json } from "./json.ts";

export type SubjectKind =
  | "pull_request"
  | "issue"
  | "discussion"
  | "workflow_run"
  | "check_suite"
  | "deployment"
  | "release"
  /** The making or deleting of a branch or tag, which a forge tells twice. */
  | "ref"
  /** What people answer to a card, and a failure, are replies to it that follow edits of their own. */
  | "comment"
  | "review"
  | "failed_run"
  | "custom";

/** What a message edited in place is about. The key is unique within a group: `pull_request:{repo id}:{number}`. */
export interface Subject {
  kind: SubjectKind;
  key: string;
}

/**
 * How new a piece of news is: the attempt first (re-runs), then the payload's newest time (ms),
 * then a rank that decides between news of the same second (finished over unfinished).
 */
export type Version = readonly [attempt: number, at: number, rank: number];

/** News of one facet of a subject's state. */
export type FacetNews =
  /** The whole value. `from` is what it replaced, where the event says so: it orders two changes of one second. */
  | { kind: "value"; version: Version; value: Json; from?: Json }
  /** All members by key, and which of them this event itself added or removed. */
  | {
      kind: "set";
      version: Version;
      members: Readonly<Record<string, Json>>;
      added?: readonly string[];
      removed?: readonly string[];
    };

/** A value, and what it replaced where the event says so. */
export interface Claim {
  value: Json;
  from?: Json;
}

export type FacetState =
  /** `tied`: all claims of this version where there are several; `value` is the one that came last. */
  | { kind: "value"; version: Version; value: Json; from?: Json; tied?: readonly Claim[] }
  | {
      kind: "set";
      version: Version;
      members: Readonly<Record<string, Json>>;
      added: readonly string[];
      removed: readonly string[];
    };

/** A subject's folded state: each facet with a version of its own. */
export type SubjectState = Readonly<Record<string, FacetState>>;

/** What one event says about one subject. */
export interface SubjectNews {
  subject: Subject;
  facets: Readonly<Record<string, FacetNews>>;
  /**
   * Fold it in always, but show it there only where this subject's message already stands in
   * the chat; elsewhere the next news of the reading is shown (a run on its pull request's card).
   * `unless_named`: a route that names the event gets the message all the same.
   */
  onlyWhereShown?: boolean | "unless_named";
  /** Its message is a short reply to the card that the reading is shown on, edited like a card. */
  reply?: boolean;
  /**
   * It has no message. It notes which subjects tell of this one (facets `told_by:` and `over:`), or
   * asks: where the card of one of them stands, the event is told there and nowhere else.
   */
  index?: "note" | "ask_open" | "ask_ever";
}

const TOLD_BY = "told_by:";
const OVER = "over:";

/** The facets that note a teller by a name of its own; `over` says whether it has come to its end. */
export function tellerFacets(
  name: string,
  key: string,
  over: { at: number; value: boolean } | undefined,
): Record<string, FacetNews> {
  const told = { [TOLD_BY + name]: { kind: "value", version: [0, 0, 0], value: key } as const };
  if (over === undefined) return told;
  const ended = { kind: "value", version: [0, over.at, 0], value: over.value } as const;
  return { ...told, [OVER + name]: ended };
}

/** The keys of those who tell of a subject: of `ask_open` only those that have not come to their end. */
export function tellersOf(state: SubjectState, ask: SubjectNews["index"]): readonly string[] {
  return Object.entries(state).flatMap(([facet, known]) => {
    if (!facet.startsWith(TOLD_BY) || known.kind !== "value") return [];
    const end = state[OVER + facet.slice(TOLD_BY.length)];
    const isOver = end?.kind === "value" && end.value === true;
    return typeof known.value === "string" && (ask === "ask_ever" || !isOver) ? [known.value] : [];
  });
}
