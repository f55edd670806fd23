import { z } from "zod";

export const FILTER_TYPES = [
  "event",
  "repo",
  "actor",
  "action",
  "branch",
  "keyword",
  "label",
  "path",
  "conclusion",
  "draft",
  "base",
] as const;
export type FilterType = (typeof FILTER_TYPES)[number];

/** `match`: `/re/` (linear-time, searched), a glob with `*` and `?` (anchored), else equality; all case-insensitive; an array means any. */
export const Filter = z.object({
  type: z.enum(FILTER_TYPES),
  match: z.union([z.string(), z.array(z.string())]),
  exclude: z.boolean().optional(),
});
export type Filter = z.infer<typeof Filter>;

/** A boolean expression over filters. Depth and size are bounded where routes are saved. */
export type Ast = Filter | { all: Ast[] } | { any: Ast[] } | { not: Ast };
export const Ast: z.ZodType<Ast> = z.lazy(() =>
  z.union([
    Filter,
    z.object({ all: z.array(Ast) }),
    z.object({ any: z.array(Ast) }),
    z.object({ not: Ast }),
  ]),
);
