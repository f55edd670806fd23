import { z } from "zod";
import { Ast, Filter } from "./filter.ts";
import { Target } from "./target.ts";
import { withoutNulls } from "./without-nulls.ts";

/** `card`: one message per subject, edited in place. `plain`: a message per event. */
export const Style = z.enum(["card", "plain"]);
export type Style = z.infer<typeof Style>;

export const RouteId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]*$/)
  .max(64);

/** A rule of one group: which events (`filters`, or `ast` in their place) go to which targets. */
export const Route = z.preprocess(
  targetsOfOlderRoute,
  z.object({
    id: RouteId,
    groupId: z.string().min(1).max(64),
    name: z.string().max(200).default(""),
    enabled: z.boolean().default(true),
    filters: z.array(Filter).default([]),
    ast: Ast.optional(),
    targets: z.array(Target).min(1),
    stop: z.boolean().optional(),
    fallback: z.boolean().optional(),
    discordRoleIds: z.array(z.string().regex(/^\d{1,20}$/)).optional(),
    style: Style.optional(),
  }),
);
export type Route = z.output<typeof Route>;

/** Older routes carry a single `target`. Without `filters` everything matches, so a null there is no absence. */
function targetsOfOlderRoute(value: unknown): unknown {
  const said = withoutNulls(value, ["filters"]);
  if (typeof said !== "object" || said === null || !("target" in said)) return said;
  const { target, ...rest } = said;
  return "targets" in rest ? rest : { ...rest, targets: [target] };
}
