import { z } from "zod";
import { Changed } from "./issues.ts";
import { type Asker, path } from "./request.ts";
import type { MergeMethod, ThreadRef } from "./refs.ts";

export const Pull = z.object({
  title: z.string().catch(""),
  state: z.enum(["open", "closed"]),
  draft: z.boolean().catch(false),
  merged: z.boolean().catch(false),
  /** Null while GitHub is still finding out. */
  mergeable: z.boolean().nullish(),
  /** clean, dirty, blocked, behind, unstable, draft, unknown, has_hooks. */
  mergeable_state: z.string().catch("unknown"),
  html_url: z.string().optional(),
  head: z.object({ sha: z.string() }),
});
export type Pull = z.output<typeof Pull>;

/** A 200 is a yes; `merged` only ever repeats it. */
const Merged = z.object({ sha: z.string().nullish(), merged: z.boolean().optional() });
export type Merged = z.output<typeof Merged>;

const Review = z.object({ state: z.string().optional(), html_url: z.string().optional() });
export type Review = z.output<typeof Review>;

export function pullVerbs({ read }: Asker) {
  const pull = (ref: ThreadRef): string =>
    path`/repos/${ref.owner}/${ref.repo}/pulls/${ref.number}`;
  return {
    getPull: (ref: ThreadRef) => read({ method: "GET", path: pull(ref) }, Pull),
    setPullState: (ref: ThreadRef, state: "open" | "closed") =>
      read({ method: "PATCH", path: pull(ref), body: { state } }, Changed),
    /** With `sha`, a head that moved since answers `conflict` instead of merging unseen commits. */
    mergePull: (ref: ThreadRef, merge: { method: MergeMethod; sha?: string }) => {
      const { method: merge_method, sha } = merge;
      const body = { merge_method, ...(sha !== undefined && { sha }) };
      return read({ method: "PUT", path: `${pull(ref)}/merge`, body }, Merged);
    },
    /** Asking for changes needs a body; one's own pull request answers `invalid`. */
    review: (
      ref: ThreadRef,
      review: { event: "APPROVE" | "REQUEST_CHANGES"; body?: string; sha?: string },
    ) => {
      const { event, body, sha } = review;
      const asked = { event, ...(body && { body }), ...(sha && { commit_id: sha }) };
      return read({ method: "POST", path: `${pull(ref)}/reviews`, body: asked }, Review);
    },
  };
}
