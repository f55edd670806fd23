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
   */
  onlyWhereShown?: boolean;
}
