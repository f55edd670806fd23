import { z } from "zod";
import { type Asker, path } from "./request.ts";
import type { MergeMethod, ThreadRef } from "./refs.ts";

export const Pull = z.object({
  number: z.number(),
  title: z.string(),
  body: z.string().nullish(),
  state: z.enum(["open", "closed"]),
  draft: z.boolean().catch(false),
  merged: z.boolean().catch(false),
  /** Null while GitHub is still finding out. */
  mergeable: z.boolean().nullish(),
  /** clean, dirty, blocked, behind, unstable, draft, unknown, has_hooks. */
  mergeable_state: z.string().catch("unknown"),
  html_url: z.string(),
  user: z.object({ id: z.number(), login: z.string() }).nullish(),
  head: z.object({ sha: z.string(), ref: z.string().catch("") }),
  base: z.object({ ref: z.string().catch("") }),
});
export type Pull = z.output<typeof Pull>;

const Merged = z.object({ sha: z.string().nullish(), merged: z.boolean() });
export type Merged = z.output<typeof Merged>;

const Review = z.object({ id: z.number(), state: z.string(), html_url: z.string() });
export type Review = z.output<typeof Review>;

export function pullVerbs({ read }: Asker) {
  const pull = (ref: ThreadRef): string =>
    path`/repos/${ref.owner}/${ref.repo}/pulls/${ref.number}`;
  return {
    getPull: (ref: ThreadRef) => read({ method: "GET", path: pull(ref) }, Pull),
    setPullState: (ref: ThreadRef, state: "open" | "closed") =>
      read({ method: "PATCH", path: pull(ref), body: { state } }, Pull),
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
